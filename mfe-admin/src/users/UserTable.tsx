import type { User } from '@cytocomm/contract';
import { type DataColumn, DataTable, Tag } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { DeleteUser } from './DeleteUser.tsx';
import { RoleChecks } from './RoleChecks.tsx';
import classes from './users.module.css';

/** Properties of {@link UserTable}. */
export interface UserTableProps {
  readonly users: readonly User[];
  /** The search these people were found with. */
  readonly search: string;
  /** All people are here, so an only admin is known to be the last. */
  readonly complete: boolean;
  /** Nothing may be changed. */
  readonly readOnly: boolean;
}

/** Everybody who may sign in, with a box for each role. */
export function UserTable({ users, search, complete, readOnly }: UserTableProps) {
  const me = useSession((session) => session.email);
  const admins = users.filter(({ roles }) => roles.includes('admin'));
  const lastAdmin = complete && admins.length === 1 ? admins[0]?.email : undefined;

  const columns: readonly DataColumn<User>[] = [
    {
      key: 'email',
      header: 'Email',
      rowHeader: true,
      cell: ({ email, name }) => (
        <span className={classes.person}>
          <span className={classes.address}>{email}</span>
          <span className={classes.name}>
            {name}
            {email === me ? ' (you)' : ''}
          </span>
          {email === lastAdmin ? <Tag tone="amber">Last admin</Tag> : null}
        </span>
      ),
    },
    {
      key: 'roles',
      header: 'Roles',
      cell: (user) => (
        <RoleChecks user={user} search={search} isLastAdmin={user.email === lastAdmin} readOnly={readOnly} />
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (user) => (readOnly ? null : <DeleteUser user={user} isLastAdmin={user.email === lastAdmin} />),
    },
  ];
  return (
    <DataTable
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={({ email }) => email}
      empty={<p className={classes.empty}>No users found.</p>}
    />
  );
}
