import type { OverlayProps } from '@cytocomm/contract';
import { Button, Dialog, Link, useNavigate } from '@cytocomm/kit';
import { recheck, useSession } from '@cytocomm/session';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CodeForm } from '../sign-in/CodeForm.tsx';
import { CompanySignIn } from '../sign-in/CompanySignIn.tsx';
import { RequestLinkForm } from '../sign-in/RequestLinkForm.tsx';
import classes from '../sign-in/sign-in.module.css';
import { Confirm } from './Confirm.tsx';

/** Properties of {@link AlreadySignedIn}. */
interface AlreadySignedInProps {
  readonly email: string;
  readonly returnTo: string;
  readonly onClose: () => void;
}

/** Somebody is signed in already, perhaps since a moment ago in another tab. */
function AlreadySignedIn({ email, returnTo, onClose }: AlreadySignedInProps) {
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

/**
 * The sign-in dialog: asks for an e-mailed link, and takes the code of a mail that was opened elsewhere; or leads to the company account. Of a person who is
 * signed in it asks, before what is dangerous, to confirm that it is them.
 */
export default function SignInDialog({ open, onClose }: OverlayProps) {
  const field = useRef<HTMLInputElement>(null);
  const confirming = useSession((session) => session.confirming);
  const title = confirming ? 'Confirm that it is you' : 'Sign in';
  return (
    <Dialog open={open} onClose={onClose} title={title} size="narrow" initialFocus={field}>
      {confirming ? <Confirm /> : <SignIn field={field} onClose={onClose} />}
    </Dialog>
  );
}

function SignIn({ field, onClose }: { field: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const email = useSession((session) => session.email);
  const returnTo = useSession((session) => session.signIn.returnTo);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useRecheck();

  if (email !== null) return <AlreadySignedIn email={email} returnTo={returnTo} onClose={onClose} />;
  if (sentTo === null)
    return (
      <>
        <RequestLinkForm field={field} returnTo={returnTo} onSent={setSentTo} />
        <CompanySignIn returnTo={returnTo} />
      </>
    );
  return <CodeForm email={sentTo} onClose={onClose} onAnotherAddress={() => setSentTo(null)} />;
}

/** Asks whether somebody is signed in already: on opening, and on coming back from a tab where the link was opened. */
function useRecheck(): void {
  useEffect(() => {
    const recheckIfVisible = () => {
      if (document.visibilityState === 'visible') void recheck();
    };
    recheckIfVisible();
    document.addEventListener('visibilitychange', recheckIfVisible);
    return () => document.removeEventListener('visibilitychange', recheckIfVisible);
  }, []);
}
