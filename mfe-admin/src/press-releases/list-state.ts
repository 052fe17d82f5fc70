import type { PressReleaseExportQuery, PressReleaseSort, ReleaseStatus } from '@cytocomm/contract';
import { useListState } from '../lists/use-list-state.ts';

/** How far the releases of a list have come. */
type ListedStatus = ReleaseStatus | 'asked';

/** What the list of press releases shows, as the address holds it. */
export interface ReleaseListState {
  readonly search: string;
  readonly sort: PressReleaseSort;
  /** `asked`: those that wait for approval. */
  readonly status: ListedStatus | undefined;
}

const DEFAULT: PressReleaseSort = '-updatedAt';
const SORTS: readonly PressReleaseSort[] = [
  ...(['title', '-title', 'date', '-date', 'author', '-author', 'updatedAt', '-updatedAt'] as const),
];
const STATUSES: readonly ListedStatus[] = ['draft', 'scheduled', 'published', 'asked'];

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', status: 'status' } as const;

/** Returns the order that a grid asks for, if the list has it. */
export const releaseSortOf = (sort: string | null): PressReleaseSort => SORTS.find((each) => each === sort) ?? DEFAULT;

/** Returns the status of this name; undefined for any other text. */
export const releaseStatusOf = (name: string | null): ListedStatus | undefined =>
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
  const narrowed = status === 'asked' ? { approval: status } : status !== undefined && { status };
  return { sort, ...(search !== '' && { search }), ...narrowed };
}
