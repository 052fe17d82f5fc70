import type { Principal } from './access.ts';
import { invalidFields } from './problem.ts';

/**
 * Whom a record is for, as it is stored. Without groups by names that people read by: a visibility, targets, roles. With groups
 * under keys of both, such as `investor/series-a`, which no process of a version without groups takes for a name.
 */
export type StoredReaders = string | readonly string[];

/** Somebody who reads, as far as that decides what. */
export type Reader = Pick<Principal, 'roles' | 'groups'>;

/** Between a name and a group; part of neither. */
const WITHIN = '/';
/** Readable by everybody; never with groups. */
const PUBLIC = 'public';

const keysOf = (stored: StoredReaders | undefined): readonly string[] =>
  typeof stored === 'string' ? [stored] : (stored ?? []);

/** Whether a key is for admins alone: it has no group. */
const isAdminsKey = (key: string) => key.endsWith(WITHIN);

/** Returns the name in a key. */
export const nameIn = (key: string): string => key.split(WITHIN, 1)[0] ?? '';

/** Returns the keys under which a record for people of these names in these groups is stored. Each name has one for admins alone. */
export function storedKeys(names: readonly string[], groups: readonly string[]): readonly string[] {
  if (groups.length === 0) return names;
  const within = names.length === 0 ? [''] : names;
  return within.flatMap((name) => ['', ...groups.toSorted()].map((group) => name + WITHIN + group));
}

/** Returns the keys of what an admin asks for. Throws 400 for groups of what is public: everybody reads that. */
export function requestedKeys(names: readonly string[], groups: readonly string[]): readonly string[] {
  if (groups.length > 0 && names.includes(PUBLIC))
    throw invalidFields([{ path: 'body.groups', message: 'none of what is public: everybody reads that' }]);
  return storedKeys(names, groups);
}

/** Returns the names that a record is for. */
export function namesOf(stored: StoredReaders | undefined): readonly string[] {
  return [...new Set(keysOf(stored).map(nameIn))].filter((name) => name !== '');
}

/** Returns the groups that a record is for; none: for all who read by its names. */
export function groupsOf(stored: StoredReaders | undefined): readonly string[] {
  const groups = keysOf(stored).map((key) => key.slice(nameIn(key).length + 1));
  return [...new Set(groups)].filter((group) => group !== '');
}

/** Returns all keys of records that somebody reads who reads by these names: what a query of the database asks for. */
export function readerKeys(names: readonly string[], { roles, groups }: Reader): readonly string[] {
  const within = roles.includes('admin') ? [''] : groups;
  return names.flatMap((name) => [name, ...(name === PUBLIC ? [] : within.map((group) => name + WITHIN + group))]);
}

/** Whether keys are those of an admin: only they have one for admins alone. */
export const isAdminsKeys = (keys: readonly string[]): boolean => keys.some(isAdminsKey);

/** Returns the same keys for few queries: each name apart and each of admins, whose records an index has in order, and those of groups as one. */
export function groupedKeys(keys: readonly string[]): readonly (string | { readonly $in: readonly string[] })[] {
  const isApart = (key: string) => key === nameIn(key) || isAdminsKey(key);
  const ofGroups = keys.filter((key) => !isApart(key));
  const others = keys.filter(isApart);
  return ofGroups.length === 0 ? others : [...others, { $in: ofGroups }];
}

/** Whether somebody with these keys reads a record. */
export function isReadBy(stored: StoredReaders | undefined, keys: readonly string[]): boolean {
  return keysOf(stored).some((key) => keys.includes(key));
}

/** Returns the keys under which people read a record, without those for admins. */
export function peopleKeys(stored: StoredReaders | undefined): readonly string[] {
  return keysOf(stored).filter((key) => !isAdminsKey(key));
}
