import {
  changeRemote,
  listReleases,
  listRemoteReleases,
  listRemotes,
  type ReleaseItem,
  readRelease,
  switchRemoteOff,
  switchRemoteOn,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

/** Returns the calls about releases, and about the remotes that they are of. */
export function releaseCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');
  const withLive = (item: ReleaseItem): ReleaseItem => {
    const lock = portal.data.locks.find(({ id }) => id === portal.data.liveLock);
    const parts = lock === undefined ? [] : [lock.shell, ...lock.remotes];
    return { ...item, live: parts.some(({ name, release }) => name === item.remote && release === item.release) };
  };
  const requireRemote = (remote: string) => {
    const row = portal.data.remotes.find((each) => each.remote === remote);
    if (row === undefined) throw new Refusal('not-found', `There is no remote ${remote}.`);
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

  answer(listRemotes, operator, () => ({ items: portal.data.remotes }));
  answer(changeRemote, roles('admin'), ({ params: { remote }, body }) => {
    const row = portal.data.remotes.find((each) => each.remote === remote);
    if (row !== undefined) return Object.assign(row, body);
    const added = { remote, ...body, switchedOff: null };
    portal.data.remotes.push(added);
    return added;
  });
  answer(switchRemoteOff, operator, ({ person, params: { remote }, body: { reason } }) => {
    requireRemote(remote).switchedOff = { reason, at: new Date().toISOString(), by: person.email };
  });
  answer(switchRemoteOn, operator, ({ params: { remote } }) => {
    requireRemote(remote).switchedOff = null;
  });
}
