import {
  API_VERSION,
  changeRemote,
  isNeeded,
  type LockItem,
  listReleases,
  listRemoteReleases,
  listRemotes,
  type ReleaseItem,
  readRelease,
  readRemote,
  switchRemoteOff,
  switchRemoteOn,
} from '@cytocomm/contract';
import { buildRemote } from '../builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { releaseBefore } from './lock-calls.ts';
import { cutPage } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

/** Adds the calls about releases, and about the remotes that they are of. */
export function releaseCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');
  const withLive = (item: ReleaseItem): ReleaseItem => {
    const lock = portal.data.locks.find(({ id }) => id === portal.data.liveLock);
    const parts = lock === undefined ? [] : [lock.shell, ...lock.remotes];
    return { ...item, live: parts.some(({ name, release }) => name === item.remote && release === item.release) };
  };
  const requireLive = () => {
    const lock = portal.data.locks.find(({ id }) => id === portal.data.liveLock);
    if (lock === undefined) throw new Refusal('not-found', 'No lock is live yet.');
    return lock;
  };
  const rowOf = (remote: string) => {
    const existing = portal.data.remotes.find((each) => each.remote === remote);
    if (existing !== undefined) return existing;
    const row = buildRemote({ remote });
    portal.data.remotes.push(row);
    return row;
  };

  answer(listReleases, operator, ({ query }) => cutPage(portal.data.releases.map(withLive), query));
  answer(listRemoteReleases, operator, ({ params: { remote }, query }) =>
    cutPage(portal.data.releases.filter((item) => item.remote === remote).map(withLive), query),
  );
  answer(readRelease, operator, ({ params: { remote, release } }) => {
    const item = portal.data.releases.find(
      (each) => each.remote === remote && (each.release === release || each.version === release),
    );
    if (item === undefined) throw new Refusal('not-found', `There is no release ${release} of ${remote}.`);
    return withLive(item);
  });

  answer(listRemotes, operator, () => ({
    items: portal.data.remotes.map((item) => ({ ...item, before: releaseBefore(portal, item.remote) })),
  }));
  answer(readRemote, operator, ({ params: { remote } }) => {
    const { locks, liveLock, remotes } = portal.data;
    const partOf = (lock: LockItem | undefined) =>
      lock && [lock.shell, ...lock.remotes].find(({ name }) => name === remote);
    const live = partOf(locks.find(({ id }) => id === liveLock)) ?? null;
    const tried = locks.find((lock) => lock.canary !== undefined);
    const part = partOf(tried);
    const isOther = part !== undefined && part.release !== live?.release;
    const canary = isOther && tried?.canary ? { ...part, share: tried.canary, startedBy: tried.createdBy } : null;
    const row = remotes.find((each) => each.remote === remote) ?? buildRemote({ remote });
    const runningCanary = tried ? { startedBy: tried.createdBy, startedAt: tried.createdAt } : null;
    return { ...row, live, canary, runningCanary, api: API_VERSION };
  });
  answer(changeRemote, roles('admin'), ({ params: { remote }, body }) => {
    const row = portal.data.remotes.find((each) => each.remote === remote);
    if (row !== undefined) return Object.assign(row, body);
    const added = { remote, ...body, switchedOff: null };
    portal.data.remotes.push(added);
    return added;
  });
  answer(switchRemoteOff, operator, ({ person, params: { remote }, body: { reason } }) => {
    if (isNeeded(remote)) {
      const message = `${remote} cannot be switched off: roll it back to an earlier release`;
      throw invalidFields([{ path: 'path.remote', message }]);
    }
    const shown = [requireLive(), ...portal.data.locks.filter(({ canary }) => canary !== undefined)];
    if (!shown.some(({ remotes }) => remotes.some(({ name }) => name === remote)))
      throw new Refusal('not-found', `Neither the live lock nor a canary has ${remote}.`);
    rowOf(remote).switchedOff = { reason, at: new Date().toISOString(), by: person.email };
  });
  answer(switchRemoteOn, operator, ({ params: { remote } }) => {
    requireLive();
    const row = portal.data.remotes.find((each) => each.remote === remote);
    if (!row?.switchedOff) throw new Refusal('not-found', `${remote} is not switched off.`);
    row.switchedOff = null;
  });
}
