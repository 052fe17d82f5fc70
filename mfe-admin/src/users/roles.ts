import type { AssignableRole } from '@cytocomm/contract';

/** The roles an admin can give, in the order of the table. */
export const assignableRoles: readonly AssignableRole[] = ['admin', 'investor', 'customer'];
