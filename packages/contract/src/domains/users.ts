import { z } from 'zod';
import { PERSON_NAME_LENGTH } from '../bounds.ts';
import { CSV_DESCRIPTION, callsOf, csvFile, empty, json } from '../define-call.ts';
import {
  cursorSchema,
  groupSchema,
  momentSchema,
  pageFields,
  personGroupsSchema,
  searchOf,
  sortOf,
} from '../fields.ts';
import { assignableRoleSchema, roleSchema } from '../roles.ts';
import { emailSchema, isSeenOrEmpty, PRINTABLE_LINE, recordIdSchema, SEEN_WANTED, UNSEEN } from '../text.ts';
import { auditActionSchema } from './audit.ts';

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
const userFilterFields = {
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

/** How many people one call of invitations looks at. */
export const MAX_INVITED = 1000;

const { search, role, group, addedAfter, addedBefore } = userFilterFields;

/** Whom an invitation is for: of those whom the list finds, who never signed in. */
export const userInvitationQuerySchema = z.strictObject({
  ...{ search, role, group, addedAfter, addedBefore },
  import: recordIdSchema.optional().describe('whom this import added'),
  dryRun: z
    .enum(['true', 'false'], 'true or false')
    .transform((value) => value === 'true')
    .optional()
    .describe('true: says how many would be invited, and sends no mail; false by default'),
  cursor: cursorSchema.optional().describe('where to go on, as an earlier answer named it; by default at the start'),
});
/** Whom an invitation is for. */
export type UserInvitationQuery = z.infer<typeof userInvitationQuerySchema>;

/** Whom a call of invitations reached. */
export const userInvitationsSchema = z
  .object({
    invited: z.int().describe(`to how many people a mail goes, or would go; at most ${MAX_INVITED}`),
    skipped: z.int().describe('how many of those found were already invited today'),
    next: z.string().nullable().describe('where to go on with the same filter; null when everybody was looked at'),
  })
  .meta({ id: 'UserInvitations' });
/** Whom a call of invitations reached. */
export type UserInvitations = z.infer<typeof userInvitationsSchema>;

/** What an admin reads about a person who cannot sign in. */
export const signInTimelineSchema = z
  .object({
    email: z.string(),
    explanation: z.string().describe('why this person cannot sign in, or that nothing stands in the way'),
    items: z.array(z.object({ at: z.iso.datetime(), action: auditActionSchema, text: z.string(), from: z.string() })),
  })
  .meta({ id: 'SignInTimeline' });
/** What an admin reads about a person who cannot sign in. */
export type SignInTimeline = z.infer<typeof signInTimelineSchema>;

const users = callsOf('users');
const audit = callsOf('audit');

/** People. */
export default {
  readUser: users('GET', '/api/users/:email', {
    summary: 'Read a person: yourself, or anyone as an admin',
    params: userParamsSchema,
    reply: json(userSchema),
    problems: { forbidden: 403, 'not-found': 404 },
  }),
  listUsers: users('GET', '/api/admin/users', {
    summary: 'List people, by default by e-mail',
    description:
      'X-Total-Count holds how many there are; a Link header with rel="next" leads to the next page in the same order. A search or filter that finds many is counted to 500 only: with X-Total-Count-Relation: gte there may be more.',
    query: userListQuerySchema,
    reply: json(z.array(userSchema)),
  }),
  exportUsers: users('GET', '/api/admin/users.csv', {
    summary: 'Export people as CSV',
    description: CSV_DESCRIPTION,
    query: userExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  addUser: users('POST', '/api/admin/users', {
    summary: 'Add a person',
    description:
      'A deleted person who had a passkey is restored instead, or deleted for good first: else 409 `conflict`.',
    body: newUserSchema,
    reply: json(userSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, 'already-exists': 409, conflict: 409 },
  }),
  changeUserRole: users('PATCH', '/api/admin/users/:email', {
    summary: 'Grant or revoke a role',
    params: userParamsSchema,
    body: roleChangeSchema,
    reply: json(userSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'last-admin': 409 },
  }),
  renameUser: users('PUT', '/api/admin/users/:email/name', {
    summary: 'Rename a person',
    params: userParamsSchema,
    body: personRenamingSchema,
    reply: json(userSchema),
    problems: { 'not-found': 404 },
  }),
  resendInvitation: users('POST', '/api/admin/users/:email/invitation', {
    summary: 'Resend the invitation to a person who never signed in',
    description: 'At most three times a day per person.',
    params: userParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409, 'rate-limited': 429 },
  }),
  inviteUsers: users('POST', '/api/admin/users/invitations', {
    summary: 'Send invitations to people in the list who never signed in',
    description: `Takes the filter of the list. At most ${MAX_INVITED.toLocaleString('en-US')} people a call; continue from \`next\`. Each person is invited at most once a day (UTC). Audited.`,
    query: userInvitationQuerySchema,
    reply: json(userInvitationsSchema),
    problems: { 'rate-limited': 429 },
  }),
  endUserSessions: users('DELETE', '/api/admin/users/:email/sessions', {
    summary: 'End all sessions of a person',
    description:
      'Browsers that the person uses are signed out at their next request; links that were mailed still work.',
    params: userParamsSchema,
    reply: json(endedSessionsSchema),
    problems: { 'not-found': 404, 'rate-limited': 429 },
  }),
  resetPasskeys: users('DELETE', '/api/admin/users/:email/passkeys', {
    summary: "Remove a person's lost passkeys and recovery codes",
    description:
      'They are signed out everywhere and told by mail; the mailed link alone signs them in until they add a passkey. One’s own are removed on the security page.',
    params: userParamsSchema,
    reply: json(removedPasskeysSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  deleteUser: users('DELETE', '/api/admin/users/:email', {
    summary: 'Delete a person; their sessions and links end at once',
    description:
      'X-Deleted-At says when that was: a restore with it as `deletedAt` takes back this person, and no other of the same e-mail.',
    params: userParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'last-admin': 409 },
  }),
  listSignIns: audit('GET', '/api/admin/users/:email/sign-ins', {
    summary: "Explain why a person can't sign in",
    description: 'One sentence and the events behind it, for any address, approved or not.',
    params: userParamsSchema,
    reply: json(signInTimelineSchema),
  }),
};
