import type { Role } from '@cytocomm/contract';
import { listFieldsOf, NEVER } from './complete-records.ts';
import { nameKeysOf } from './name-keys.ts';

/** Returns the record of somebody who is added now. */
export function newUserRecord({ email, name, roles }: { email: string; name: string; roles: readonly Role[] }) {
  return {
    email,
    name,
    roles: [...roles],
    createdAt: new Date(),
    rolesVersion: 0,
    lastSignInAt: NEVER,
    ...listFieldsOf({ email, name }),
    nameKeys: [...nameKeysOf(name, email)],
    sessions: [],
  };
}
