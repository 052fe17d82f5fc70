import { API_VERSION, type LockItem, lockedReleaseSchema, type ReleaseItem, releaseSchema } from '@cytocomm/contract';
import { buildLock, buildRemote, buildTeamToken } from '../builders.ts';
import type { Answers } from './answer.ts';
import { cutPage, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

type Part = LockItem['shell'];

const partsOf = (lock: LockItem | undefined) => (lock === undefined ? [] : [lock.shell, ...lock.remotes]);
const partNamed = (lock: LockItem | undefined, remote: string) => partsOf(lock).find(({ name }) => name === remote);

const liveLockOf = ({ data }: FakePortal) => data.locks.find(({ id }) => id === data.liveLock);
const canaryOf = ({ data }: FakePortal) => data.locks.find(({ canary }) => canary !== undefined);

/** Returns the release that was live before the present one of a remote; null without one. */
function releaseBefore(portal: FakePortal, remote: string): Part | null {
  const present = partNamed(liveLockOf(portal), remote)?.release;
  for (let lock = liveLockOf(portal); lock !== undefined; ) {
    const part = partNamed(lock, remote);
    if (part !== undefined && part.release !== present) return part;
    const { base } = lock;
    lock = portal.data.locks.find(({ id }) => id === base);
  }
  return null;
}

/** Returns the release of a remote that has an id or a version; throws 404. */
function findRelease({ data }: FakePortal, remote: string, name: string | undefined): ReleaseItem {
  const isIt = ({ release, version }: ReleaseItem) => release === name || version === name;
  const release = data.releases.find((each) => each.remote === remote && isIt(each));
  if (release === undefined) throw new Refusal('not-found', `There is no release ${name} of ${remote}.`);
  return release;
}

/** Adds the calls about releases, and about the remotes that they are of. */
export function releaseCalls(portal: FakePortal): Answers {
  const withLive = (item: ReleaseItem): ReleaseItem => ({
    ...item,
    live: partNamed(liveLockOf(portal), item.remote)?.release === item.release,
  });
  const rowOf = (remote: string) => {
    const row = portal.data.remotes.find((each) => each.remote === remote) ?? buildRemote({ remote });
    if (!portal.data.remotes.includes(row)) portal.data.remotes.push(row);
    return row;
  };
  return {
    listReleases: ({ query }) => cutPage(portal.data.releases.map(withLive), query),
    listRemoteReleases: ({ params, query }) =>
      cutPage(portal.data.releases.filter(({ remote }) => remote === params.remote).map(withLive), query),
    readRelease: ({ params: { remote, release } }) => withLive(findRelease(portal, remote, release)),
    listRemotes: () => ({
      items: portal.data.remotes.map((row) => ({ ...row, before: releaseBefore(portal, row.remote) })),
    }),
    readRemote: ({ params: { remote } }) => {
      const live = partNamed(liveLockOf(portal), remote) ?? null;
      const tried = canaryOf(portal);
      const part = partNamed(tried, remote);
      const isTried = part !== undefined && part.release !== live?.release;
      const canary = isTried && tried?.canary ? { ...part, share: tried.canary, startedBy: tried.createdBy } : null;
      const runningCanary = tried ? { startedBy: tried.createdBy, startedAt: tried.createdAt } : null;
      return { ...rowOf(remote), live, canary, runningCanary, api: API_VERSION };
    },
    changeRemote: ({ params, body }) => Object.assign(rowOf(params.remote), body),
    switchRemoteOff: ({ person, params, body: { reason } }) => {
      rowOf(params.remote).switchedOff = { reason, at: new Date().toISOString(), by: person.email };
    },
    switchRemoteOn: ({ params }) => {
      rowOf(params.remote).switchedOff = null;
    },
  };
}

/** Adds the calls about locks and canaries. */
export function lockCalls(portal: FakePortal): Answers {
  const requireLive = () => requireRecord(portal.data.locks, portal.data.liveLock ?? '', 'lock');
  const add = ({ email: createdBy }: FakeUser, parts: readonly Part[], reason = ''): LockItem => {
    const shell = parts.find(({ name }) => name === 'shell');
    const from = { base: portal.data.liveLock, reason, createdBy, createdAt: new Date().toISOString() };
    const lock = buildLock(from);
    if (shell !== undefined) lock.shell = shell;
    lock.remotes = parts.filter((part) => part !== shell).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    portal.data.locks.unshift(lock);
    return lock;
  };
  const endCanary = () => {
    for (const lock of portal.data.locks) delete lock.canary;
  };
  const makeLive = (lock: LockItem) => {
    endCanary();
    portal.data.liveLock = lock.id;
    return lock;
  };
  return {
    readLiveLock: ({ headers }) => {
      const lock = requireLive();
      headers.set('ETag', `"${lock.id}"`);
      return lock;
    },
    listLocks: ({ query }) => cutPage(portal.data.locks, query),
    readLock: ({ params, headers }) => {
      headers.set('ETag', `"${params.id}"`);
      return requireRecord(portal.data.locks, params.id, 'lock');
    },
    promoteReleases: ({ person, body: { set, remove = [], reason, canary } }) => {
      const changed = set.map(({ remote, version, release = version }) => {
        const found = findRelease(portal, remote, release);
        return { name: remote, version: found.version, release: found.release };
      });
      const names = [...remove, ...changed.map(({ name }) => name)];
      const others = partsOf(liveLockOf(portal)).filter(({ name }) => !names.includes(name));
      const lock = add(person, [...others, ...changed], reason);
      return canary === undefined ? makeLive(lock) : Object.assign(lock, { canary });
    },
    rollBack: ({ person, body }) => {
      if ('to' in body)
        return makeLive(add(person, partsOf(requireRecord(portal.data.locks, body.to, 'lock')), body.reason));
      const { remote, reason } = body;
      const before = releaseBefore(portal, remote);
      if (before === null) throw new Refusal('nothing-before', `No release of ${remote} was live before this one.`);
      const others = partsOf(requireLive()).filter(({ name }) => name !== remote);
      return makeLive(add(person, [...others, before], reason));
    },
    promoteCanary: () => makeLive(canaryOf(portal) ?? requireLive()),
    stopCanary: () => {
      endCanary();
      return requireLive();
    },
  };
}

const TOKEN_LIFETIME_S = 300;
const HOUR_MS = 3_600_000;

/** Adds the calls about what teams have of their own: tokens, backends, and a remote on one's own machine. */
export function teamCalls(portal: FakePortal): Answers {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    stopLocalRemote: () => {
      portal.data.localRemote = null;
    },
    mintTeamToken: ({ person, body: { remote, name, expiresInDays } }) => {
      const expiresAt = later(expiresInDays * 24 * HOUR_MS);
      const token = buildTeamToken({ remote, name, createdBy: person.email, expiresAt });
      portal.data.teamTokens = [token, ...portal.data.teamTokens];
      return { ...token, token: `cyt_${token.id}secret` };
    },
    listTeamTokens: () => ({ items: portal.data.teamTokens }),
    revokeTeamToken: ({ params }) => {
      portal.data.teamTokens = portal.data.teamTokens.filter(({ id }) => id !== params.id);
    },
    mintBackendToken: async ({ person, body: { remote, audience }, request }) => {
      const row = portal.data.remotes.find((each) => each.remote === remote);
      const backend = row?.claims.backends?.find((each) => each.audience === audience);
      if (backend === undefined) throw new Refusal('forbidden', `${remote} may not call a backend ${audience}.`);
      const now = Math.floor(Date.now() / 1000);
      const { email: sub, name, roles } = person;
      const times = { iat: now, exp: now + TOKEN_LIFETIME_S, jti: 'fake' };
      const claims = { iss: new URL(request.url).origin, aud: audience, sub, name, roles, remote, ...times };
      return {
        token: await portal.signBackendToken(claims),
        origin: backend.origin,
        expiresAt: later(TOKEN_LIFETIME_S * 1000),
      };
    },
    allowLocalRemote: ({ body: { remote, origin, hours } }) => {
      portal.data.localRemote = { remote, origin, expiresAt: later(hours * HOUR_MS) };
      return portal.data.localRemote;
    },
    readLocalRemote: () => ({ localRemote: portal.data.localRemote }),
    // Any release fits here.
    fitLocalRemote: ({ body }) => {
      const { api: _api, sharedNames: _names, ...release } = releaseSchema.parse(body.release);
      return { release: lockedReleaseSchema.parse({ ...release, baseUrl: `${portal.data.localRemote?.origin}/` }) };
    },
  };
}
