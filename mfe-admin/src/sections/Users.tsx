import { Button, TextField } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { AddUserForm } from '../users/AddUserForm.tsx';
import { UserTable } from '../users/UserTable.tsx';
import { useSettled } from '../users/use-settled.ts';
import { PAGE_SIZE, type UserPage, useUserPages } from '../users/user-api.ts';
import classes from '../users/users.module.css';

/** The users panel: who may sign in, with which roles. */
export default function Users() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim().toLowerCase());
  return (
    <Panel title="Users" lead="Whoever is listed here can sign in by an e-mailed link.">
      <AddUserForm />
      <TextField
        label="Search users"
        hideLabel
        type="search"
        placeholder="Beginning of an e-mail or name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={classes.search}
      />
      <UserList search={search} />
    </Panel>
  );
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

function UserList({ search }: { readonly search: string }) {
  const { data, currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useUserPages({ query: { limit: PAGE_SIZE, ...(search !== '' && { search }) } });

  // Until an answer is here the list of the search before stays; after a failure it would pass for the answer.
  if (!data || (error && !currentData)) {
    return error ? (
      <QueryFailure title="Failed to load users" error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <TableSkeleton label="Loading users" columns={3} />
    );
  }
  const users = data.pages.flatMap(({ items }) => items);
  const lastPage = data.pages.at(-1);
  return (
    <>
      <UserTable users={users} search={search} complete={currentData !== undefined && !hasNextPage && search === ''} />
      {users.length > 0 ? (
        <div className={classes.foot}>
          <span className="tabular">{lastPage ? describeCount(users.length, lastPage, !hasNextPage) : null}</span>
          {hasNextPage ? (
            <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
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
