import { Button, Dialog, useNavigate } from '@cytocomm/kit';
import { hasUnsavedWork, signOut, useSession } from '@cytocomm/session';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { saveBeforeLogout, tellSaved, tellStillSignedIn } from './save-before-logout.ts';

/**
 * Logs out and leads to the home page, after what can be saved is saved; asks first when something would be lost by it.
 * `question` must be rendered; where it is gone before it is asked, the person is told that they are still signed in.
 */
export function useLogout(): { logOut: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leaving = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const ask = () => {
    if (isShown.current) setAsking(true);
    else if (useSession.getState().status === 'signed-in') tellStillSignedIn();
  };
  const leave = async ({ canLose }: { readonly canLose: boolean }) => {
    if (leaving.current) return;
    leaving.current = true;
    setAsking(false);
    try {
      const outcome = await saveBeforeLogout();
      if (outcome === 'lost' && !canLose) {
        ask();
        return;
      }
      const signingOut = signOut();
      // With the person went what was shown to them.
      tellSaved(outcome);
      await signingOut;
    } finally {
      leaving.current = false;
    }
    navigate('/');
  };
  const stay = () => setAsking(false);
  const question = (
    <Dialog
      open={asking}
      onClose={stay}
      title="Log out and discard what you wrote?"
      size="narrow"
      actions={
        <>
          <Button variant="secondary" onClick={stay}>
            Stay
          </Button>
          <Button variant="danger" onClick={() => void leave({ canLose: true })}>
            Discard it and log out
          </Button>
        </>
      }
    >
      <p>
        There is text in this tab that is not saved, or an upload, an import or a change of several records under way.
        Text and uploads are discarded; an import or a change stops, and what it has done stays.
      </p>
    </Dialog>
  );
  return { logOut: () => (hasUnsavedWork() ? setAsking(true) : void leave({ canLose: false })), question };
}
