import { HOT_BUILDS_PATH } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { integrityLookup as integrityLookupOf } from './integrity.ts';

/**
 * Returns the look-up of a page of `npm run dev`, whose build puts this module in the place of `integrity.ts`: the lock's
 * files, and without a value the newer ones that the portal's own development server has built since the page was loaded.
 */
export function integrityLookup(lock: Lock, origin: string): (url: string) => string {
  const integrityOf = integrityLookupOf(lock, origin);
  return (url) => (new URL(url, origin).href.startsWith(origin + HOT_BUILDS_PATH) ? '' : integrityOf(url));
}
