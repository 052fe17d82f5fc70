import { z } from 'zod';
import { assignableRoleSchema, roleSchema } from '../roles.ts';
import { emailSchema } from './email.ts';
import { pageFields } from './paging.ts';
import { PRINTABLE_LINE } from './text.ts';

/** A person who may sign in. */
export const userSchema = z
  .object({ email: z.string(), name: z.string(), roles: z.array(roleSchema) })
  .meta({ id: 'User' });
/** A person who may sign in. */
export type User = z.infer<typeof userSchema>;

/** The name shown for a person: one line, no control characters. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'a name')
  .max(100, 'at most 100 characters')
  .regex(PRINTABLE_LINE, 'no control characters')
  .refine((name) => name.isWellFormed(), 'must be valid Unicode');

/** What an admin sends to add a person. */
export const newUserSchema = z
  .strictObject({
    email: emailSchema,
    roles: z.array(assignableRoleSchema).length(1, 'exactly one role'),
    name: personNameSchema.optional().describe('by default the part of the e-mail before the @'),
    invite: z.boolean().optional().describe('also send an invitation mail'),
  })
  .meta({ id: 'NewUser' });
/** What an admin sends to add a person. */
export type NewUser = z.input<typeof newUserSchema>;

/** What an admin sends to give or take a role. */
export const roleChangeSchema = z
  .strictObject({ role: assignableRoleSchema, enable: z.boolean() })
  .meta({ id: 'RoleChange' });
/** What an admin sends to give or take a role. */
export type RoleChange = z.infer<typeof roleChangeSchema>;

/** The e-mail inside an address; in any case. */
export const userParamsSchema = z.strictObject({ email: emailSchema });
/** The person inside an address. */
export type UserParams = z.infer<typeof userParamsSchema>;

/** The query of the list of users. */
export const userListQuerySchema = z.strictObject({
  search: z.string().trim().max(254).optional().describe('the start of an e-mail or of a word of a name'),
  ...pageFields,
});
/** The query of the list of users. */
export type UserListQuery = z.infer<typeof userListQuerySchema>;
