import { z } from 'zod';
import { backendsSchema, linkGroupSchema } from '../contributions.ts';
import { callsOf, empty, json } from '../define-call.ts';
import { reasonSchema } from '../fields.ts';
import { lockPartSchema, remoteNameSchema } from '../release.ts';
import { roleSchema } from '../roles.ts';
import { isSeenOrEmpty, recordParamsSchema, SEEN_WANTED } from '../text.ts';
import { canaryShareSchema, MAX_CANARY_HOURS, remoteParamsSchema } from './releases.ts';

/** Why a remote is switched off. */
export const switchOffSchema = z.strictObject({ reason: reasonSchema.min(1, 'say why') });
/** Why a remote is switched off. */
export type SwitchOff = z.infer<typeof switchOffSchema>;

/** What a team wants a token for. */
export const newTeamTokenSchema = z.strictObject({
  remote: remoteNameSchema,
  // Without @: it stands beside e-mails where it is told who did something.
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100)
    .regex(/^[^@]*$/, 'must not contain @')
    .refine(isSeenOrEmpty, SEEN_WANTED),
  expiresInDays: z.number().int().min(1).max(365),
});
/** What a team wants a token for. */
export type NewTeamToken = z.infer<typeof newTeamTokenSchema>;

/** A team token without its secret. */
export const teamTokenSchema = z
  .object({
    id: z.string(),
    remote: z.string(),
    name: z.string(),
    createdBy: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'TeamToken' });
/** A team token without its secret. */
export type TeamToken = z.infer<typeof teamTokenSchema>;
/** A new team token: the only answer that shows it. */
export const mintedTeamTokenSchema = teamTokenSchema
  .extend({ token: z.string().describe('cyt_…, shown once') })
  .meta({ id: 'MintedTeamToken' });
/** A new team token. */
export type MintedTeamToken = z.infer<typeof mintedTeamTokenSchema>;
/** The team tokens that have not expired. */
export const teamTokenListSchema = z.object({ items: z.array(teamTokenSchema) });
/** The team tokens that have not expired. */
export type TeamTokenList = z.infer<typeof teamTokenListSchema>;

const claimsSchema = z.strictObject({
  routes: z.array(z.string().regex(/^\/[a-z0-9/-]*\*?$/, 'an address, or its beginning and *')).max(100),
  sections: z.array(z.string().regex(/^[a-z][a-z0-9-]*\*?$/, 'a section, or its beginning and *')).max(100),
  roles: z.array(roleSchema).max(20).describe('those that are not built in exist by standing here'),
  links: z
    .array(linkGroupSchema)
    .max(linkGroupSchema.options.length)
    .optional()
    .describe('menus that its links may stand in; company and account by default'),
  backends: backendsSchema.optional().describe('services of its own that its pages may call'),
});
/** What a remote may claim. */
export type Claims = z.infer<typeof claimsSchema>;

/** What the platform team allows a remote. */
export const remoteSettingsSchema = z.strictObject({ claims: claimsSchema, mayPromote: z.boolean() });
/** What the platform team allows a remote. */
export type RemoteSettings = z.infer<typeof remoteSettingsSchema>;

/** A remote of the table of claims. */
export const remoteItemSchema = z
  .object({
    remote: z.string(),
    claims: claimsSchema,
    mayPromote: z.boolean(),
    switchedOff: z.object({ reason: z.string(), at: z.iso.datetime(), by: z.string() }).nullable(),
    before: z
      .object({ version: z.string(), release: z.string() })
      .nullable()
      .optional()
      .describe('in the list alone: the release that a roll back brings back; null without one'),
  })
  .meta({ id: 'Remote' });
/** A remote of the table of claims. */
export type RemoteItem = z.infer<typeof remoteItemSchema>;
/** What visitors get of one remote now, and what its team may do. */
export const remoteStatusSchema = remoteItemSchema
  .extend({
    live: lockPartSchema.nullable().describe('its part of the live lock'),
    canary: lockPartSchema
      .extend({ share: canaryShareSchema, startedBy: z.string() })
      .nullable()
      .describe('its part of the lock that is a canary, where that is another release'),
    runningCanary: z
      .object({ startedBy: z.string(), startedAt: z.iso.datetime() })
      .nullable()
      .describe(`the canary that runs, of whichever remote; it ends after ${MAX_CANARY_HOURS} hours at the latest`),
    api: z.string().describe('the version of the API that runs'),
  })
  .meta({ id: 'RemoteStatus' });
/** What visitors get of one remote now, and what its team may do. */
export type RemoteStatus = z.infer<typeof remoteStatusSchema>;
/** The table of claims. */
export const remoteListSchema = z.object({ items: z.array(remoteItemSchema) });
/** The table of claims. */
export type RemoteList = z.infer<typeof remoteListSchema>;

const call = callsOf('releases');

/** Team tokens, releases and locks. */
export default {
  mintTeamToken: call('POST', '/api/team-tokens', {
    summary: 'Create a team token for publishing one remote',
    body: newTeamTokenSchema,
    reply: json(mintedTeamTokenSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  listTeamTokens: call('GET', '/api/team-tokens', {
    summary: 'List team tokens that have not expired, newest first',
    reply: json(teamTokenListSchema),
  }),
  revokeTeamToken: call('DELETE', '/api/team-tokens/:id', {
    summary: 'Revoke a team token',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  listRemotes: call('GET', '/api/remotes', {
    summary: 'List remotes with their claims and switches',
    reply: json(remoteListSchema),
  }),
  readRemote: call('GET', '/api/remotes/:remote', {
    summary: "Read a remote: its live release and its team's permissions",
    params: remoteParamsSchema,
    reply: json(remoteStatusSchema),
  }),
  changeRemote: call('PUT', '/api/remotes/:remote', {
    summary: "Set a remote's claims and whether its team may promote",
    params: remoteParamsSchema,
    body: remoteSettingsSchema,
    reply: json(remoteItemSchema),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  switchRemoteOff: call('PUT', '/api/remotes/:remote/switch', {
    summary: 'Switch off a remote; its pages say that the part is unavailable',
    params: remoteParamsSchema,
    body: switchOffSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409 },
  }),
  switchRemoteOn: call('DELETE', '/api/remotes/:remote/switch', {
    summary: 'Switch a remote back on',
    params: remoteParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409 },
  }),
};
