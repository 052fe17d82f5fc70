import {
  groupNamed,
  type Role,
  searchedWords,
  type User,
  type UserExportQuery,
  type UserSort,
} from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  ChoiceField,
  FilterBar,
  QueryFailure,
  SearchField,
  ShowMore,
  useChosen,
  useGoingOn,
  useGroups,
  useListState,
} from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { UserBulk } from './UserBulk.tsx';
import { UserTable } from './UserTable.tsx';
import { PAGE_SIZE, type UserPage, useAssignableRoles, useUserPages } from './user-api.ts';
import classes from './users.module.css';

interface UserFiltersProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

const SIGN_INS = [
  { value: 'never', label: 'Never signed in' },
  { value: 'yes', label: 'Signed in before' },
] as const;

/** The search field and the filters of the list. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const { roles, isComplete } = useAssignableRoles();
  const existingRoles = [...roles, 'developer'];
  const wordOf = (role: string) =>
    `${roleLabel(role)}${isComplete && !existingRoles.includes(role) ? ' (no such role)' : ''}`;
  const offered = [...new Set([...existingRoles, ...(state.role === undefined ? [] : [state.role])])];
  const { role, group, neverSignedIn } = state;
  const groups = [...new Set([...(useGroups().data?.items ?? []).map(({ name }) => name), ...(group ? [group] : [])])];
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search users"
        hideLabel
        maxLength={254}
        placeholder="Part of an e-mail or name"
        value={state.search}
        onSearch={(search) => onChange({ search: search.toLowerCase() })}
      />
      <ChoiceField
        label="Role of users"
        hideLabel
        value={role}
        all="All roles"
        choices={offered.map((each) => ({ value: each, label: wordOf(each) }))}
        onChange={(chosen) => onChange({ role: chosen })}
      />
      {groups.length > 0 ? (
        <ChoiceField
          label="Group of users"
          hideLabel
          value={group}
          all="All groups"
          choices={groups.map((each) => ({ value: each, label: each }))}
          onChange={(chosen) => onChange({ group: chosen })}
        />
      ) : null}
      <ChoiceField
        label="Sign-ins of users"
        hideLabel
        value={neverSignedIn === undefined ? undefined : neverSignedIn ? 'never' : 'yes'}
        all="Any sign-in"
        choices={SIGN_INS}
        onChange={(chosen) => onChange({ neverSignedIn: chosen && chosen === 'never' })}
      />
    </FilterBar>
  );
}

/** The state of the list of users, as its address holds it. */
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

function read(fields: URLSearchParams): UserListState {
  const role = fields.get('role') ?? '';
  const group = fields.get('group') ?? '';
  const signedIn = fields.get('signed-in');
  return {
    search: (fields.get('q') ?? '').trim().toLowerCase().slice(0, 254),
    sort: SORTS.find((each) => each === fields.get('sort')) ?? 'email',
    role: ROLE.test(role) ? role : undefined,
    group: groupNamed(group) === group ? group : undefined,
    neverSignedIn: signedIn === 'never' ? true : signedIn === 'yes' ? false : undefined,
  };
}

const write = ({ search, sort, role, group, neverSignedIn }: UserListState) => ({
  q: search,
  sort: sort === 'email' ? '' : sort,
  role: role ?? '',
  group: group ?? '',
  'signed-in': neverSignedIn === undefined ? '' : neverSignedIn ? 'never' : 'yes',
});

/** Returns the order that a grid asks for, if the list has it. */
function userSortOf(sort: string): UserSort {
  return SORTS.find((each) => each === sort) ?? 'email';
}

/** Returns the state of the list and the function that changes it. */
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

interface UserListProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

/** Returns how many of how many are shown; the server stops counting at a limit, which reads as `at least`. */
function describeCount(count: number, { total, atLeast }: UserPage, all: boolean): string {
  const format = (value: number) => value.toLocaleString('en-US');
  if (all) return `${format(count)} of ${format(count)}`;
  return `${format(count)} of ${atLeast ? 'at least ' : ''}${format(Math.max(total, count))}`;
}

const emailOf = ({ email }: User) => email;

/** The people who are asked for, page after page, with what is done to several at once. */
export function UserList({ state, onChange }: UserListProps) {
  const query = queryOf(state);
  const limit = useRowsAtOnce(PAGE_SIZE);
  const pages = useUserPages({ query: { limit, ...query } });
  const { chosen, selected, select } = useChosen(pages, emailOf);
  const { data, currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = pages;
  // A page of a search among many may be empty and still lead to more.
  const { isNothingYet: isNobodyYet, isAsked, goesOn } = useGoingOn(pages);

  // Until an answer is here the list of the search before stays; after a failure it would pass for the answer.
  if (!data || isNobodyYet || (error && !currentData)) {
    return error ? (
      <QueryFailure title="Failed to load users" error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <TableSkeleton label="Loading users" columns={3} />
    );
  }
  const users = data.pages.flatMap(({ items }) => items);
  const lastPage = data.pages.at(-1);
  const isEverybody =
    state.search === '' && state.role === undefined && state.group === undefined && state.neverSignedIn === undefined;
  return (
    <>
      <UserBulk chosen={chosen} selected={selected} onSelect={select} />
      {users.length === 0 && isAsked ? (
        <EmptyState title="Nothing found so far." />
      ) : (
        <UserTable
          users={users}
          search={state.search}
          complete={currentData !== undefined && !hasNextPage && isEverybody}
          sort={state.sort}
          onSort={(sort) => onChange({ sort: userSortOf(sort) })}
          selected={selected}
          onSelect={select}
          busy={currentData === undefined && isFetching}
        />
      )}
      {users.length > 0 || isAsked ? (
        <div className={classes.foot}>
          {isAsked ? <span role="status">Many people were looked through. There may be more.</span> : null}
          <span className="tabular">
            {users.length > 0 && lastPage ? describeCount(users.length, lastPage, !hasNextPage) : null}
          </span>
          {hasNextPage ? (
            <ShowMore
              variant="secondary"
              busy={isFetchingNextPage || (isAsked && goesOn)}
              onClick={() => void fetchNextPage()}
            >
              {isAsked ? 'Look further' : 'Show more'}
            </ShowMore>
          ) : null}
        </div>
      ) : null}
      {error ? (
        <QueryFailure
          title="More users could not be loaded."
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
    </>
  );
}
