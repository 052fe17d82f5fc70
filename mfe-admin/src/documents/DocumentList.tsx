import {
  type DocumentExportQuery,
  type DocumentSort,
  type StoredDocument,
  searchedWords,
  type Visibility,
  type WantedKind,
} from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  ChoiceField,
  choiceNamed,
  FilterBar,
  GridPages,
  SearchField,
  useChosen,
  useListState,
  WANTED_KINDS,
  YearField,
  yearNamed,
} from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import { DocumentBulk } from './DocumentBulk.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { PAGE_SIZE, useDocumentPages } from './document-api.ts';
import { visibilities } from './visibility.ts';

/** What the list of documents shows, as the address holds it. */
interface DocumentListState {
  readonly search: string;
  readonly sort: DocumentSort;
  readonly visibility: Visibility | undefined;
  readonly kind: WantedKind | undefined;
  /** A fiscal year. */
  readonly year: number | undefined;
}

const DEFAULT: DocumentSort = '-uploadedAt';
const SORTS: readonly DocumentSort[] = [
  ...(['title', '-title', 'size', '-size', 'uploadedAt', '-uploadedAt'] as const),
];

/** Returns the order that a grid asks for, if the list has it. */
const documentSortOf = (sort: string | null): DocumentSort => SORTS.find((each) => each === sort) ?? DEFAULT;

function read(fields: URLSearchParams): DocumentListState {
  return {
    search: (fields.get('q') ?? '').trim().slice(0, 200),
    sort: documentSortOf(fields.get('sort')),
    visibility: choiceNamed(visibilities, fields.get('visible-to')),
    kind: choiceNamed(WANTED_KINDS, fields.get('kind')),
    year: yearNamed(fields.get('year')),
  };
}

const write = ({ search, sort, visibility, kind, year }: DocumentListState) => ({
  q: search,
  sort: sort === DEFAULT ? '' : sort,
  'visible-to': visibility ?? '',
  kind: kind ?? '',
  year: String(year ?? ''),
});

/** Returns the state of the list and the function that changes it. */
export const useDocumentListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, visibility, kind, year }: DocumentListState): DocumentExportQuery {
  return {
    ...(sort !== DEFAULT && { sort }),
    ...(search !== '' && { search: searchedWords(search) }),
    ...(visibility !== undefined && { visibility }),
    ...(kind !== undefined && { kind: [kind] }),
    ...(year !== undefined && { year }),
  };
}

/** Whether a state asks for all documents. */
const isAllOf = ({ sort: _, ...filters }: DocumentListState): boolean =>
  Object.values(filters).every((filter) => filter === '' || filter === undefined);

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

interface DocumentListProps {
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
