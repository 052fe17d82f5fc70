import { listPasskeys } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { problemMessage, sendAsMe } from '@cytocomm/portal-api';
import { askConfirmation } from '@cytocomm/session';
import type { MouseEvent } from 'react';

/** Whether a press asks for more than following the link here. */
const isSpecial = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Follows a link to an export that may want a confirmation, for `onClick`: a download cannot ask by itself, so it is asked
 * before. Whoever does not confirm stays where they are.
 */
export function confirmExport(event: MouseEvent<HTMLAnchorElement>): void {
  if (isSpecial(event)) return;
  event.preventDefault();
  void follow(event.currentTarget.href);
}

async function follow(href: string): Promise<void> {
  const { data, error } = await sendAsMe(listPasskeys, {});
  if (error) {
    toast.error(problemMessage(error));
    return;
  }
  if (data.toConfirm.includes('exports') && !(await askConfirmation())) return;
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
