import { z } from 'zod';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  userImportFormSchema,
  userImportQuerySchema,
  userImportSchema,
} from '../api/user-import.ts';
import { MAX_INVITED, userInvitationQuerySchema, userInvitationsSchema } from '../api/user-invitations.ts';
import {
  endedSessionsSchema,
  newUserSchema,
  personRenamingSchema,
  removedPasskeysSchema,
  roleChangeSchema,
  userExportQuerySchema,
  userListQuerySchema,
  userParamsSchema,
  userSchema,
} from '../api/users.ts';
import {
  addUser,
  changeUserRole,
  deleteUser,
  endUserSessions,
  exportUsers,
  importUsers,
  inviteUsers,
  listUsers,
  readUser,
  renameUser,
  resendInvitation,
  resetPasskeys,
} from '../calls/users.ts';
import { CSV_DESCRIPTION, csvFile, empty, json, specsOf } from './spec.ts';

const spec = specsOf('users');

/** People. */
export const userSpecs = [
  spec(readUser, {
    summary: 'One person: yourself, or for an admin anybody',
    params: userParamsSchema,
    reply: json(userSchema),
    problems: { forbidden: 403, 'not-found': 404 },
  }),
  spec(listUsers, {
    summary: 'People, by default in the order of their e-mails',
    description:
      'X-Total-Count holds how many there are; a Link header with rel="next" leads to the next page in the same order; a page of a search may hold fewer than the limit, or none, and lead to more. A search or filter that finds many is counted to 500 only: with X-Total-Count-Relation: gte there may be more.',
    query: userListQuerySchema,
    reply: json(z.array(userSchema)),
  }),
  spec(exportUsers, {
    summary: 'People as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    query: userExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  spec(importUsers, {
    summary: 'Add the people of a CSV file',
    description: `At most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} people and ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Nobody who is there already is changed, nobody becomes an admin and no mail is sent. An answer comes after some seconds: \`next\` names the row to go on from with the same file. Safe to repeat: whoever an import that broke off has added is there already. Audited.`,
    query: userImportQuerySchema,
    form: userImportFormSchema,
    reply: json(userImportSchema),
    problems: {
      'fresh-sign-in-needed': 403,
      'request-timeout': 408,
      'too-large': 413,
      'unsupported-media-type': 415,
      busy: 503,
    },
  }),
  spec(addUser, {
    summary: 'Add a person',
    description:
      'Whoever was deleted and had a passkey is restored instead, or deleted for good first: else 409 `conflict`.',
    body: newUserSchema,
    reply: json(userSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, 'already-exists': 409, conflict: 409 },
  }),
  spec(changeUserRole, {
    summary: 'Give or take a role',
    params: userParamsSchema,
    body: roleChangeSchema,
    reply: json(userSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'last-admin': 409 },
  }),
  spec(renameUser, {
    summary: 'Call a person by another name',
    params: userParamsSchema,
    body: personRenamingSchema,
    reply: json(userSchema),
    problems: { 'not-found': 404 },
  }),
  spec(resendInvitation, {
    summary: 'Mail the invitation again to a person who never signed in',
    description: 'At most three times a day for one person.',
    params: userParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409, 'rate-limited': 429 },
  }),
  spec(inviteUsers, {
    summary: 'Mail the invitation to those of the list who never signed in',
    description: `Takes the filter of the list. One answer is about ${MAX_INVITED.toLocaleString('en-US')} people at most and comes after some seconds: \`next\` leads on. Nobody is invited twice a day (UTC) by this call. Audited.`,
    query: userInvitationQuerySchema,
    reply: json(userInvitationsSchema),
    problems: { 'rate-limited': 429 },
  }),
  spec(endUserSessions, {
    summary: 'End all sessions of a person',
    description:
      'Browsers that the person uses are signed out at their next request; links that were mailed still work.',
    params: userParamsSchema,
    reply: json(endedSessionsSchema),
    problems: { 'not-found': 404, 'rate-limited': 429 },
  }),
  spec(resetPasskeys, {
    summary: 'Remove the passkeys and recovery codes of a person who lost them',
    description:
      'They are signed out everywhere and told by mail; the mailed link alone signs them in until they add a passkey. One’s own are removed on the security page.',
    params: userParamsSchema,
    reply: json(removedPasskeysSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  spec(deleteUser, {
    summary: 'Delete a person; sessions and links end at once',
    description:
      'X-Deleted-At says when that was: a restore with it as `deletedAt` takes back this person, and nobody else of the e-mail.',
    params: userParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'last-admin': 409 },
  }),
];
