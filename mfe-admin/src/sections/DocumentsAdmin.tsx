import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { DocumentTable } from '../documents/DocumentTable.tsx';
import { useDocumentPages } from '../documents/document-api.ts';
import { UploadForm } from '../documents/UploadForm.tsx';

/** The documents admin panel: the upload form, and everything that was uploaded. */
export default function DocumentsAdmin() {
  return (
    <Panel
      title="Documents"
      lead="PDFs for investors, customers or everybody. A new one shows at once where it belongs."
    >
      <UploadForm />
      <DocumentList />
    </Panel>
  );
}

function DocumentList() {
  return (
    <PagedList
      query={useDocumentPages()}
      pending={<TableSkeleton label="Loading documents" columns={5} />}
      failed="The documents could not be loaded."
    >
      {(documents) => <DocumentTable documents={documents} />}
    </PagedList>
  );
}
