import type { User } from '@cytocomm/contract';
import { type DataColumn, DataTable, Tag } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { DeleteUser } from './DeleteUser.tsx';
import { RoleChecks } from './RoleChecks.tsx';
import { SignInHistory } from './SignInHistory.tsx';
import classes from './users.module.css';

/** Properties of {@link UserTable}. */
export interface UserTableProps {
  readonly users: readonly User[];
  /** The search these people were found with. */
  readonly search: string;
  /** All people are here, so an only admin is known to be the last. */
  readonly complete: boolean;
  /** Nothing may be changed. */
}

/** Everybody who may sign in, with a box for each role. */
export function UserTable({ users, search, complete }: UserTableProps) {
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
      cell: (user) => <RoleChecks user={user} isLastAdmin={user.email === lastAdmin} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (user) => (
        <span className={classes.rowActions}>
          <SignInHistory email={user.email} label="Sign-ins" />
          <DeleteUser user={user} isLastAdmin={user.email === lastAdmin} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={({ email }) => email}
      empty={<NobodyFound search={search} />}
    />
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
