import { Button, Link, useNavigate } from '@cytocomm/kit';
import classes from './sign-in.module.css';

/** Properties of {@link AlreadySignedIn}. */
export interface AlreadySignedInProps {
  readonly email: string;
  readonly returnTo: string;
  readonly onClose: () => void;
}

/** Somebody is signed in already, perhaps since a moment ago in another tab. */
export function AlreadySignedIn({ email, returnTo, onClose }: AlreadySignedInProps) {
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
