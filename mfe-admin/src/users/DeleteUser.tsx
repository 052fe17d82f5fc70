import type { User } from '@cytocomm/contract';
import { DeleteButton } from '@cytocomm/kit/dashboard';
import { useDeletionToast } from '@cytocomm/portal-api';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useDeleteUser } from './user-api.ts';

/** Deletes a person after asking. */
export function DeleteUser({
  user: { email, name },
  isLastAdmin,
}: {
  readonly user: User;
  readonly isLastAdmin: boolean;
}) {
  const [deleteUser] = useDeleteUser();
  const tellDeleted = useDeletionToast();

  const onDelete = async () => {
    if (!signedInOrTold()) return;
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
