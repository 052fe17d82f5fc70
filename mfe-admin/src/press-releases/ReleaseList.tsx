import type { AdminPressRelease } from '@cytocomm/contract';
import { ButtonLink, EmptyState, Notice } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { GridPages, useChosen } from '@cytocomm/portal-api';
import { useState } from 'react';
import lists from '../lists/lists.module.css';
import { queryOf, type ReleaseListState, releaseSortOf } from './list-state.ts';
import { ReleaseBulk } from './ReleaseBulk.tsx';
import { ReleaseFilters } from './ReleaseFilters.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import { useReleasePages } from './release-api.ts';
import { unsavedTexts } from './unsaved-text.ts';

const PAGE_SIZE = 25;

/** Properties of {@link ReleaseList}. */
export interface ReleaseListProps {
  /** The address of the tool. */
  readonly path: string;
  readonly state: ReleaseListState;
  readonly onChange: (changed: Partial<ReleaseListState>) => void;
}

const keyOf = ({ id }: AdminPressRelease) => id;

/** All press releases: searched, filtered and sorted by the server, page after page. */
export function ReleaseList({ path, state, onChange }: ReleaseListProps) {
  const query = useReleasePages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) } });
  const all = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { chosen, selected, select } = useChosen(query, keyOf);
  const hasApproval = all.some(({ approval }) => approval !== undefined);
  const isAll = state.search === '' && state.status === undefined;
  return (
    <>
      <div className={lists.told}>
        <LeftTexts path={path} />
      </div>
      <ReleaseFilters state={state} hasApproval={hasApproval} onChange={onChange} />
      <ReleaseBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={query}
        pending={<TableSkeleton label="Loading press releases" columns={5} rows={4} />}
        failed="The press releases could not be loaded."
        failedLater="More press releases could not be loaded."
      >
        {(releases, busy) =>
          releases.length === 0 && isAll && !busy ? (
            <EmptyState title="No press releases yet.">Write the first one with New release.</EmptyState>
          ) : (
            <ReleaseTable
              releases={releases}
              path={path}
              sort={state.sort}
              onSort={(sort) => onChange({ sort: releaseSortOf(sort) })}
              selected={selected}
              onSelect={select}
              busy={busy}
            />
          )
        }
      </GridPages>
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
