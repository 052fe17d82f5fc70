import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { DocumentList } from '../documents/DocumentList.tsx';
import { UploadForm } from '../documents/UploadForm.tsx';

const LEAD = 'PDFs for investors, customers or everybody. A new one shows at once where it belongs.';

/** The documents admin panel: everything that was uploaded, and the upload form, which has an address of its own. */
export default function DocumentsAdmin({ place }: Pick<SectionProps, 'place'>) {
  if (place === undefined) {
    return (
      <Panel title="Documents" lead={LEAD}>
        <UploadForm />
        <DocumentList firstStep="Upload the first PDF with the form above." />
      </Panel>
    );
  }
  if (place.rest === 'new') {
    return (
      <Panel
        title="Documents"
        lead={LEAD}
        actions={
          <ButtonLink variant="secondary" size="small" icon="chevron-left" to={place.path}>
            All documents
          </ButtonLink>
        }
      >
        <UploadForm />
      </Panel>
    );
  }
  return (
    <Panel
      title="Documents"
      lead={LEAD}
      actions={
        <ButtonLink size="small" icon="plus" to={`${place.path}/new`}>
          New document
        </ButtonLink>
      }
    >
      <DocumentList firstStep="Upload the first PDF with New document." />
    </Panel>
  );
}
