import { groupNamed, type User, type UserExportQuery, type UserSort } from '@cytocomm/contract';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { ChoiceField, useGroups } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { useState } from 'react';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import { type ListView, ResourceList } from '../lists/ResourceList.tsx';
import { SignInHistory } from './SignInHistory.tsx';
import { UserBulk } from './UserBulk.tsx';
import { UserGroups } from './UserGroups.tsx';
import { useUserColumns } from './UserTable.tsx';
import { type UserPage, useAssignableRoles, useUserPages } from './user-api.ts';
import classes from './users.module.css';

interface NameFilterProps {
  /** An empty text is no choice. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ROLE = /^[a-z][a-z0-9-]{0,31}$/;

function RoleFilter({ value, onChange }: NameFilterProps) {
  const { roles, isComplete } = useAssignableRoles();
  const existingRoles = [...roles, 'developer'];
  const wordOf = (role: string) =>
    `${roleLabel(role)}${isComplete && !existingRoles.includes(role) ? ' (no such role)' : ''}`;
  const offered = [...new Set([...existingRoles, ...(value === '' ? [] : [value])])];
  return (
    <ChoiceField
      label="Role of users"
      hideLabel
      value={value || undefined}
      all="All roles"
      choices={offered.map((role) => ({ value: role, label: wordOf(role) }))}
      onChange={(role) => onChange(role ?? '')}
    />
  );
}

function GroupFilter({ value, onChange }: NameFilterProps) {
  const { data } = useGroups();
  const groups = [...new Set([...(data?.items ?? []).map(({ name }) => name), ...(value === '' ? [] : [value])])];
  if (groups.length === 0) return null;
  return (
    <ChoiceField
      label="Group of users"
      hideLabel
      value={value || undefined}
      all="All groups"
      choices={groups.map((group) => ({ value: group, label: group }))}
      onChange={(group) => onChange(group ?? '')}
    />
  );
}

const search = searchFilter<UserExportQuery>(
  { label: 'Search users', maxLength: 254, placeholder: 'Part of an e-mail or name' },
  (words) => ({ search: words }),
);

/** The filters of the list of users. */
export const filters: readonly ListFilter<UserExportQuery>[] = [
  { ...search, read: (text) => search.read(text.toLowerCase()) },
  {
    field: 'role',
    read: (text) => (ROLE.test(text) ? text : ''),
    query: (role) => (role === '' ? {} : { role }),
    render: (value, onChange) => <RoleFilter value={value} onChange={onChange} />,
  },
  {
    field: 'group',
    read: (text) => (groupNamed(text) === text ? text : ''),
    query: (group) => (group === '' ? {} : { group }),
    render: (value, onChange) => <GroupFilter value={value} onChange={onChange} />,
  },
  choiceFilter(
    'signed-in',
    {
      label: 'Sign-ins of users',
      all: 'Any sign-in',
      choices: [
        { value: 'never', label: 'Never signed in' },
        { value: 'yes', label: 'Signed in before' },
      ],
    },
    (signedIn) => ({ neverSignedIn: signedIn === 'never' }),
  ),
  sortFilter<UserSort>([
    ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
  ]),
];

/** Returns how many of how many are shown; the server stops counting at a limit, which reads as `at least`. */
function describeCount(count: number, { total, atLeast }: UserPage, all: boolean): string {
  const format = (value: number) => value.toLocaleString('en-US');
  if (all) return `${format(count)} of ${format(count)}`;
  return `${format(count)} of ${atLeast ? 'at least ' : ''}${format(Math.max(total, count))}`;
}

/** The people who are asked for, page after page, with what is done to several at once. */
export function UserList({ view }: { readonly view: ListView<UserExportQuery> }) {
  const pages = useUserPages({ query: view.pageQuery });
  const { data, currentData, hasNextPage } = pages;
  const users = data?.pages.flatMap(({ items }) => items) ?? [];
  const lastPage = data?.pages.at(-1);
  // Above the rows: a list of the people of a group loses one who is taken out, and the dialog stays.
  const [grouped, setGrouped] = useState<User | null>(null);
  const admins = users.filter(({ roles }) => roles.includes('admin'));
  // Only where all people are here, an only admin is known to be the last.
  const isComplete = currentData !== undefined && !hasNextPage && view.isAll;
  const lastAdmin = isComplete && admins.length === 1 ? admins[0]?.email : undefined;
  const columns = useUserColumns(lastAdmin, setGrouped);
  return (
    <>
      <ResourceList
        view={view}
        query={pages}
        pending={<TableSkeleton label="Loading users" columns={3} />}
        failed="Failed to load users"
        failedLater="More users could not be loaded."
        lookedTo="Many people were looked through."
        caption="Users"
        columns={columns}
        rowKey={({ email }) => email}
        empty={<NobodyFound search={view.values.q ?? ''} />}
        viewKey="users"
        bulk={(selection) => <UserBulk {...selection} />}
        foot={users.length > 0 && lastPage ? describeCount(users.length, lastPage, !hasNextPage) : null}
      />
      {grouped ? (
        <UserGroups
          user={users.find(({ email }) => email === grouped.email) ?? grouped}
          onChange={(changed) => setGrouped((before) => (before?.email === changed.email ? changed : before))}
          onClose={() => setGrouped(null)}
        />
      ) : null}
    </>
  );
}

function NobodyFound({ search }: { readonly search: string }) {
  return (
    <div className={classes.empty}>
      <p>No users found.</p>
      {/* Somebody who is not listed is just the one who asks why they cannot sign in. */}
      {search.includes('@') ? <SignInHistory email={search} label="Why no sign-in" /> : null}
    </div>
  );
}
