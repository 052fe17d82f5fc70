import type { Role } from '@cytocomm/contract';
import { useState } from 'react';
import { reasonOf } from './outcome.tsx';
import { useChangeRole, useDeleteUser, useResendInvitation } from './user-api.ts';

/** How many people are changed at once at most. */
export const MAX_CHOSEN = 200;

/** What is done to each of several people. */
export type BulkWork =
  | { readonly kind: 'role'; readonly role: Role; readonly enable: boolean }
  | { readonly kind: 'delete' }
  | { readonly kind: 'invite' };

/** Somebody who could not be changed, and why. */
export interface BulkFailure {
  readonly email: string;
  readonly reason: string;
}

/** Returns what changes several people one after the other, and how it stands. The server judges each by itself. */
export function useBulk() {
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly BulkFailure[]>([]);
  const [changeRole] = useChangeRole();
  const [deleteUser] = useDeleteUser();
  const [resendInvitation] = useResendInvitation();

  const doOne = (params: { readonly email: string }, work: BulkWork) => {
    if (work.kind === 'delete') return deleteUser({ params });
    if (work.kind === 'invite') return resendInvitation({ params });
    return changeRole({ params, body: { role: work.role, enable: work.enable } });
  };

  const run = async (emails: readonly string[], work: BulkWork): Promise<readonly BulkFailure[]> => {
    const failed: BulkFailure[] = [];
    setFailures([]);
    for (const [place, email] of emails.slice(0, MAX_CHOSEN).entries()) {
      setDone(place);
      const params = { email };
      const { error } = await doOne(params, work);
      if (error) failed.push({ email, reason: reasonOf(error) });
    }
    setDone(undefined);
    setFailures(failed);
    return failed;
  };
  return { run, done, failures, dismiss: () => setFailures([]) };
}
