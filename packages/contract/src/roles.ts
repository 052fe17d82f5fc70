import { z } from 'zod';

/** The roles a person can hold (specification, section 6). */
export const roleSchema = z.enum(['admin', 'investor', 'customer', 'developer']);
/** One of the four roles. */
export type Role = z.infer<typeof roleSchema>;

/** Roles that an admin can give in the portal; `developer` is given by the command line only. */
export const assignableRoleSchema = roleSchema.exclude(['developer']);
/** One of the roles an admin can give. */
export type AssignableRole = z.infer<typeof assignableRoleSchema>;
