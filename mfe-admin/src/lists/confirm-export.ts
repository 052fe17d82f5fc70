import { listPasskeys } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { problemMessage, saveFrom, sendAsMe } from '@cytocomm/portal-api';
import { askConfirmation } from '@cytocomm/session';
import type { MouseEvent } from 'react';

/**
 * Follows a link to an export, for `onClick`. A download cannot ask for a confirmation by itself, so it is asked for before;
 * without it nothing happens.
 */
export function confirmExport(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const { pathname, search } = event.currentTarget;
  void follow(`${pathname}${search}`);
}

async function follow(address: string): Promise<void> {
  const { data, error } = await sendAsMe(listPasskeys, {});
  if (error) {
    toast.error(problemMessage(error));
    return;
  }
  if (data.toConfirm.includes('exports') && !(await askConfirmation())) return;
  saveFrom(address);
}
