import type { StoredDocument } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  ChoiceField,
  FilterBar,
  GridPages,
  SearchField,
  useChosen,
  WANTED_KINDS,
  YearField,
} from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import { DocumentBulk } from './DocumentBulk.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { visibilities } from './document.ts';
import { PAGE_SIZE, useDocumentPages } from './document-api.ts';
import { type DocumentListState, documentSortOf, isAllOf, queryOf } from './list-state.ts';

/** Properties of {@link DocumentFilters}. */
interface DocumentFiltersProps {
  readonly state: DocumentListState;
  readonly onChange: (changed: Partial<DocumentListState>) => void;
}

/** The search field and the filter of the list. */
function DocumentFilters({ state, onChange }: DocumentFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search documents"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or file name"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Visibility of documents"
        hideLabel
        value={state.visibility}
        all="All readers"
        choices={visibilities}
        onChange={(visibility) => onChange({ visibility })}
      />
      <ChoiceField
        label="Kind of documents"
        hideLabel
        value={state.kind}
        all="All kinds"
        choices={WANTED_KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      <YearField
        label="Fiscal year of documents"
        hideLabel
        value={state.year}
        all="All years"
        onChange={(year) => onChange({ year })}
      />
    </FilterBar>
  );
}

/** Properties of {@link DocumentList}. */
export interface DocumentListProps {
  readonly state: DocumentListState;
  readonly onChange: (changed: Partial<DocumentListState>) => void;
  /** The address of the tool. */
  readonly path: string;
  /** What to do when there are no documents. */
  readonly firstStep: ReactNode;
}

const keyOf = ({ id }: StoredDocument) => id;

/** Everything that was uploaded: searched, filtered and sorted by the server, page after page. */
export function DocumentList({ state, onChange, path, firstStep }: DocumentListProps) {
  const query = useDocumentPages({ limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) });
  const { chosen, selected, select } = useChosen(query, keyOf);
  const isAll = isAllOf(state);
  return (
    <>
      <DocumentFilters state={state} onChange={onChange} />
      <DocumentBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={query}
        pending={<TableSkeleton label="Loading documents" columns={6} />}
        failed="The documents could not be loaded."
        failedLater="More documents could not be loaded."
      >
        {(documents, busy) =>
          documents.length === 0 && isAll && !busy ? (
            <EmptyState title="No documents yet.">{firstStep}</EmptyState>
          ) : (
            <DocumentTable
              documents={documents}
              path={path}
              sort={state.sort}
              onSort={(sort) => onChange({ sort: documentSortOf(sort) })}
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
