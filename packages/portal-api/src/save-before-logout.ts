import { toast } from '@cytocomm/kit';
import { saveWork } from '@cytocomm/session';

// One message, which changes.
const TOLD = { id: 'saved before logout' };
/** Until then saving takes no time, in ms. */
const SLOW_MS = 300;
/** How long it is told that something is not saved, in ms: the page changes meanwhile. */
const TOLD_MS = 15_000;

/** Saves what a logout in this tab saves first, for 3 seconds at most, and tells how that went. Never throws. */
export async function saveBeforeLogout(): Promise<void> {
  const saving = saveWork();
  const shown = setTimeout(() => toast.loading('Saving what you wrote …', TOLD), SLOW_MS);
  const isSaved = await saving;
  clearTimeout(shown);
  if (isSaved === true) toast.success('What you wrote is saved.', TOLD);
  if (isSaved === false)
    toast.error('What you wrote last could not be saved. It is kept in this browser: sign in here to go on with it.', {
      ...TOLD,
      duration: TOLD_MS,
    });
}
