import { Button, toast } from '@cytocomm/kit';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useResendInvitation } from './user-api.ts';

/** Mails the invitation again to a person who never signed in. */
export function ResendInvitation({ email }: { readonly email: string }) {
  const [resend, { isLoading }] = useResendInvitation();
  const send = async () => {
    if (!signedInOrTold()) return;
    const { error } = await resend({ params: { email } });
    if (error) tellFailure('Failed to resend the invitation', error);
    else toast.success('Invitation is on its way again');
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon="mail"
      busy={isLoading}
      aria-label={`Resend the invitation to ${email}`}
      onClick={() => void send()}
    />
  );
}
