import { type DocumentSort, searchedWords, type WantedKind } from '@cytocomm/contract';
import { type Choice, choiceNamed } from './choices.ts';
import { WANTED_KINDS } from './document-kinds.ts';
import { useListState } from './use-list-state.ts';
import { yearNamed } from './YearField.tsx';

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
