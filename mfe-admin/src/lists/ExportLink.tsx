import { ButtonLink } from '@cytocomm/kit';
import { confirmExport } from './confirm-export.ts';

/** Properties of {@link ExportLink}. */
export interface ExportLinkProps {
  readonly href: string;
  /** Whether the export holds so much about people that it may have to be confirmed; false by default. */
  readonly confirmed?: boolean;
}

/** Takes out what is filtered as a file for a spreadsheet, at the address of its call. */
export function ExportLink({ href, confirmed = false }: ExportLinkProps) {
  return (
    <ButtonLink
      variant="secondary"
      size="small"
      icon="download"
      href={href}
      download
      onClick={confirmed ? confirmExport : undefined}
    >
      Export CSV
    </ButtonLink>
  );
}
