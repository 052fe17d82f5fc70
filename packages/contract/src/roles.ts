import { z } from 'zod';
import { isPlainLabel, looksAlike } from './role-label.ts';

const MAX_ROLE_LENGTH = 40;
/** How many roles a person has at most; they stand in tokens and in a cookie. */
export const MAX_ROLES_OF_PERSON = 20;

/** The roles of the portal itself (specification, section 6). */
export const builtInRoleSchema = z.enum(['admin', 'investor', 'customer', 'developer']);
/** One of the four roles of the portal itself: those that code names. */
export type BuiltInRole = z.infer<typeof builtInRoleSchema>;

const BUILT_IN: ReadonlySet<string> = new Set(builtInRoleSchema.options);

/** Whether a role is one of the portal itself. */
export const isBuiltInRole = (role: string): role is BuiltInRole => BUILT_IN.has(role);

/** The form of a role: one of the portal itself, or one that a team brings and the table of remotes names. */
export const roleSchema = z
  .string()
  .max(MAX_ROLE_LENGTH)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'a role: lower-case words joined by hyphens');
/** A role that a person can hold. Whether it exists, the table of remotes tells. */
export type Role = z.infer<typeof roleSchema>;

/** Roles that an admin can give in the portal; `developer` is given by the command line only. */
export const assignableRoleSchema = roleSchema.refine(
  (role) => role !== 'developer',
  'the command line alone gives the role developer',
);

/** A role that a remote brings, with the words for it. */
export const teamRoleSchema = z.strictObject({
  name: roleSchema
    .refine((name) => !isBuiltInRole(name), 'a role of the portal itself needs not be brought')
    .describe('lower-case words; none of the portal’s own roles'),
  label: z
    .string()
    .min(1)
    .max(MAX_ROLE_LENGTH)
    .refine(
      isPlainLabel,
      'Latin letters, digits and plain punctuation: others can look like a role of the portal itself',
    )
    .refine(
      (label) => !builtInRoleSchema.options.some((role) => looksAlike(role, label)),
      'reads like a role of the portal itself: choose other words',
    )
    .refine((label) => /[\p{L}\d]/u.test(label), 'words that people can see')
    .describe('its words for people'),
});
/** A role that a remote brings, with the words for it. */
export type TeamRole = z.infer<typeof teamRoleSchema>;
