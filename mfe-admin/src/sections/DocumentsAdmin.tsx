import type { SectionProps } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { DocumentTable } from '../documents/DocumentTable.tsx';
import { useAdminDocumentsInfiniteQuery } from '../documents/document-api.ts';
import classes from '../documents/documents.module.css';
import { UploadForm } from '../documents/UploadForm.tsx';
import { tools } from '../tools/tools.ts';

/** The documents admin panel: the upload form, and everything that was uploaded. */
export default function DocumentsAdmin({ preview }: SectionProps) {
  return (
    <Panel
      id={tools.documents.id}
      title="Documents"
      lead="PDFs for investors, customers or everybody. A new one shows at once where it belongs."
    >
      {preview ? null : <UploadForm />}
      <DocumentList readOnly={preview} />
    </Panel>
  );
}

function DocumentList({ readOnly }: { readonly readOnly: boolean }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useAdminDocumentsInfiniteQuery();
  if (!data) {
    return error ? (
      <QueryFailure
        title="The documents could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading documents" columns={5} />
    );
  }
  return (
    <>
      <DocumentTable documents={data.pages.flatMap(({ items }) => items)} readOnly={readOnly} />
      {error ? (
        <QueryFailure
          title="The list could not be read anew."
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
      {hasNextPage ? (
        <div className={classes.foot}>
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
