import { z } from 'zod';
import { groupSchema, personGroupsSchema } from '../groups.ts';
import { PERSON_NAME_LENGTH } from '../person-name-bounds.ts';
import { assignableRoleSchema, roleSchema } from '../roles.ts';
import { emailSchema } from './email.ts';
import { momentSchema } from './moment.ts';
import { pageFields, searchOf, sortOf } from './paging.ts';
import { isSeenOrEmpty, PRINTABLE_LINE, SEEN_WANTED, UNSEEN } from './text.ts';

/** A person who may sign in. */
export const userSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    roles: z.array(roleSchema),
    groups: z.array(groupSchema).optional().describe('of readers; for admins only, missing without any'),
    createdAt: z.iso.datetime().optional().describe('when the person was added; in the list only'),
    lastSignInAt: z.iso.datetime().optional().describe('in the list only; missing while the person never signed in'),
  })
  .meta({ id: 'User' });
/** A person who may sign in. */
export type User = z.infer<typeof userSchema>;

/** The name shown for a person: one line, no control characters, none that is not seen. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'a name')
  .max(PERSON_NAME_LENGTH, `at most ${PERSON_NAME_LENGTH} characters`)
  .regex(PRINTABLE_LINE, 'no control characters')
  .refine((name) => name.isWellFormed(), 'must be valid Unicode')
  .refine((name) => !UNSEEN.test(name), 'no invisible characters')
  .refine(isSeenOrEmpty, SEEN_WANTED);

/** What an admin sends to add a person. */
export const newUserSchema = z
  .strictObject({
    email: emailSchema,
    roles: z.array(assignableRoleSchema).length(1, 'exactly one role'),
    name: personNameSchema.optional().describe('by default the part of the e-mail before the @'),
    groups: personGroupsSchema.optional(),
    invite: z.boolean().optional().describe('also send an invitation mail'),
  })
  .meta({ id: 'NewUser' });
/** What an admin sends to add a person. */
export type NewUser = z.input<typeof newUserSchema>;

/** What an admin sends to call a person by another name. */
export const personRenamingSchema = z.strictObject({ name: personNameSchema }).meta({ id: 'PersonRenaming' });
/** What an admin sends to call a person by another name. */
export type PersonRenaming = z.infer<typeof personRenamingSchema>;

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

/** How many passkeys a person had. */
export const removedPasskeysSchema = z.strictObject({ removed: z.int().nonnegative() }).meta({ id: 'RemovedPasskeys' });
/** How many passkeys a person had. */
export type RemovedPasskeys = z.infer<typeof removedPasskeysSchema>;

/** How many sessions were ended. */
export const endedSessionsSchema = z.strictObject({ ended: z.int().nonnegative() }).meta({ id: 'EndedSessions' });
/** How many sessions were ended. */
export type EndedSessions = z.infer<typeof endedSessionsSchema>;

/** By what the list of users can be ordered. */
const USER_ORDERS = ['email', 'name', 'createdAt', 'lastSignIn'] as const;
/** What the list of users is ordered by. */
export type UserOrder = (typeof USER_ORDERS)[number];

const sortSchema = sortOf(USER_ORDERS).meta({ id: 'UserSort' });
/** The order of the list of users; with a `-` before it the other way round. */
export type UserSort = z.infer<typeof sortSchema>;

/** Which users are wanted: the fields that the list and the export have in common. */
export const userFilterFields = {
  search: searchOf(254)
    .optional()
    .describe(
      'parts of the e-mail or of the name, each of which is found; shorter than 3 characters the start of a word',
    ),
  sort: sortSchema.optional().describe('by default email'),
  role: roleSchema.optional().describe('who holds this role'),
  group: groupSchema.optional().describe('who is in this group of readers'),
  neverSignedIn: z
    .enum(['true', 'false'], 'true or false')
    .transform((value) => value === 'true')
    .optional()
    .describe('true: who never signed in; false: who did'),
  addedAfter: momentSchema.optional().describe('who was added at this moment or later'),
  addedBefore: momentSchema.optional().describe('who was added before this moment'),
};

/** Which users an export has; in which order. */
export const userExportQuerySchema = z.strictObject(userFilterFields);
/** Which users an export has. */
export type UserExportQuery = z.infer<typeof userExportQuerySchema>;

/** The query of the list of users. */
export const userListQuerySchema = z.strictObject({ ...userFilterFields, ...pageFields });
/** The query of the list of users. */
export type UserListQuery = z.infer<typeof userListQuerySchema>;
