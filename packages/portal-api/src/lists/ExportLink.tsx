import { ButtonLink } from '@cytocomm/kit';
import type { MouseEventHandler } from 'react';

/** Properties of {@link ExportLink}. */
export interface ExportLinkProps {
  readonly href: string;
  /** May ask something first. */
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** Takes out what is filtered as a file for a spreadsheet, at the address of its call. */
export function ExportLink({ href, onClick }: ExportLinkProps) {
  return (
    <ButtonLink variant="secondary" size="small" icon="download" href={href} download onClick={onClick}>
      Export CSV
    </ButtonLink>
  );
}
