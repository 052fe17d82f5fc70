import type { StoredDocument } from '@cytocomm/contract';
import {
  DOCUMENT_KIND_LABELS,
  type DocumentKind,
  type DocumentSort,
  searchedWords,
  type WantedKind,
} from '@cytocomm/contract';
import { RelativeTime } from '@cytocomm/kit';
import { type Choice, ChoiceField, choiceNamed, choicesIn, YearField, yearNamed } from './ChoiceField.tsx';
import { useListState } from './list-state.tsx';
import { FilterBar, SearchField } from './SearchField.tsx';

/** Properties of {@link PublishedTime}. */
export interface PublishedTimeProps {
  readonly document: Pick<StoredDocument, 'uploadedAt' | 'replacedAt' | 'version'>;
  readonly className?: string | undefined;
}

/** When a document was published, or another file took its place: `Updated 2 hours ago (version 2)`. */
export function PublishedTime({ document: { uploadedAt, replacedAt, version }, className }: PublishedTimeProps) {
  if (replacedAt === undefined) return <RelativeTime date={uploadedAt} className={className} />;
  return (
    <span className={className}>
      Updated <RelativeTime date={replacedAt} />
      {version === undefined ? null : ` (version ${version})`}
    </span>
  );
}

/** Each kind of document as people read it. */
export const DOCUMENT_KINDS = choicesIn(DOCUMENT_KIND_LABELS);

/** The kinds by which documents are found: those without one, too. */
export const WANTED_KINDS = choicesIn<WantedKind>({ ...DOCUMENT_KIND_LABELS, none: 'No kind' });

/** Returns a kind as people read it; one that a newer server knows by its own name, and an empty text for none. */
export const kindLabel = (kind: DocumentKind | undefined): string =>
  kind === undefined ? '' : (DOCUMENT_KIND_LABELS[kind] ?? kind);

/** Properties of {@link DocumentSearch}. */
export interface DocumentSearchProps {
  /** Names the field: `Search documents`. */
  readonly label: string;
  readonly state: DocumentSearchState;
  readonly onChange: (changed: Partial<DocumentSearchState>) => void;
  /** Whether they are found by their fiscal year, too; false by default. */
  readonly byYear?: boolean;
  /** Whether it has a choice of orders; true by default. A grid has its own. */
  readonly hasOrders?: boolean;
}

/** The search field above a list of documents, its filters and their order. */
export function DocumentSearch({ label, state, onChange, byYear = false, hasOrders = true }: DocumentSearchProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label={label}
        hideLabel
        maxLength={200}
        placeholder="Part of a title or file name"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Kind"
        hideLabel
        value={state.kind}
        all="All kinds"
        choices={WANTED_KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      {byYear ? (
        <YearField
          label="Fiscal year"
          hideLabel
          value={state.year}
          all="All years"
          onChange={(year) => onChange({ year })}
        />
      ) : null}
      {hasOrders ? (
        <ChoiceField
          label="Sort by"
          hideLabel
          value={state.sort}
          all="Newest first"
          choices={DOCUMENT_SORTS}
          onChange={(sort) => onChange({ sort })}
        />
      ) : null}
    </FilterBar>
  );
}

/** Which documents a reader is shown, as the address holds it. */
export interface DocumentSearchState {
  /** An empty text is no search. */
  readonly search: string;
  /** Undefined: newest first. */
  readonly sort: DocumentSort | undefined;
  readonly kind: WantedKind | undefined;
  /** A fiscal year. */
  readonly year: number | undefined;
}

/** The orders of a reader's documents besides newest first. */
export const DOCUMENT_SORTS: readonly Choice<DocumentSort>[] = [
  { value: 'uploadedAt', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
];

const read = (fields: URLSearchParams): DocumentSearchState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 200),
  sort: choiceNamed(DOCUMENT_SORTS, fields.get('sort')),
  kind: choiceNamed(WANTED_KINDS, fields.get('kind')),
  year: yearNamed(fields.get('year')),
});

const write = ({ search, sort, kind, year }: DocumentSearchState) => ({
  q: search,
  sort: sort ?? '',
  kind: kind ?? '',
  year: String(year ?? ''),
});

/** Returns which documents a reader is shown, what changes it, the query of it, and whether it asks for all of them. */
export function useDocumentSearch() {
  const [state, change] = useListState({ read, write });
  const { search, sort, kind, year } = state;
  const filter = {
    ...(kind !== undefined && { kind: [kind] }),
    ...(year !== undefined && { year }),
    ...(search !== '' && { search: searchedWords(search) }),
  };
  const isAll = Object.keys(filter).length === 0;
  return { state, change, query: { ...filter, ...(sort !== undefined && { sort }) }, isAll };
}
