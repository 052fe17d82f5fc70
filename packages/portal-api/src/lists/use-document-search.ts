import { type DocumentSort, searchedWords } from '@cytocomm/contract';
import { type Choice, choiceNamed } from './choices.ts';
import { useListState } from './use-list-state.ts';

/** Which documents a reader is shown, as the address holds it. */
export interface DocumentSearchState {
  /** An empty text is no search. */
  readonly search: string;
  /** Undefined: newest first. */
  readonly sort: DocumentSort | undefined;
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
});

const write = ({ search, sort }: DocumentSearchState) => ({ q: search, sort: sort ?? '' });

/** Returns which documents a reader is shown, what changes it, and the query of it. */
export function useDocumentSearch() {
  const [state, change] = useListState({ read, write });
  const { search, sort } = state;
  const query = {
    ...(search !== '' && { search: searchedWords(search) }),
    ...(sort !== undefined && { sort }),
  };
  return { state, change, query };
}
