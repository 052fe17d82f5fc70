import type { Role } from '@cytocomm/contract';
import { useEach } from '@cytocomm/portal-api';
import { reasonOf } from './outcome.tsx';
import { useChangeRole, useDeleteUser, useResendInvitation } from './user-api.ts';

/** What is done to each of several people. */
export type BulkWork =
  | { readonly kind: 'role'; readonly role: Role; readonly enable: boolean }
  | { readonly kind: 'delete' }
  | { readonly kind: 'invite' };

/** Returns what changes several people one after the other, and how it stands. */
export function useBulk() {
  const { run, ...rest } = useEach(reasonOf);
  const [changeRole] = useChangeRole();
  const [deleteUser] = useDeleteUser();
  const [resendInvitation] = useResendInvitation();

  const doOne = (params: { readonly email: string }, work: BulkWork) => {
    if (work.kind === 'delete') return deleteUser({ params });
    if (work.kind === 'invite') return resendInvitation({ params });
    return changeRole({ params, body: { role: work.role, enable: work.enable } });
  };
  return {
    ...rest,
    run: (emails: readonly string[], work: BulkWork) => run(emails, async (email) => doOne({ email }, work)),
  };
}
