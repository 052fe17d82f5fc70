import { z } from 'zod';
import { callsOf, json } from '../define-call.ts';
import { pageOf, pageQuerySchema, reasonSchema } from '../fields.ts';
import { lockIdSchema, lockPartSchema, releaseIdSchema, remoteNameSchema, versionSchema } from '../release.ts';
import { roleSchema } from '../roles.ts';

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
    message: z.string().describe('names the remote, its release and the fix; for a skipped rule, the reason'),
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

const call = callsOf('releases');

const rules = Object.entries(GATE_RULES)
  .map(([rule, words]) => `- \`${rule}\`: ${words}`)
  .join('\n');

/** Team tokens, releases and locks. */
export default {
  publishRelease: call('POST', '/api/releases/:remote', {
    summary: 'Publish a release as a gzipped tar of its folder',
    description: `The body is \`application/gzip\` with \`release.json\` at its root. 200 with the same body when the release is already stored.\n\nThe rules of the gate:\n\n${rules}`,
    params: remoteParamsSchema,
    reply: json(publishedReleaseSchema, 201),
    problems: {
      'version-taken': 409,
      'release-invalid': 422,
      'request-timeout': 408,
      'too-large': 413,
      'unsupported-media-type': 415,
      'rate-limited': 429,
      busy: 503,
    },
  }),
  listReleases: call('GET', '/api/releases', {
    summary: "List releases of all remotes, newest first; with a team token only its remote's",
    query: pageQuerySchema,
    reply: json(releasePageSchema),
  }),
  listRemoteReleases: call('GET', '/api/releases/:remote', {
    summary: 'List releases of a remote, newest first',
    params: remoteParamsSchema,
    query: pageQuerySchema,
    reply: json(releasePageSchema),
  }),
  readRelease: call('GET', '/api/releases/:remote/:release', {
    summary: 'Read a release with its gate report',
    params: releaseParamsSchema,
    reply: json(releaseItemSchema),
    problems: { 'not-found': 404 },
  }),
  listLocks: call('GET', '/api/locks', {
    summary: 'List locks, newest first',
    query: pageQuerySchema,
    reply: json(lockPageSchema),
  }),
  readLiveLock: call('GET', '/api/locks/live', {
    summary: 'Read the live lock; its id is the ETag',
    reply: json(lockItemSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  readLock: call('GET', '/api/locks/:id', {
    summary: 'Read a lock',
    params: lockParamsSchema,
    reply: json(lockItemSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  promoteReleases: call('POST', '/api/locks', {
    summary: 'Promote releases: create a lock from the live one, live now or as a canary',
    body: promotionSchema,
    reply: json(lockItemSchema, 201),
    problems: {
      'fresh-sign-in-needed': 403,
      'not-found': 404,
      conflict: 409,
      'lock-moved': 409,
      'gate-running': 409,
      'gate-refused': 422,
      unavailable: 503,
    },
  }),
  rollBack: call('POST', '/api/locks/rollback', {
    summary: 'Roll back to an earlier lock, or one remote to its earlier release',
    body: rollbackSchema,
    reply: json(lockItemSchema, 201),
    problems: {
      'fresh-sign-in-needed': 403,
      'not-found': 404,
      conflict: 409,
      'nothing-before': 409,
      'lock-moved': 409,
      'gate-refused': 422,
      unavailable: 503,
    },
  }),
  promoteCanary: call('POST', '/api/canary/promote', {
    summary: 'Promote the canary to all visitors',
    reply: json(lockItemSchema),
    problems: {
      'fresh-sign-in-needed': 403,
      'not-found': 404,
      conflict: 409,
      'no-canary': 409,
      'lock-moved': 409,
      'gate-refused': 422,
    },
  }),
  stopCanary: call('POST', '/api/canary/stop', {
    summary: 'Stop the canary',
    reply: json(lockItemSchema),
    problems: { conflict: 409, 'no-canary': 409 },
  }),
};
