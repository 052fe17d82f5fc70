import type { PageQuery } from '../api/paging.ts';
import type {
  LockItem,
  LockPage,
  LockParams,
  MintedTeamToken,
  NewTeamToken,
  Promotion,
  PublishedRelease,
  ReleaseItem,
  ReleasePage,
  ReleaseParams,
  RemoteItem,
  RemoteList,
  RemoteParams,
  RemoteSettings,
  RemoteStatus,
  Rollback,
  SwitchOff,
  TeamTokenList,
} from '../api/releases.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** Makes a token by which a team publishes one remote; the only answer that shows it. */
export const mintTeamToken = /* @__PURE__ */ call<Nothing, Nothing, NewTeamToken, MintedTeamToken>(
  'POST',
  '/api/team-tokens',
);

/** The team tokens that have not expired, newest first. */
export const listTeamTokens = /* @__PURE__ */ call<Nothing, Nothing, undefined, TeamTokenList>(
  'GET',
  '/api/team-tokens',
);

/** Revokes a team token. */
export const revokeTeamToken = /* @__PURE__ */ call<RecordParams>('DELETE', '/api/team-tokens/:id');

/** The remotes, what each may claim, and which are switched off. */
export const listRemotes = /* @__PURE__ */ call<Nothing, Nothing, undefined, RemoteList>('GET', '/api/remotes');

/** One remote: what visitors get of it now, and what its team may do. */
export const readRemote = /* @__PURE__ */ call<RemoteParams, Nothing, undefined, RemoteStatus>(
  'GET',
  '/api/remotes/:remote',
);

/** Sets what a remote may claim, and whether its team may promote. */
export const changeRemote = /* @__PURE__ */ call<RemoteParams, Nothing, RemoteSettings, RemoteItem>(
  'PUT',
  '/api/remotes/:remote',
);

/** Switches a remote off: its pages say that this part is away. */
export const switchRemoteOff = /* @__PURE__ */ call<RemoteParams, Nothing, SwitchOff>(
  'PUT',
  '/api/remotes/:remote/switch',
);

/** Switches a remote on again. */
export const switchRemoteOn = /* @__PURE__ */ call<RemoteParams>('DELETE', '/api/remotes/:remote/switch');

/** Publishes a release; the body is its folder as a gzipped tar. 201, or 200 when it is stored already. */
export const publishRelease = /* @__PURE__ */ call<RemoteParams, Nothing, undefined, PublishedRelease>(
  'POST',
  '/api/releases/:remote',
);

/** The releases of all remotes, newest first. */
export const listReleases = /* @__PURE__ */ call<Nothing, PageQuery, undefined, ReleasePage>('GET', '/api/releases');

/** The releases of one remote, newest first. */
export const listRemoteReleases = /* @__PURE__ */ call<RemoteParams, PageQuery, undefined, ReleasePage>(
  'GET',
  '/api/releases/:remote',
);

/** One release with its gate report; of a prerelease version, the one that was published last. */
export const readRelease = /* @__PURE__ */ call<ReleaseParams, Nothing, undefined, ReleaseItem>(
  'GET',
  '/api/releases/:remote/:release',
);

/** The locks, newest first: the history of deployments. */
export const listLocks = /* @__PURE__ */ call<Nothing, PageQuery, undefined, LockPage>('GET', '/api/locks');

/** The lock that is live. */
export const readLiveLock = /* @__PURE__ */ call<Nothing, Nothing, undefined, LockItem>('GET', '/api/locks/live');

/** One lock. */
export const readLock = /* @__PURE__ */ call<LockParams, Nothing, undefined, LockItem>('GET', '/api/locks/:id');

/** Promotes releases: a new lock from the live one, live now or as a canary. */
export const promoteReleases = /* @__PURE__ */ call<Nothing, Nothing, Promotion, LockItem>('POST', '/api/locks');

/** Rolls back to an earlier lock, or one remote to its earlier release. */
export const rollBack = /* @__PURE__ */ call<Nothing, Nothing, Rollback, LockItem>('POST', '/api/locks/rollback');

/** Makes the canary live for everybody. */
export const promoteCanary = /* @__PURE__ */ call<Nothing, Nothing, undefined, LockItem>('POST', '/api/canary/promote');

/** Ends the canary. */
export const stopCanary = /* @__PURE__ */ call<Nothing, Nothing, undefined, LockItem>('POST', '/api/canary/stop');
