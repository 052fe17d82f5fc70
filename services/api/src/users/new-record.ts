import type { Role } from '@cytocomm/contract';
import { listFieldsOf, NEVER } from './list-fields.ts';

interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly groups?: readonly string[];
}

/** Returns the record of somebody who is added now. */
export function newUserRecord({ email, name, roles, groups = [] }: NewPerson) {
  return {
    email,
    name,
    roles: [...roles],
    ...(groups.length > 0 && { groups: groups.toSorted() }),
    createdAt: new Date(),
    rolesVersion: 0,
    lastSignInAt: NEVER,
    ...listFieldsOf({ email, name }),
    sessions: [],
  };
}
