import type { User } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { QueryFailure, ShowMore, useChosen, useGoingOn } from '@cytocomm/portal-api';
import { queryOf, type UserListState, userSortOf } from './list-state.ts';
import { UserBulk } from './UserBulk.tsx';
import { UserTable } from './UserTable.tsx';
import { PAGE_SIZE, type UserPage, useUserPages } from './user-api.ts';
import classes from './users.module.css';

/** Properties of {@link UserList}. */
export interface UserListProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

/**
 * Returns how many of how many are shown. Where the server stopped counting, nobody knows how many there are until all
 * are here.
 */
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
