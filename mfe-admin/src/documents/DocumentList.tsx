import { Button, EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { type ReactNode, useState } from 'react';
import lists from '../lists/lists.module.css';
import { BulkBar } from './BulkBar.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { PAGE_SIZE, useDocumentPages } from './document-api.ts';
import { documentSortOf, queryOf, useDocumentListState } from './list-state.ts';

/** Everything that was uploaded: searched, filtered and sorted by the server, page after page. */
export function DocumentList({ firstStep }: { readonly firstStep: ReactNode }) {
  const [state, change] = useDocumentListState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data, currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useDocumentPages({ limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) });
  const isAll = state.search === '' && state.visibility === undefined;

  // Until an answer is here the list of the search before stays; after a failure it would pass for the answer.
  const shown = error && !currentData ? undefined : data;
  const documents = shown?.pages.flatMap(({ items }) => items) ?? [];
  const isBusy = currentData === undefined && isFetching;
  return (
    <>
      <DocumentFilters state={state} onChange={change} />
      {shown === undefined && !error ? <TableSkeleton label="Loading documents" columns={5} /> : null}
      {shown === undefined ? null : (
        <>
          <BulkBar documents={documents} selected={selected} onSelect={setSelected} />
          {documents.length === 0 && isAll && !isBusy ? (
            <EmptyState title="No documents yet.">{firstStep}</EmptyState>
          ) : (
            <DocumentTable
              documents={documents}
              sort={state.sort}
              onSort={(sort) => change({ sort: documentSortOf(sort) })}
              selected={selected}
              onSelect={setSelected}
              busy={isBusy}
            />
          )}
          {hasNextPage ? (
            <div className={lists.more}>
              <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
      {error ? (
        <QueryFailure
          title={shown === undefined ? 'The documents could not be loaded.' : 'More documents could not be loaded.'}
          error={error}
          onRetry={() => void (shown !== undefined && hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
    </>
  );
}
