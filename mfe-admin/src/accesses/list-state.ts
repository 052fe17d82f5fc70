import type { DocumentAccess, DocumentAccessExportQuery } from '@cytocomm/contract';
import { type Days, dayOf, momentsOf } from '../lists/days.ts';
import { useListState } from '../lists/use-list-state.ts';

type Sort = NonNullable<DocumentAccessExportQuery['sort']>;

/** Which accesses are shown, as the address holds it; an empty text is no choice. */
export interface AccessListState extends Days {
  /** How the person's e-mail begins. */
  readonly by: string;
  readonly action: DocumentAccess['action'] | undefined;
  readonly sort: Sort;
}

const NEWEST: Sort = '-at';

/** Returns the order that a grid asks for, if the list has it. */
export const accessSortOf = (sort: string | null): Sort => (sort === 'at' ? 'at' : NEWEST);

/** Returns what was done by this name; undefined for any other text. */
export const accessActionOf = (name: string | null): DocumentAccess['action'] | undefined =>
  name === 'opened' || name === 'downloaded' ? name : undefined;

const read = (fields: URLSearchParams): AccessListState => ({
  by: (fields.get('by') ?? '').trim().slice(0, 254),
  action: accessActionOf(fields.get('action')),
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
    ...(by !== '' && { by }),
    ...(action !== undefined && { action }),
    ...(sort !== NEWEST && { sort }),
    ...momentsOf(days),
  };
}
