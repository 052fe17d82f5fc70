import type { User } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { DeleteButton } from '../deleting/DeleteButton.tsx';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useDeleteUser } from './user-api.ts';

/** Deletes a person after asking. */
export function DeleteUser({ user: { email }, isLastAdmin }: { readonly user: User; readonly isLastAdmin: boolean }) {
  const [deleteUser] = useDeleteUser();

  const onDelete = async () => {
    if (!signedInOrTold()) return;
    const { error } = await deleteUser({ params: { email } });
    if (error) tellFailure('Failed to delete user', error);
    else toast.success('User deleted');
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
      {email} is signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays.
    </DeleteButton>
  );
}
