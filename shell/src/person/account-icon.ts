import { SECURITY_PAGE } from '@cytocomm/contract';
import type { IconName } from '@cytocomm/kit';

/** Returns the icon of a page about the person's own account. */
export function accountIcon(path: string): IconName {
  return path === SECURITY_PAGE ? 'lock' : 'devices';
}
