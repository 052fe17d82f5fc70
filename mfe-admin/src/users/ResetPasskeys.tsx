import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useResetPasskeys } from './user-api.ts';
import classes from './users.module.css';

/** Removes the passkeys of a person who lost them, after asking. */
export function ResetPasskeys({ email }: { readonly email: string }) {
  const [asking, setAsking] = useState(false);
  const [reset, { isLoading }] = useResetPasskeys();
  const submit = async () => {
    setAsking(false);
    const { data, error } = await reset({ params: { email } });
    if (error) tellFailure('Failed to reset the passkeys', error);
    else if (data.removed === 0) toast.success(`${email} had no passkey, and is signed out everywhere`);
    else toast.success(`${email} signs in by mail alone, and is told so`);
  };
  return (
    <div className={classes.endSessions}>
      <Button
        variant="secondary"
        size="small"
        icon="lock"
        busy={isLoading}
        busyLabel="Resetting..."
        onClick={() => signedInOrTold() && setAsking(true)}
      >
        Reset passkeys
      </Button>
      <ConfirmDialog
        open={asking}
        question={`Reset the passkeys of ${email}?`}
        confirmLabel="Reset passkeys"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsking(false)}
        onConfirm={() => void submit()}
      >
        <p>
          Their passkeys and recovery codes are removed for good, they are signed out everywhere, and a mail tells them.
          Until they add a passkey, whoever reads their mailbox can sign in as them: make sure that it was they who
          asked.
        </p>
      </ConfirmDialog>
    </div>
  );
}
