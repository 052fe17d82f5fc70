import { ButtonLink } from '@cytocomm/kit';

/** Takes out what is filtered as a file for a spreadsheet, at the address of its call. */
export function ExportLink({ href }: { readonly href: string }) {
  return (
    <ButtonLink variant="secondary" size="small" icon="download" href={href} download>
      Export CSV
    </ButtonLink>
  );
}
