import { folded, searchFieldsOf } from '../../platform/lists/search-keys.ts';

/** The `lastSignInAt` of those who never signed in: a date, so that they stand in the order of the others. */
export const NEVER = new Date(0);

/** Returns what the list of users is searched and ordered by, besides what a user has anyway. */
export function listFieldsOf(person: { readonly email: string; readonly name: string }) {
  return { sortName: folded(person.name), ...searchFieldsOf(person.email, person.name) };
}
