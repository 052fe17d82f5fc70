import { PERSON_NAME_LENGTH, type User } from '@cytocomm/contract';
import { Button, RelativeTime, Tag, toast, VisuallyHidden } from '@cytocomm/kit';
import { DeleteButton, EmailWords, type GridColumn } from '@cytocomm/kit/dashboard';
import { useDeletionToast } from '@cytocomm/portal-api';
import { roleLabel, useSession } from '@cytocomm/session';
import { RenameButton } from '../lists/RenameButton.tsx';
import { column } from '../lists/ResourceList.tsx';
import { RowLink } from '../lists/records.tsx';
import { requireSignIn, tellFailure } from './outcome.tsx';
import { RoleChecks } from './RoleChecks.tsx';
import { AccountActions, SignInHistory } from './SignInHistory.tsx';
import { useDeleteUser, useRenameUser, useResendInvitation } from './user-api.ts';
import classes from './users.module.css';

/** Deletes a person after asking. */
function DeleteUser({ user: { email, name }, isLastAdmin }: { readonly user: User; readonly isLastAdmin: boolean }) {
  const [deleteUser] = useDeleteUser();
  const tellDeleted = useDeletionToast();

  const onDelete = async () => {
    if (!requireSignIn()) return;
    const { error, data } = await deleteUser({ params: { email } });
    if (error) tellFailure('Failed to delete user', error);
    else tellDeleted('User deleted', { kind: 'user', id: email, title: name, deletedAt: data?.deletedAt });
  };

  return (
    <DeleteButton
      name={email}
      question="Delete this user?"
      confirmLabel="Delete user"
      onDelete={onDelete}
      iconOnly
      refusal={isLastAdmin ? 'The last admin cannot be deleted.' : undefined}
    >
      {email} is signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays. You can
      take this back within 30 days.
    </DeleteButton>
  );
}

/** Calls a person by another name. What fails is said in a toast. */
function RenameUser({ user: { email, name } }: { readonly user: User }) {
  const [rename] = useRenameUser();
  const save = async (typed: string) => {
    if (!requireSignIn()) return '';
    const { error } = await rename({ params: { email }, body: { name: typed } });
    if (error) {
      tellFailure('Failed to change the name', error);
      return '';
    }
    toast.success('Name changed');
    return null;
  };
  return (
    <RenameButton
      label={`Rename ${email}`}
      title="Edit name"
      part="Name"
      of={email}
      value={name}
      maxLength={PERSON_NAME_LENGTH}
      onSave={save}
    />
  );
}

/** Mails the invitation again to a person who never signed in. */
function ResendInvitation({ email }: { readonly email: string }) {
  const [resend, { isLoading }] = useResendInvitation();
  const send = async () => {
    if (!requireSignIn()) return;
    const { error } = await resend({ params: { email } });
    if (error) tellFailure('Failed to resend the invitation', error);
    else toast.success('Invitation is on its way again');
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon="mail"
      busy={isLoading}
      aria-label={`Resend the invitation to ${email}`}
      onClick={() => void send()}
    />
  );
}

/** The address of the tool. */
const PATH = '/dashboard/admin/users';

/** Returns the columns of the list of users, with a box for each role; `onGroups` opens the groups of a person. */
export function useUserColumns(
  lastAdmin: string | undefined,
  onGroups: (user: User) => void,
): readonly GridColumn<User>[] {
  const me = useSession((session) => session.email);
  return [
    column('email', 'Email', { rowHeader: true, sortable: true, width: 210, grow: 2 }, ({ email }) => (
      <span className={classes.who}>
        <span className={classes.email} title={email}>
          <EmailWords email={email} />
        </span>{' '}
        {email === me ? <span className={classes.name}>(you)</span> : null}{' '}
        {email === lastAdmin ? <Tag tone="amber">Last admin</Tag> : null}
      </span>
    )),
    column('name', 'Name', { sortable: true, width: 134 }, (user) => (
      <span className={classes.person}>
        <span className={classes.address}>{user.name}</span>
        <RenameUser user={user} />
      </span>
    )),
    column(
      'roles',
      'Roles',
      {
        grow: 0,
        width: 310,
        brief: ({ roles, groups }) => (
          <span className={classes.roles}>
            {roles.length === 0 ? 'none' : roles.map((role) => <Tag key={role}>{roleLabel(role)}</Tag>)}
            {groups === undefined ? null : <span className={classes.name}>in {groups.join(', ')}</span>}
          </span>
        ),
      },
      (user) => (
        <span className={classes.rights}>
          <RoleChecks user={user} isLastAdmin={user.email === lastAdmin} />
          {user.groups === undefined ? null : <span className={classes.name}>in {user.groups.join(', ')}</span>}
        </span>
      ),
    ),
    column(
      'lastSignIn',
      'Last sign-in',
      { folded: true, sortable: 'time', grow: 0, width: 124 },
      ({ email, lastSignInAt }) =>
        lastSignInAt === undefined ? (
          <span className={`${classes.person} ${classes.name}`}>
            never
            <ResendInvitation email={email} />
          </span>
        ) : (
          <RelativeTime date={lastSignInAt} className={classes.name} />
        ),
    ),
    column('createdAt', 'Added', { folded: true, sortable: 'time', grow: 0, width: 84 }, ({ createdAt }) =>
      createdAt === undefined ? '' : <RelativeTime date={createdAt} className={classes.name} />,
    ),
    column('actions', 'Actions', { actions: true, grow: 0, width: 180 }, (user) => (
      <span className={classes.rowActions}>
        <RowLink
          icon="eye"
          word="Accesses"
          label={`Accesses of ${user.email}`}
          to={`${PATH}/${encodeURIComponent(user.email)}/accesses`}
        />
        <Button
          variant="quiet"
          size="small"
          icon="users"
          aria-label={`Groups of ${user.email}`}
          onClick={() => onGroups(user)}
        >
          <VisuallyHidden>Groups</VisuallyHidden>
        </Button>
        <SignInHistory email={user.email} label="Sign-ins" iconOnly>
          {user.email === me ? null : <AccountActions email={user.email} />}
        </SignInHistory>
        <DeleteUser user={user} isLastAdmin={user.email === lastAdmin} />
      </span>
    )),
  ];
}
