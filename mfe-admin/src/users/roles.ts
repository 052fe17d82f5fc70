import type { AssignableRole, Role } from '@cytocomm/contract';

/** The roles an admin can give, in the order of the table. */
export const assignableRoles: readonly AssignableRole[] = ['admin', 'investor', 'customer'];

/** A role as people read it. */
export const roleName = (role: Role): string => `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
