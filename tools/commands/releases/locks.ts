import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { ReleaseDesk } from '@cytocomm/api';
import type { LockItem } from '@cytocomm/contract';
import { CommandFailed, publishFolder, readTarget } from '@cytocomm/remote-tools/portal-command';
import { buildWithinBudget } from '../build.ts';
import { openDesk } from '../portal/database.ts';
import { asWorkingCopy, liveLock, publishBuilds, replaceLive } from '../portal/publish-builds.ts';
import { addressesIn } from '../portal/run-file.ts';
import { CannotStart, readSettings } from '../portal/settings.ts';
import { knownWorkspaces, readWorkspaceNames } from '../workspaces.ts';

/** Builds remotes, with source maps, and publishes their versions over HTTP under a team token. Nothing is promoted. */
export async function publish({ words, say }: CommandWords): Promise<void> {
  if (words.length === 0) throw new CannotStart('publish takes the names of the remotes to publish.');
  const names = knownWorkspaces(words);
  const portal = process.env.PORTAL_URL || addressesIn(resolve(readSettings(process.env).DATA_DIR))?.url;
  try {
    const target = readTarget(portal, process.env.PORTAL_TOKEN);
    for (const { distDir } of await buildWithinBudget(names, 'hidden')) say(await publishFolder(distDir, target, say));
  } catch (error) {
    throw error instanceof CommandFailed ? new CannotStart(error.message, { cause: error }) : error;
  }
}

/** What follows the name of a command. */
export interface CommandWords {
  readonly words: readonly string[];
  readonly reason: string | undefined;
  readonly say: (line: string) => void;
}

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

/** Returns the nearest earlier lock that can be used. Throws CannotStart. */
async function lockBefore(desk: ReleaseDesk): Promise<string> {
  const before = await desk.locks.lockBeforeLive();
  if (before !== undefined) return before;
  const last = await desk.locks.recent(LISTED_LOCKS);
  if (last.length === 0 || last.some(({ isLive, lock }) => isLive && lock))
    throw new CannotStart('There is no lock before this one.');
  throw new CannotStart(
    'Neither the live lock nor an earlier one can be used: npm run release -- list says why. Where that is for good, npm run release -- replace promotes what this checkout holds.',
  );
}

/** Builds the named workspaces, by default all, and promotes them as working copies. */
export async function promoteCheckout({ words, reason, say }: CommandWords): Promise<void> {
  const names = knownWorkspaces(words);
  await using desk = await openDesk(process.env);
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
  await using desk = await openDesk(process.env);
  const live = await liveLock(desk);
  say(isLive(await desk.locks.promote({ base: live?.id ?? null, set, ...(reason && { reason }) }, maker())));
}

/** Rolls back to an earlier lock, by default the one before, or one remote to its earlier release. */
export async function rollBack({ words, reason, say }: CommandWords): Promise<void> {
  const [target, ...more] = words;
  if (more.length > 0) throw new CannotStart('rollback takes the id of one lock or the name of one remote.');
  await using desk = await openDesk(process.env);
  const to = target ?? (await lockBefore(desk));
  const back = /^[0-9a-f]{64}$/.test(to) ? { to } : { remote: to };
  say(isLive(await desk.locks.rollBack({ ...back, ...(reason && { reason }) }, maker())));
}

/** Promotes the live lock without one remote. */
export async function remove({ words, reason, say }: CommandWords): Promise<void> {
  const remote = one(words, 'remove');
  await using desk = await openDesk(process.env);
  const live = await liveLock(desk);
  if (!live?.remotes.some(({ name }) => name === remote))
    throw new CannotStart(`The live lock has no remote named ${remote}.`);
  const change = { base: live.id, set: [], remove: [remote], ...(reason && { reason }) };
  say(isLive(await desk.locks.promote(change, maker())));
}

/** Switches a remote off. */
export async function switchOff({ words, reason, say }: CommandWords): Promise<void> {
  const remote = one(words, 'switch-off');
  await using desk = await openDesk(process.env);
  await desk.locks.switchOff(remote, reason ?? 'Switched off by an operator', maker());
  say(`${remote} is switched off.`);
}

/** Switches a remote on again. */
export async function switchOn({ words, say }: CommandWords): Promise<void> {
  const remote = one(words, 'switch-on');
  await using desk = await openDesk(process.env);
  await desk.locks.switchOn(remote, maker());
  say(`${remote} is switched on.`);
}

/** Prints the last locks, newest first, and why one cannot be used. */
export async function list({ say }: CommandWords): Promise<void> {
  await using desk = await openDesk(process.env);
  for (const { id, isLive, lock, fault } of await desk.locks.recent(LISTED_LOCKS)) {
    const origin = lock && `${lock.createdAt} ${lock.createdBy}${lock.reason === '' ? '' : `: ${lock.reason}`}`;
    say(`${isLive ? '*' : ' '} ${id} ${origin ?? `cannot be used: it ${fault}`}`);
  }
}

/** Signs the live lock by the present key. */
export async function sign({ words, reason, say }: CommandWords): Promise<void> {
  if (words.length > 0) throw new CannotStart('sign takes no name: it signs the live lock.');
  await using desk = await openDesk(process.env);
  say(isLive(await desk.locks.signAnew(reason ?? 'Signed by another key', maker())));
}

/** Builds all workspaces and promotes them alone, where no lock can be used. */
export async function replace({ words, reason, say }: CommandWords): Promise<void> {
  if (words.length > 0) throw new CannotStart('replace takes no name: it promotes all that this checkout holds.');
  await using desk = await openDesk(process.env);
  const builds = (await buildWithinBudget(readWorkspaceNames())).map(asWorkingCopy);
  const options = {
    by: maker().actor,
    reason: reason ?? 'What a checkout holds, in the place of a lock that cannot be used',
  };
  say(isLive(await replaceLive(desk, builds, options)));
}
