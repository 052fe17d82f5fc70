import type { Role, UserExportQuery, UserSort } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';

/** What the list of users shows, as the address holds it. */
export interface UserListState {
  readonly search: string;
  readonly sort: UserSort;
  readonly role: Role | undefined;
  readonly neverSignedIn: boolean | undefined;
}

const SORTS: readonly UserSort[] = [
  ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
];
const ROLE = /^[a-z][a-z0-9-]{0,31}$/;

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', role: 'role', neverSignedIn: 'signed-in' } as const;

function read(fields: URLSearchParams): UserListState {
  const role = fields.get(FIELDS.role) ?? '';
  const signedIn = fields.get(FIELDS.neverSignedIn);
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().toLowerCase().slice(0, 254),
    sort: SORTS.find((each) => each === fields.get(FIELDS.sort)) ?? 'email',
    role: ROLE.test(role) ? role : undefined,
    neverSignedIn: signedIn === 'never' ? true : signedIn === 'yes' ? false : undefined,
  };
}

function write(fields: URLSearchParams, { search, sort, role, neverSignedIn }: UserListState): URLSearchParams {
  const written = new URLSearchParams(fields);
  const put = (name: string, value: string) => (value === '' ? written.delete(name) : written.set(name, value));
  put(FIELDS.search, search);
  put(FIELDS.sort, sort === 'email' ? '' : sort);
  put(FIELDS.role, role ?? '');
  put(FIELDS.neverSignedIn, neverSignedIn === undefined ? '' : neverSignedIn ? 'never' : 'yes');
  return written;
}

/** Returns the order that a grid asks for, if the list has it. */
export function userSortOf(sort: string): UserSort {
  return SORTS.find((each) => each === sort) ?? 'email';
}

/** Returns what the list shows, and what changes it: in the address, so that a view can be shared. What is no state there is none. */
export function useUserListState() {
  const [fields, setFields] = useSearchParams();
  const state = read(fields);
  const change = (changed: Partial<UserListState>) =>
    setFields((before) => write(before, { ...read(before), ...changed }), { replace: true, preventScrollReset: true });
  return [state, change] as const;
}

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, role, neverSignedIn }: UserListState): UserExportQuery {
  return {
    ...(search !== '' && { search }),
    ...(sort !== 'email' && { sort }),
    ...(role !== undefined && { role }),
    ...(neverSignedIn !== undefined && { neverSignedIn }),
  };
}
