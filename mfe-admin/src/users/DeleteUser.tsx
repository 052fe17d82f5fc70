import type { User } from '@cytocomm/contract';
import { Button, Dialog, toast } from '@cytocomm/kit';
import { useState } from 'react';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useAdminDeleteUserMutation } from './user-api.ts';

/** Deletes a person after asking. */
export function DeleteUser({ user, isLastAdmin }: { readonly user: User; readonly isLastAdmin: boolean }) {
  const [asking, setAsking] = useState(false);
  const [deleteUser, { isLoading }] = useAdminDeleteUserMutation();

  const confirm = async () => {
    if (!signedInOrTold()) return;
    const { error } = await deleteUser(user.email);
    setAsking(false);
    if (error) tellFailure('Failed to delete user', error);
    else toast.success('User deleted');
  };

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        disabled={isLastAdmin}
        title={isLastAdmin ? 'The last admin cannot be deleted.' : undefined}
        aria-label={`Delete ${user.email}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this user?"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
              Delete user
            </Button>
          </>
        }
      >
        <p>
          {user.email} is signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays.
        </p>
      </Dialog>
    </>
  );
}
