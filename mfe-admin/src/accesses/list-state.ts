import { type DocumentAccess, type DocumentAccessExportQuery, searchedWords } from '@cytocomm/contract';
import { type Choice, choiceNamed, useListState } from '@cytocomm/portal-api';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';

type Sort = NonNullable<DocumentAccessExportQuery['sort']>;

/** Which accesses are shown, as the address holds it; an empty text is no choice. */
export interface AccessListState extends Days {
  /** Parts of the person's e-mail. */
  readonly by: string;
  readonly action: DocumentAccess['action'] | undefined;
  readonly sort: Sort;
}

const NEWEST: Sort = '-at';

/** Returns the order that a grid asks for, if the list has it. */
export const accessSortOf = (sort: string | null): Sort => (sort === 'at' ? 'at' : NEWEST);

/** What can be done with a document. */
export const ACTIONS: readonly Choice<DocumentAccess['action']>[] = [
  { value: 'opened', label: 'Opened' },
  { value: 'downloaded', label: 'Downloaded' },
];

const read = (fields: URLSearchParams): AccessListState => ({
  by: (fields.get('by') ?? '').trim().slice(0, 254),
  action: choiceNamed(ACTIONS, fields.get('action')),
  from: dayOf(fields.get('from')),
  to: dayOf(fields.get('to')),
  sort: accessSortOf(fields.get('sort')),
});

const write = ({ sort, action, ...texts }: AccessListState) => ({
  ...texts,
  action: action ?? '',
  sort: sort === NEWEST ? '' : sort,
});

/** Returns which accesses are shown, and what changes it. */
export const useAccessListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ by, action, sort, ...days }: AccessListState): DocumentAccessExportQuery {
  return {
    ...(by !== '' && { by: searchedWords(by) }),
    ...(action !== undefined && { action }),
    ...(sort !== NEWEST && { sort }),
    ...momentsOf(days),
  };
}
