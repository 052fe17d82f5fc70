import { MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Finder } from '../search/finder.ts';
import type { Users } from './service.ts';

/** How many pages are read until somebody is found: one may hold nobody although people follow. */
const MAX_PAGES = 3;

/** Returns what finds people by e-mail and name. Only admins find anybody. */
export function findPeople(users: Users): Finder {
  return async (reader, search) => {
    if (!reader.roles.includes('admin')) return [];
    let page = await users.list({ search, limit: MAX_FOUND_OF_KIND });
    for (let read = 1; read < MAX_PAGES && page.users.length === 0 && page.nextCursor !== null; read += 1)
      page = await users.list({ search, limit: MAX_FOUND_OF_KIND, cursor: page.nextCursor });
    return page.users.map(({ email, name }) => ({ kind: 'user', id: email, title: name, about: email, date: null }));
  };
}
