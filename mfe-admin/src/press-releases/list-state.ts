import {
  type PressReleaseExportQuery,
  type PressReleaseSort,
  type PressReleaseStatus,
  searchedWords,
} from '@cytocomm/contract';
import { type Choice, choiceNamed, useListState } from '@cytocomm/portal-api';

/** How far the releases of a list have come. */
type ListedStatus = PressReleaseStatus | 'asked';

/** What the list of press releases shows, as the address holds it. */
export interface PressReleaseListState {
  readonly search: string;
  readonly sort: PressReleaseSort;
  /** `asked`: those that wait for approval. */
  readonly status: ListedStatus | undefined;
}

const DEFAULT: PressReleaseSort = '-updatedAt';
const SORTS: readonly PressReleaseSort[] = [
  ...(['title', '-title', 'date', '-date', 'author', '-author', 'updatedAt', '-updatedAt'] as const),
];

/** How far a release can have come, in the order of the list. */
export const STATUSES: readonly Choice<ListedStatus>[] = [
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'asked', label: 'Waiting for approval' },
];

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', status: 'status' } as const;

/** Returns the order that a grid asks for, if the list has it. */
export const pressReleaseSortOf = (sort: string | null): PressReleaseSort =>
  SORTS.find((each) => each === sort) ?? DEFAULT;

function read(fields: URLSearchParams): PressReleaseListState {
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().slice(0, 200),
    sort: pressReleaseSortOf(fields.get(FIELDS.sort)),
    status: choiceNamed(STATUSES, fields.get(FIELDS.status)),
  };
}

const write = ({ search, sort, status }: PressReleaseListState) => ({
  [FIELDS.search]: search,
  [FIELDS.sort]: sort === DEFAULT ? '' : sort,
  [FIELDS.status]: status ?? '',
});

/** Returns what the list shows, and what changes it. */
export const usePressReleaseListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, status }: PressReleaseListState): PressReleaseExportQuery {
  const narrowed = status === 'asked' ? { approval: status } : status !== undefined && { status };
  return { sort, ...(search !== '' && { search: searchedWords(search) }), ...narrowed };
}
