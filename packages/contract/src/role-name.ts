import type { Role } from './roles.ts';

/** Returns a role as people read it: `Investor`, `Lab partner`. What a team calls its own, the session knows. */
export const roleName = (role: Role): string => `${role.charAt(0).toUpperCase()}${role.slice(1).replaceAll('-', ' ')}`;
