import { type Finder, readFound } from '../../platform/lists/search-keys.ts';
import type { Users } from './service.ts';

/** Returns what finds people by e-mail and name. Only admins find anybody. */
export function findPeople(users: Users): Finder {
  return async (reader, search) => {
    if (!reader.roles.includes('admin')) return { found: [], isCut: false };
    return readFound(
      async (asked) => {
        const { users: page, nextCursor } = await users.list({ search, ...asked });
        return { page, nextCursor };
      },
      ({ email, name }) => ({ kind: 'user', id: email, title: name, about: email, date: null }),
    );
  };
}
