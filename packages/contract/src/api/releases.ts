import { z } from 'zod';
import { backendsSchema } from '../backend.ts';
import { linkGroupSchema } from '../contributions.ts';
import { lockIdSchema, releaseIdSchema, remoteNameSchema, versionSchema } from '../release.ts';
import { roleSchema } from '../roles.ts';
import { pageOf } from './paging.ts';
import { isSeenOrEmpty, optionalLinesOf, SEEN_WANTED } from './text.ts';

/** The most bytes of a packed release folder. */
export const MAX_PACKED_RELEASE_BYTES = 50 * 1024 * 1024;
/** The most bytes of an unpacked release folder. */
export const MAX_RELEASE_BYTES = 200 * 1024 * 1024;
/** The most files of a release folder. */
export const MAX_RELEASE_FILES = 5000;

/** The rules of the gate with what each asks for. A name never changes: teams and reports refer to it. */
export const GATE_RULES = {
  files: 'every file is what release.json says, and none is there besides',
  'reserved-addresses': 'no address of the platform is claimed',
  size: 'the release is within its size budget',
  styles: 'styles reach the remote’s own elements only',
  globals: 'scripts leave globals, prototypes and stored data of others alone',
  claims: 'routes, sections, roles, backends and links are those that the platform team allows this remote',
  contract: 'the shell has the contract version that the remote needs',
  api: 'the API that runs has the version that the remote needs',
  shared: 'shared packages and the names taken from them are those that the shell gives',
  collisions: 'no other remote claims the same routes, sections, overlays or links',
  'trial-run': 'every page and section starts in a browser without an error',
} as const;
/** The name of a rule of the gate. */
export type GateRule = keyof typeof GATE_RULES;
const gateRules = Object.keys(GATE_RULES).filter((rule): rule is GateRule => rule in GATE_RULES);

/** The outcome of one rule for one release; a refused rule has a check for each fault. */
export const gateCheckSchema = z
  .object({
    rule: z.enum(gateRules),
    outcome: z.enum(['passed', 'refused', 'skipped']),
    message: z.string().describe('names the remote and its release, and how to mend it; of a skipped rule, why'),
    place: z.string().optional().describe('file, line and column, or the field of release.json'),
  })
  .meta({ id: 'GateCheck' });
/** The outcome of one rule for one release. */
export type GateCheck = z.infer<typeof gateCheckSchema>;

/** What the gate found in a release. */
export const gateReportSchema = z
  .object({ outcome: z.enum(['passed', 'refused', 'running']), checks: z.array(gateCheckSchema) })
  .meta({ id: 'GateReport' });
/** What the gate found in a release. */
export type GateReport = z.infer<typeof gateReportSchema>;

/** The remote inside an address; the shell is one, too. */
export const remoteParamsSchema = z.strictObject({ remote: remoteNameSchema });
/** The remote inside an address. */
export type RemoteParams = z.infer<typeof remoteParamsSchema>;

/** A release inside an address: a version or the id of a release. */
export const releaseParamsSchema = z.strictObject({
  remote: remoteNameSchema,
  release: z.union([releaseIdSchema, versionSchema]),
});
/** A release inside an address. */
export type ReleaseParams = z.infer<typeof releaseParamsSchema>;

/** A release that is stored. */
export const publishedReleaseSchema = z
  .object({
    remote: z.string(),
    version: z.string(),
    release: z.string().describe('the id: version and hash'),
    digest: z.string().describe('SHA-256 of release.json, which holds the hash of every file; 64 hex digits'),
    gate: gateReportSchema,
  })
  .meta({ id: 'PublishedRelease' });
/** A release that is stored. */
export type PublishedRelease = z.infer<typeof publishedReleaseSchema>;

/** A release in a list. */
export const releaseItemSchema = publishedReleaseSchema
  .extend({
    publishedAt: z.iso.datetime(),
    publishedBy: z.string().describe('an e-mail, or the name of a team token'),
    size: z.number().int().describe('bytes of its files'),
    live: z.boolean(),
  })
  .meta({ id: 'ReleaseItem' });
/** A release in a list. */
export type ReleaseItem = z.infer<typeof releaseItemSchema>;
/** One page of releases, newest first. */
export const releasePageSchema = pageOf(releaseItemSchema);
/** One page of releases, newest first. */
export type ReleasePage = z.infer<typeof releasePageSchema>;

/** After this long a canary ends by itself. */
export const MAX_CANARY_HOURS = 24;

/** Who gets a canary: a share of visitors, or people with one of these roles. */
export const canaryShareSchema = z.union([
  z.strictObject({ percent: z.number().int().min(1).max(50) }),
  z.strictObject({ roles: z.array(roleSchema).min(1).max(10) }),
]);
/** Who gets a canary: a share of visitors, or people with one of these roles. */
export type CanaryShare = z.infer<typeof canaryShareSchema>;

/** One release of a lock. */
const lockPartSchema = z.object({ name: z.string(), version: z.string(), release: z.string() });

/** A lock as the history of deployments has it. */
export const lockItemSchema = z
  .object({
    id: z.string().describe('SHA-256 of its canonical JSON, 64 hex digits'),
    base: z.string().nullable().describe('the id of the lock that it was made from'),
    createdAt: z.iso.datetime(),
    createdBy: z.string().describe('an e-mail, or the name of a team token'),
    reason: z.string(),
    shell: lockPartSchema,
    remotes: z.array(lockPartSchema),
    canary: canaryShareSchema.optional().describe('only while this lock is a canary'),
  })
  .meta({ id: 'Lock' });
/** A lock as the history of deployments has it. */
export type LockItem = z.infer<typeof lockItemSchema>;
/** One page of locks, newest first. */
export const lockPageSchema = pageOf(lockItemSchema);
/** One page of locks, newest first. */
export type LockPage = z.infer<typeof lockPageSchema>;

/** The lock inside an address. */
export const lockParamsSchema = z.strictObject({ id: lockIdSchema });
/** The lock inside an address. */
export type LockParams = z.infer<typeof lockParamsSchema>;

/** A part of what the id of a lock is made of: the database has to give back the same text. */
const reasonSchema = optionalLinesOf(500);

/** A promotion: some releases changed in the live lock. */
export const promotionSchema = z.strictObject({
  base: lockIdSchema.nullable().describe('the lock that is live; null when there is none yet'),
  set: z
    .array(
      z
        .strictObject({
          remote: remoteNameSchema,
          version: versionSchema.optional(),
          release: releaseIdSchema.optional(),
        })
        .refine(({ version, release }) => (version === undefined) !== (release === undefined), 'version or release'),
    )
    .max(100),
  remove: z.array(remoteNameSchema).max(100).optional(),
  reason: reasonSchema.optional(),
  canary: canaryShareSchema.optional(),
});
/** A promotion: some releases changed in the live lock. */
export type Promotion = z.infer<typeof promotionSchema>;

/** Back to the set of an earlier lock, or to the release of one remote that was live before. */
export const rollbackSchema = z.union([
  z.strictObject({ to: lockIdSchema, reason: reasonSchema.optional() }),
  z.strictObject({ remote: remoteNameSchema, reason: reasonSchema.optional() }),
]);
/** Back to an earlier lock, or to an earlier release of one remote. */
export type Rollback = z.infer<typeof rollbackSchema>;

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
