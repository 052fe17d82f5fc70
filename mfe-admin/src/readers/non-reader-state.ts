import type { NonReaderQuery } from '@cytocomm/contract';
import { searchedWords } from '@cytocomm/contract';
import { useListState } from '@cytocomm/portal-api';

type Sort = NonNullable<NonReaderQuery['sort']>;

/** Which people are shown, as the address holds it. */
export interface NonReaderState {
  readonly search: string;
  readonly sort: Sort;
}

const DEFAULT: Sort = 'email';
const SORTS: readonly Sort[] = ['email', '-email', 'lastSignIn', '-lastSignIn'];

/** Returns the order that a grid asks for, if the list has it. */
export const nonReaderSortOf = (sort: string | null): Sort => SORTS.find((each) => each === sort) ?? DEFAULT;

const read = (fields: URLSearchParams): NonReaderState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  sort: nonReaderSortOf(fields.get('sort')),
});

const write = ({ search, sort }: NonReaderState) => ({ q: search, sort: sort === DEFAULT ? '' : sort });

/** Returns which people are shown, and what changes it. */
export const useNonReaderState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort }: NonReaderState): NonReaderQuery {
  return { ...(search !== '' && { search: searchedWords(search) }), ...(sort !== DEFAULT && { sort }) };
}
