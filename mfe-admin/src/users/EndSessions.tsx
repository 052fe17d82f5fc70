import { Button, toast } from '@cytocomm/kit';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useEndSessions } from './user-api.ts';
import classes from './users.module.css';

/** Signs a person out in every browser: for a lost computer, or an account in wrong hands. */
export function EndSessions({ email }: { readonly email: string }) {
  const [end, { isLoading }] = useEndSessions();
  const submit = async () => {
    if (!signedInOrTold()) return;
    const { data, error } = await end({ params: { email } });
    if (error) tellFailure('Failed to end the sessions', error);
    else if (data.ended === 0) toast.success(`${email} was signed in nowhere`);
    else toast.success(`${email} was signed out in ${data.ended === 1 ? 'one browser' : `${data.ended} browsers`}`);
  };
  return (
    <div className={classes.endSessions}>
      <Button
        variant="secondary"
        size="small"
        icon="logout"
        busy={isLoading}
        busyLabel="Signing out..."
        onClick={() => void submit()}
      >
        Sign out everywhere
      </Button>
      <span className={classes.name}>They can sign in again. To keep somebody out, delete the user.</span>
    </div>
  );
}
