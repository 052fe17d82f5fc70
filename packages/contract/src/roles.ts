import { z } from 'zod';

/** What may stand in a label besides marks on letters: letters of other scripts, and many signs, look like Latin ones. */
const PLAIN = /^[ -~ßæœøłđðþ’–·]*$/i;

/** What people take for a letter, as it stands in lower case. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', l: 'i', '|': 'i', '!': 'i', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't', '+': 't' },
  ...{ rn: 'm', vv: 'w' },
};

/** Returns a text with its letters in their plain form, without the marks on them. */
const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether a label has Latin letters, with any marks, digits and plain punctuation alone. */
export function isPlainLabel(label: string): boolean {
  return PLAIN.test(withoutMarks(label));
}

function looksOf(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/rn|vv|[013457l|!@$+]/g, (found) => TAKEN_FOR[found] ?? found)
    .replace(/[^a-z]/g, '');
}

/** Whether two labels look alike to somebody who does not look twice; of plain labels only. */
export function looksAlike(one: string, other: string): boolean {
  return looksOf(one) === looksOf(other);
}

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
