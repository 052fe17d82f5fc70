import { groupNamed, type Role, searchedWords, type UserExportQuery, type UserSort } from '@cytocomm/contract';
import { useListState } from '@cytocomm/portal-api';

/** What the list of users shows, as the address holds it. */
export interface UserListState {
  readonly search: string;
  readonly sort: UserSort;
  readonly role: Role | undefined;
  readonly group: string | undefined;
  readonly neverSignedIn: boolean | undefined;
}

const SORTS: readonly UserSort[] = [
  ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
];
const ROLE = /^[a-z][a-z0-9-]{0,31}$/;

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', role: 'role', group: 'group', neverSignedIn: 'signed-in' } as const;

function read(fields: URLSearchParams): UserListState {
  const role = fields.get(FIELDS.role) ?? '';
  const group = fields.get(FIELDS.group) ?? '';
  const signedIn = fields.get(FIELDS.neverSignedIn);
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().toLowerCase().slice(0, 254),
    sort: SORTS.find((each) => each === fields.get(FIELDS.sort)) ?? 'email',
    role: ROLE.test(role) ? role : undefined,
    group: groupNamed(group) === group ? group : undefined,
    neverSignedIn: signedIn === 'never' ? true : signedIn === 'yes' ? false : undefined,
  };
}

const write = ({ search, sort, role, group, neverSignedIn }: UserListState) => ({
  [FIELDS.search]: search,
  [FIELDS.sort]: sort === 'email' ? '' : sort,
  [FIELDS.role]: role ?? '',
  [FIELDS.group]: group ?? '',
  [FIELDS.neverSignedIn]: neverSignedIn === undefined ? '' : neverSignedIn ? 'never' : 'yes',
});

/** Returns the order that a grid asks for, if the list has it. */
export function userSortOf(sort: string): UserSort {
  return SORTS.find((each) => each === sort) ?? 'email';
}

/** Returns what the list shows, and what changes it. What is no state in an address is none. */
export const useUserListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, role, group, neverSignedIn }: UserListState): UserExportQuery {
  return {
    ...(search !== '' && { search: searchedWords(search) }),
    ...(sort !== 'email' && { sort }),
    ...(role !== undefined && { role }),
    ...(group !== undefined && { group }),
    ...(neverSignedIn !== undefined && { neverSignedIn }),
  };
}
