import { Button, ButtonLink, EmptyState, Notice } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { queryOf, type ReleaseListState, releaseSortOf, useReleaseListState } from './list-state.ts';
import classes from './press-releases.module.css';
import { ReleaseFilters } from './ReleaseFilters.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import { useReleasePages } from './release-api.ts';
import { unsavedTexts } from './unsaved-text.ts';

const PAGE_SIZE = 25;

/** All press releases: searched, filtered and sorted by the server, page after page. */
export function ReleaseList({ path }: { readonly path: string }) {
  const [state, change] = useReleaseListState();
  return (
    <>
      <LeftTexts path={path} />
      <ReleaseFilters state={state} onChange={change} />
      <Releases path={path} state={state} onSort={(sort) => change({ sort: releaseSortOf(sort) })} />
    </>
  );
}

interface ReleasesProps {
  readonly path: string;
  readonly state: ReleaseListState;
  readonly onSort: (sort: string) => void;
}

function Releases({ path, state, onSort }: ReleasesProps) {
  const { data, currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useReleasePages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) } });
  const isAll = state.search === '' && state.status === undefined;

  // Until an answer is here the list of the search before stays; after a failure it would pass for the answer.
  if (!data || (error && !currentData)) {
    return error ? (
      <QueryFailure
        title="The press releases could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading press releases" columns={5} rows={4} />
    );
  }
  const releases = data.pages.flatMap(({ items }) => items);
  const isBusy = currentData === undefined && isFetching;
  return (
    <>
      {releases.length === 0 && isAll && !isBusy ? (
        <EmptyState title="No press releases yet.">Write the first one with New release.</EmptyState>
      ) : (
        <ReleaseTable releases={releases} path={path} sort={state.sort} onSort={onSort} busy={isBusy} />
      )}
      {hasNextPage ? (
        <div className={classes.actions}>
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {error ? (
        <QueryFailure
          title="More press releases could not be loaded."
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
    </>
  );
}

/** What the person wrote in this browser and what did not reach the server, each with the way to it. */
function LeftTexts({ path }: { readonly path: string }) {
  const [texts] = useState(unsavedTexts);
  return texts.map(({ key, id, draft }) => (
    <Notice key={key} tone="warning" title={`“${draft.title.trim() || 'Untitled'}” did not reach the portal.`}>
      <ButtonLink variant="secondary" size="small" to={id === null ? `${path}/new` : `${path}/${id}/edit`}>
        Open it
      </ButtonLink>
    </Notice>
  ));
}
