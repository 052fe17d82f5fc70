import { NEVER } from './list-fields.ts';
import { groupsOfPerson, rolesOf } from './model.ts';
import type { ListedUser } from './user-list.ts';

/** The names of an export's columns. */
export const EXPORT_COLUMNS = ['email', 'name', 'roles', 'added', 'lastSignIn', 'groups'];

/** Returns the line of a person in an export. */
export const exportLineOf = (user: ListedUser) => [
  user.email,
  user.name,
  rolesOf(user).join(' '),
  user.createdAt.toISOString(),
  user.lastSignInAt !== undefined && user.lastSignInAt > NEVER ? user.lastSignInAt.toISOString() : '',
  groupsOfPerson(user).join(';'),
];
