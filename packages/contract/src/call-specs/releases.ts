import { pageQuerySchema } from '../api/paging.ts';
import {
  GATE_RULES,
  lockItemSchema,
  lockPageSchema,
  lockParamsSchema,
  mintedTeamTokenSchema,
  newTeamTokenSchema,
  promotionSchema,
  publishedReleaseSchema,
  releaseItemSchema,
  releasePageSchema,
  releaseParamsSchema,
  remoteItemSchema,
  remoteListSchema,
  remoteParamsSchema,
  remoteSettingsSchema,
  remoteStatusSchema,
  rollbackSchema,
  switchOffSchema,
  teamTokenListSchema,
} from '../api/releases.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  changeRemote,
  listLocks,
  listReleases,
  listRemoteReleases,
  listRemotes,
  listTeamTokens,
  mintTeamToken,
  promoteCanary,
  promoteReleases,
  publishRelease,
  readLiveLock,
  readLock,
  readRelease,
  readRemote,
  revokeTeamToken,
  rollBack,
  stopCanary,
  switchRemoteOff,
  switchRemoteOn,
} from '../calls/releases.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('releases');

const rules = Object.entries(GATE_RULES)
  .map(([rule, words]) => `- \`${rule}\`: ${words}`)
  .join('\n');

/** Team tokens, releases and locks. */
export const releaseSpecs = [
  spec(mintTeamToken, {
    summary: 'Make a token by which a team publishes one remote',
    body: newTeamTokenSchema,
    reply: json(mintedTeamTokenSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  spec(listTeamTokens, {
    summary: 'The team tokens that have not expired, newest first',
    reply: json(teamTokenListSchema),
  }),
  spec(revokeTeamToken, {
    summary: 'Revoke a team token',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  spec(listRemotes, {
    summary: 'The remotes, what each may claim, and which are switched off',
    reply: json(remoteListSchema),
  }),
  spec(readRemote, {
    summary: 'One remote: what visitors get of it now, and what its team may do',
    params: remoteParamsSchema,
    reply: json(remoteStatusSchema),
  }),
  spec(changeRemote, {
    summary: 'Set what a remote may claim, and whether its team may promote',
    params: remoteParamsSchema,
    body: remoteSettingsSchema,
    reply: json(remoteItemSchema),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  spec(switchRemoteOff, {
    summary: 'Switch a remote off: its pages say that this part is away',
    params: remoteParamsSchema,
    body: switchOffSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409 },
  }),
  spec(switchRemoteOn, {
    summary: 'Switch a remote on again',
    params: remoteParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, conflict: 409 },
  }),
  spec(publishRelease, {
    summary: 'Publish a release: its folder as a gzipped tar',
    description: `The body is \`application/gzip\` with \`release.json\` at its root. 200 with the same body when the release is stored already.\n\nThe rules of the gate:\n\n${rules}`,
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
  spec(listReleases, {
    summary: 'The releases of all remotes, newest first; to a team token those of its remote',
    query: pageQuerySchema,
    reply: json(releasePageSchema),
  }),
  spec(listRemoteReleases, {
    summary: 'The releases of one remote, newest first',
    params: remoteParamsSchema,
    query: pageQuerySchema,
    reply: json(releasePageSchema),
  }),
  spec(readRelease, {
    summary: 'One release with its gate report',
    params: releaseParamsSchema,
    reply: json(releaseItemSchema),
    problems: { 'not-found': 404 },
  }),
  spec(listLocks, { summary: 'The locks, newest first', query: pageQuerySchema, reply: json(lockPageSchema) }),
  spec(readLiveLock, {
    summary: 'The lock that is live; its id is the ETag',
    reply: json(lockItemSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  spec(readLock, {
    summary: 'One lock',
    params: lockParamsSchema,
    reply: json(lockItemSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  spec(promoteReleases, {
    summary: 'Promote releases: a new lock from the live one, live now or as a canary',
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
  spec(rollBack, {
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
  spec(promoteCanary, {
    summary: 'Make the canary live for everybody',
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
  spec(stopCanary, {
    summary: 'End the canary',
    reply: json(lockItemSchema),
    problems: { conflict: 409, 'no-canary': 409 },
  }),
];
