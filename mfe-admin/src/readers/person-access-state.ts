import { type PersonAccessExportQuery, searchedWords } from '@cytocomm/contract';
import { choiceNamed, useListState } from '@cytocomm/portal-api';
import { ACTIONS, accessSortOf } from '../accesses/list-state.ts';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';

/** Which accesses of a person are shown, as the address holds it; an empty text is no choice. */
export interface PersonAccessState extends Days {
  /** Parts of the title. */
  readonly document: string;
  readonly action: PersonAccessExportQuery['action'];
  readonly sort: ReturnType<typeof accessSortOf>;
}

const read = (fields: URLSearchParams): PersonAccessState => ({
  document: (fields.get('q') ?? '').trim().slice(0, 200),
  action: choiceNamed(ACTIONS, fields.get('action')),
  from: dayOf(fields.get('from')),
  to: dayOf(fields.get('to')),
  sort: accessSortOf(fields.get('sort')),
});

const write = ({ document, sort, action, ...days }: PersonAccessState) => ({
  q: document,
  ...days,
  action: action ?? '',
  sort: sort === '-at' ? '' : sort,
});

/** Returns which accesses are shown, and what changes it. */
export const usePersonAccessState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ document, action, sort, ...days }: PersonAccessState): PersonAccessExportQuery {
  return {
    ...(document !== '' && { document: searchedWords(document) }),
    ...(action !== undefined && { action }),
    ...(sort !== '-at' && { sort }),
    ...momentsOf(days),
  };
}
