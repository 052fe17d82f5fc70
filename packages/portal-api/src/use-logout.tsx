import { Button, Dialog, toast, useNavigate } from '@cytocomm/kit';
import { hasUnsavedWork, type SavedWork, saveWork, signOut, useSession } from '@cytocomm/session';
import { type ReactNode, useEffect, useRef, useState } from 'react';

// One message, which changes.
const TOLD = { id: 'saved before logout' };
/** Until then saving takes no time, in ms. */
const SLOW_MS = 300;
/** How long it is told that something is not saved, in ms: the page changes meanwhile. */
const TOLD_MS = 15_000;

/**
 * Saves what a logout in this tab saves first, for 3 seconds at most. Returns what became of it; null when there was nothing.
 * Never throws.
 */
async function saveBeforeLogout(): Promise<SavedWork | null> {
  const shown = setTimeout(() => toast.loading('Saving what you wrote …', TOLD), SLOW_MS);
  let outcome: SavedWork | null;
  try {
    outcome = await saveWork();
  } catch {
    // What became of it is not known: the person is asked.
    outcome = 'lost';
  } finally {
    clearTimeout(shown);
  }
  if (outcome === 'lost') toast.dismiss(TOLD.id);
  return outcome;
}

/** Shows what is saved or kept to whoever has logged out. */
function tellSaved(outcome: SavedWork | null): void {
  if (outcome === 'saved') toast.success('What you wrote is saved.', TOLD);
  if (outcome === 'kept')
    toast.error('What you wrote last could not be saved. It is kept in this browser: sign in here to go on with it.', {
      ...TOLD,
      duration: TOLD_MS,
    });
}

/** Shows the person that a logout was given up, where they cannot be asked any more. */
function tellStillSignedIn(): void {
  toast.error('You are still signed in: what you wrote last could be neither saved nor kept in this browser.', {
    ...TOLD,
    duration: TOLD_MS,
  });
}

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
