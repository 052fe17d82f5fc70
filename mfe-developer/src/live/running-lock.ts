import { LOCK_ELEMENT_ID, readLock } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';

/** Returns the lock that this page runs on; null without one, as in the stand-alone harness. Throws LockUnreadable. */
export function runningLock(page: Document): Lock | null {
  return page.getElementById(LOCK_ELEMENT_ID) ? readLock(page) : null;
}
