import { builtInRoleSchema, type Role } from '@cytocomm/contract';
import type { TestBrowser } from './browser.ts';
import type { TestPortal } from './portal.ts';

/** People who are signed in, one for each role of the portal's own. */
export interface EachRole extends Iterable<readonly [Role, TestBrowser]> {
  /** Returns who has this role alone. */
  as(role: Role): TestBrowser;
}

/** Signs in a person for each role of the portal's own. */
export async function signInEachRole(portal: TestPortal): Promise<EachRole> {
  const signIn = async (role: Role) => [role, await portal.signedInAs(`${role}@x.example`, role)] as const;
  const people = new Map(await Promise.all(builtInRoleSchema.options.map(signIn)));
  return {
    [Symbol.iterator]: () => people.entries(),
    as: (role) => {
      const person = people.get(role);
      if (person === undefined) throw new Error(`no one is signed in as ${role}`);
      return person;
    },
  };
}

/** Everybody there is: without a session, with one but no role, and with each role alone. */
export const PEOPLE = ['visitor', 'nothing', ...builtInRoleSchema.options] as const;

/** Somebody who makes a call. */
export type Person = (typeof PEOPLE)[number];

/** Returns the address that a person signs in with. */
export const emailOf = (person: Person) => `${person}@x.example`;

/** Returns the roles that a person has. */
export const rolesOf = (person: Person): Role[] => (person === 'visitor' || person === 'nothing' ? [] : [person]);
