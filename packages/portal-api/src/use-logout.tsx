import { Button, Dialog, toast, useNavigate } from '@cytocomm/kit';
import { hasUnsavedWork, type SavedWork, saveWork, signOut, useSession } from '@cytocomm/session';
import { type ReactNode, useEffect, useRef, useState } from 'react';

// One toast for all its messages.
const TOAST = { id: 'saved before logout' };
/** Saving shows after this time, in ms. */
const SLOW_MS = 300;
/** How long unsaved work is shown, in ms: the page changes meanwhile. */
const UNSAVED_TOAST_MS = 15_000;

/** Saves open work before a logout, for 3 seconds at most. Returns the outcome; null without any work. Never throws. */
async function saveBeforeLogout(): Promise<SavedWork | null> {
  const shown = setTimeout(() => toast.loading('Saving what you wrote …', TOAST), SLOW_MS);
  let outcome: SavedWork | null;
  try {
    outcome = await saveWork();
  } catch {
    // The outcome is unknown: the person is asked.
    outcome = 'lost';
  } finally {
    clearTimeout(shown);
  }
  if (outcome === 'lost') toast.dismiss(TOAST.id);
  return outcome;
}

/** Shows after a logout what was saved or kept. */
function showSaved(outcome: SavedWork | null): void {
  if (outcome === 'saved') toast.success('What you wrote is saved.', TOAST);
  if (outcome === 'kept')
    toast.error('What you wrote last could not be saved. It is kept in this browser: sign in here to go on with it.', {
      ...TOAST,
      duration: UNSAVED_TOAST_MS,
    });
}

/** Shows that a logout was canceled where the question can no longer be asked. */
function showStillSignedIn(): void {
  toast.error('You are still signed in: what you wrote last could be neither saved nor kept in this browser.', {
    ...TOAST,
    duration: UNSAVED_TOAST_MS,
  });
}

/**
 * Saves open work, logs out and goes to the home page; asks first when something would be lost. `question` must be rendered;
 * if it is unmounted before it opens, a toast says that the person is still signed in.
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
    else if (useSession.getState().status === 'signed-in') showStillSignedIn();
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
      // After the sign-out, which clears the person's toasts.
      showSaved(outcome);
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
