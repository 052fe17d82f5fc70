import type { Role } from '@cytocomm/contract';
import type { Types } from 'mongoose';
import { listFieldsOf, NEVER } from './list-fields.ts';

interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly groups?: readonly string[];
  readonly import?: Types.ObjectId;
}

/** Returns the record of somebody who is added now. */
export function newUserRecord({ email, name, roles, groups = [], import: id }: NewPerson) {
  return {
    email,
    name,
    roles: [...roles],
    ...(groups.length > 0 && { groups: groups.toSorted() }),
    createdAt: new Date(),
    ...(id !== undefined && { import: id }),
    rolesVersion: 0,
    lastSignInAt: NEVER,
    ...listFieldsOf({ email, name }),
    sessions: [],
  };
}
