import type { Role } from '@cytocomm/contract';
import type { Users } from '../users/service.ts';

/** The demo people of a development database. */
const PEOPLE: readonly { readonly email: string; readonly name: string; readonly roles: readonly Role[] }[] = [
  { email: 'admin@cytocomm.example', name: 'Ada Admin', roles: ['admin'] },
  { email: 'investor@cytocomm.example', name: 'Ivo Investor', roles: ['investor'] },
  { email: 'customer@cytocomm.example', name: 'Cora Customer', roles: ['customer'] },
  { email: 'developer@cytocomm.example', name: 'Devi Developer', roles: ['developer'] },
  { email: 'all@cytocomm.example', name: 'Alma All', roles: ['admin', 'investor', 'customer'] },
];

/** Adds the demo people that are missing; gives how many. */
export async function seedPeople(users: Users): Promise<number> {
  let added = 0;
  for (const person of PEOPLE) {
    if ((await users.rolesOf(person.email)) !== undefined) continue;
    await users.add(person, { actor: null, from: 'command line' });
    added += 1;
  }
  return added;
}
