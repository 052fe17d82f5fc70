import { ButtonLink } from '@cytocomm/kit';
import type { MouseEvent, MouseEventHandler } from 'react';
import { saveFrom } from './save-from.ts';

/** Properties of {@link ExportLink}. */
export interface ExportLinkProps {
  readonly href: string;
  /** May ask something first: the file is saved by `saveFrom` then, if the event is prevented. */
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** Whether a press asks for more than following the link here. */
const isSpecial = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Takes out what is filtered as a file for a spreadsheet, at the address of its call. A refusal is told. */
export function ExportLink({ href, onClick }: ExportLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isSpecial(event)) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    saveFrom(href);
  };
  return (
    <ButtonLink variant="secondary" size="small" icon="download" href={href} download onClick={press}>
      Export CSV
    </ButtonLink>
  );
}
