import type { PressReleaseExportQuery, PressReleaseSort, ReleaseStatus } from '@cytocomm/contract';
import { useListState } from '../lists/use-list-state.ts';

/** What the list of press releases shows, as the address holds it. */
export interface ReleaseListState {
  readonly search: string;
  readonly sort: PressReleaseSort;
  readonly status: ReleaseStatus | undefined;
}

const DEFAULT: PressReleaseSort = '-updatedAt';
const SORTS: readonly PressReleaseSort[] = [
  ...(['title', '-title', 'date', '-date', 'author', '-author', 'updatedAt', '-updatedAt'] as const),
];
const STATUSES: readonly ReleaseStatus[] = ['draft', 'scheduled', 'published'];

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', status: 'status' } as const;

/** Returns the order that a grid asks for, if the list has it. */
export const releaseSortOf = (sort: string | null): PressReleaseSort => SORTS.find((each) => each === sort) ?? DEFAULT;

/** Returns the status of this name; undefined for any other text. */
export const releaseStatusOf = (name: string | null): ReleaseStatus | undefined =>
  STATUSES.find((each) => each === name);

function read(fields: URLSearchParams): ReleaseListState {
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().slice(0, 200),
    sort: releaseSortOf(fields.get(FIELDS.sort)),
    status: releaseStatusOf(fields.get(FIELDS.status)),
  };
}

const write = ({ search, sort, status }: ReleaseListState) => ({
  [FIELDS.search]: search,
  [FIELDS.sort]: sort === DEFAULT ? '' : sort,
  [FIELDS.status]: status ?? '',
});

/** Returns what the list shows, and what changes it. */
export const useReleaseListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, status }: ReleaseListState): PressReleaseExportQuery {
  return { sort, ...(search !== '' && { search }), ...(status !== undefined && { status }) };
}
