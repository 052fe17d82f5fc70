import { ApiError } from '@cytocomm/api';
import type { Users } from '@cytocomm/api/seeding';
import type { Role } from '@cytocomm/contract';

/** A demo person. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** The demo people of a development database: one of each role, and one of several. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { email: 'admin@cytocomm.example', name: 'Ada Admin', roles: ['admin'] },
  { email: 'investor@cytocomm.example', name: 'Ivo Investor', roles: ['investor'] },
  { email: 'customer@cytocomm.example', name: 'Cora Customer', roles: ['customer'] },
  { email: 'developer@cytocomm.example', name: 'Devi Developer', roles: ['developer'] },
  { email: 'all@cytocomm.example', name: 'Alma All', roles: ['admin', 'investor', 'customer'] },
];

/** Adds those of the people that are missing. Returns how many. */
export async function seedPeople(users: Users, people: readonly DemoPerson[]): Promise<number> {
  let added = 0;
  for (const person of people) {
    if ((await users.byEmail(person.email)) !== undefined) continue;
    try {
      await users.add(person, { actor: null, from: 'command line' });
      added += 1;
    } catch (error) {
      // A concurrent seed was faster.
      if (!(error instanceof ApiError) || error.code !== 'already-exists') throw error;
    }
  }
  return added;
}
