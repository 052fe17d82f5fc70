import { toast } from '@cytocomm/kit';
import { type SavedWork, saveWork } from '@cytocomm/session';

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
export async function saveBeforeLogout(): Promise<SavedWork | null> {
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
export function tellSaved(outcome: SavedWork | null): void {
  if (outcome === 'saved') toast.success('What you wrote is saved.', TOLD);
  if (outcome === 'kept')
    toast.error('What you wrote last could not be saved. It is kept in this browser: sign in here to go on with it.', {
      ...TOLD,
      duration: TOLD_MS,
    });
}

/** Shows the person that a logout was given up, where they cannot be asked any more. */
export function tellStillSignedIn(): void {
  toast.error('You are still signed in: what you wrote last could be neither saved nor kept in this browser.', {
    ...TOLD,
    duration: TOLD_MS,
  });
}
