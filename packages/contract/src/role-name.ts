import type { Role } from './roles.ts';

/** Returns a role as people read it: `Investor`. */
export const roleName = (role: Role): string => `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
