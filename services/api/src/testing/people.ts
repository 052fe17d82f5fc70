import { builtInRoleSchema, type Role } from '@cytocomm/contract';

/** Everybody there is: without a session, with one but no role, and with each role alone. */
export const PEOPLE = ['visitor', 'nothing', ...builtInRoleSchema.options] as const;

/** Somebody who makes a call. */
export type Person = (typeof PEOPLE)[number];

/** Returns the address that a person signs in with. */
export const emailOf = (person: Person) => `${person}@x.example`;

/** Returns the roles that a person has. */
export const rolesOf = (person: Person): Role[] => (person === 'visitor' || person === 'nothing' ? [] : [person]);
