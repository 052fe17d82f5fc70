import type { LiveEvent, Role, User } from '@cytocomm/contract';
import type { Types } from 'mongoose';
import { personKey } from '../../platform/announcements/announcement.ts';
import type { Change } from '../../platform/changes/change.ts';
import { folded, searchFieldsOf } from '../../platform/lists/search.ts';
import { groupsOfPerson, rolesOf, type UserRecord } from './model.ts';

/** The `lastSignInAt` of those who never signed in: a date, so that they stand in the order of the others. */
export const NEVER = new Date(0);

/** Returns what the list of users is searched and ordered by, besides what a user has anyway. */
export function listFieldsOf(person: { readonly email: string; readonly name: string }) {
  return { sortName: folded(person.name), ...searchFieldsOf(person.email, person.name) };
}

/** Announces a change of a person to them. */
export function announceUser(change: Change, type: LiveEvent['type'], { _id }: Pick<UserRecord, '_id'>): void {
  const id = String(_id);
  change.announce({ collection: 'users', type, id }, personKey(id));
}

/** Returns a person as a change of them answers. */
export function presentUser(record: Pick<UserRecord, 'email' | 'name' | 'roles' | 'groups'>): User {
  const groups = groupsOfPerson(record);
  return {
    ...{ email: record.email, name: record.name, roles: [...rolesOf(record)] },
    ...(groups.length > 0 && { groups: [...groups] }),
  };
}

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
    lastSignInAt: NEVER,
    ...listFieldsOf({ email, name }),
    sessions: [],
  };
}
