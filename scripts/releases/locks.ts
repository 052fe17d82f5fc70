import { userInfo } from 'node:os';
import { ApiError, type ReleaseDesk } from '@cytocomm/api';
import type { LockItem } from '@cytocomm/contract';
import { liveLock, publishBuilds } from '../portal/publish-builds.ts';
import { openMeantDesk } from '../portal/release-desk.ts';
import { CannotStart } from '../portal/settings.ts';
import { asWorkingCopy } from '../portal/working-copy.ts';
import type { CommandWords } from '../release.ts';
import { knownWorkspaces, readWorkspaceNames } from '../workspaces.ts';

/** How many locks are listed. */
const LISTED_LOCKS = 20;

/** Who acts here, for history and audit trail. */
function maker() {
  return { actor: `${userInfo().username} (npm run release)`, from: '', userAgent: '' };
}

function one(words: readonly string[], what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new CannotStart(`${what} takes the name of one remote.`);
  return word;
}

const isLive = ({ id }: LockItem) => `Lock ${id} is live.`;

/** Returns the lock before the live one; undefined when there is none. */
async function lockBefore({ locks }: ReleaseDesk): Promise<string | undefined> {
  try {
    return await locks.lockBeforeLive();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Builds the named workspaces, by default all, and promotes them as working copies. */
export async function promoteCheckout({ words, reason, say }: CommandWords): Promise<void> {
  const names = knownWorkspaces(words);
  await using desk = await openMeantDesk(process.env);
  // All other words do without what builds.
  const { buildWithinBudget } = await import('../build.ts');
  const builds = await buildWithinBudget(names.length > 0 ? names : readWorkspaceNames());
  const options = { by: maker().actor, reason: reason ?? 'What a checkout holds' };
  say(isLive(await publishBuilds(desk, builds.map(asWorkingCopy), options)));
}

/** Promotes published releases: `REMOTE@VERSION`. */
export async function promote({ words, reason, say }: CommandWords): Promise<void> {
  const set = words.map((word) => {
    const [remote = '', version = ''] = word.split('@');
    if (remote === '' || version === '') throw new CannotStart(`promote takes REMOTE@VERSION, not "${word}".`);
    return /-[0-9a-f]{12}$/.test(version) ? { remote, release: version } : { remote, version };
  });
  await using desk = await openMeantDesk(process.env);
  const live = await liveLock(desk);
  say(isLive(await desk.locks.promote({ base: live?.id ?? null, set, ...(reason && { reason }) }, maker())));
}

/** Rolls back to an earlier lock, by default the one before, or one remote to its earlier release. */
export async function rollBack({ words, reason, say }: CommandWords): Promise<void> {
  const [target, ...more] = words;
  if (more.length > 0) throw new CannotStart('rollback takes the id of one lock or the name of one remote.');
  await using desk = await openMeantDesk(process.env);
  const to = target ?? (await lockBefore(desk));
  if (!to) throw new CannotStart('There is no lock before this one.');
  const back = /^[0-9a-f]{64}$/.test(to) ? { to } : { remote: to };
  say(isLive(await desk.locks.rollBack({ ...back, ...(reason && { reason }) }, maker())));
}

/** Promotes the live lock without one remote. */
export async function remove({ words, reason, say }: CommandWords): Promise<void> {
  const remote = one(words, 'remove');
  await using desk = await openMeantDesk(process.env);
  const live = await liveLock(desk);
  if (!live?.remotes.some(({ name }) => name === remote))
    throw new CannotStart(`The live lock has no remote named ${remote}.`);
  const change = { base: live.id, set: [], remove: [remote], ...(reason && { reason }) };
  say(isLive(await desk.locks.promote(change, maker())));
}

/** Switches a remote off. */
export async function switchOff({ words, reason, say }: CommandWords): Promise<void> {
  const remote = one(words, 'switch-off');
  await using desk = await openMeantDesk(process.env);
  await desk.locks.switchOff(remote, reason ?? 'Switched off by an operator', maker());
  say(`${remote} is switched off.`);
}

/** Switches a remote on again. */
export async function switchOn({ words, say }: CommandWords): Promise<void> {
  const remote = one(words, 'switch-on');
  await using desk = await openMeantDesk(process.env);
  await desk.locks.switchOn(remote, maker());
  say(`${remote} is switched on.`);
}

/** Prints the last locks, newest first. */
export async function list({ say }: CommandWords): Promise<void> {
  await using desk = await openMeantDesk(process.env);
  const live = await liveLock(desk);
  const { items } = await desk.locks.list(LISTED_LOCKS, undefined);
  for (const { id, createdAt, createdBy, reason } of items)
    say(`${id === live?.id ? '*' : ' '} ${id} ${createdAt} ${createdBy}${reason === '' ? '' : `: ${reason}`}`);
}
