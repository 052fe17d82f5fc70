import type { User } from '@cytocomm/contract';
import { groupsOfPerson, rolesOf, type UserRecord } from './model.ts';

/** Returns a person as a change of them answers. */
export function presentUser(record: Pick<UserRecord, 'email' | 'name' | 'roles' | 'groups'>): User {
  const groups = groupsOfPerson(record);
  return {
    ...{ email: record.email, name: record.name, roles: [...rolesOf(record)] },
    ...(groups.length > 0 && { groups: [...groups] }),
  };
}
