import { Button, Link, useNavigate } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import classes from './sign-in.module.css';

/** Somebody is signed in already, perhaps since a moment ago in another tab. */
export function AlreadySignedIn({ returnTo, onClose }: { readonly returnTo: string; readonly onClose: () => void }) {
  const email = useSession((session) => session.email);
  const navigate = useNavigate();
  return (
    <div className={classes.dialogForm}>
      <p role="status">You are signed in as {email}.</p>
      <Button
        wide
        trailingIcon="arrow-right"
        onClick={() => {
          onClose();
          navigate(returnTo);
        }}
      >
        Continue
      </Button>
      <p className={classes.small}>
        <Link to="/account/devices" onClick={onClose}>
          Signed-in devices
        </Link>
      </p>
    </div>
  );
}
