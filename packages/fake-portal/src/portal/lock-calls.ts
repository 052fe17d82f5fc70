import {
  isNeeded,
  type LockItem,
  listLocks,
  type Promotion,
  promoteCanary,
  promoteReleases,
  type ReleaseItem,
  type RemoteItem,
  readLiveLock,
  readLock,
  rollBack,
  stopCanary,
} from '@cytocomm/contract';
import { buildLock } from '../builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage, requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

type Part = LockItem['shell'];

/** Which locks took something back. */
const rollbacks = new WeakSet<LockItem>();

const wrong = (path: string, message: string) => invalidFields([{ path, message }]);
const partsOf = (lock: LockItem | undefined) => (lock === undefined ? [] : [lock.shell, ...lock.remotes]);
const idsOf = (parts: readonly Part[]) => parts.map(({ name, release }) => `${name} ${release}`).toSorted();
const isSame = (one: readonly Part[], other: readonly Part[]) => String(idsOf(one)) === String(idsOf(other));
const etagOf = ({ id }: LockItem) => `"${id}"`;

function assertConsistent({ base, set, remove = [], canary }: Promotion): void {
  const names = [...set.map(({ remote }) => remote), ...remove];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw wrong('body.set', `${twice} is named twice`);
  const needed = remove.find(isNeeded);
  if (needed !== undefined) throw wrong('body.remove', `${needed} cannot be removed`);
  if (names.length === 0) throw wrong('body.set', 'nothing is to change');
  if (base === null && canary !== undefined) throw wrong('body.canary', 'the first lock is for everybody');
}

function assertPassed(releases: readonly ReleaseItem[]): void {
  for (const { remote, release, gate } of releases)
    if (gate.outcome === 'running')
      throw new Refusal('gate-running', `The gate still looks at ${remote} ${release}. Try again when it has ended.`);
  const errors = releases.flatMap(({ gate }, place) =>
    gate.checks
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ message, rule, place: where }) => ({
        path: `body.set.${place}`,
        message: `${message} (rule ${rule}${where === undefined ? '' : `, ${where}`})`,
      })),
  );
  const detail = `The gate refused this. ${errors.map(({ message }) => message).join(' ')}`;
  if (errors.length > 0) throw new Refusal('gate-refused', detail, { errors });
}

/** Returns the release before the present one; what was rolled back does not count. */
function partBefore(oldestFirst: readonly LockItem[], remote: string): Part | undefined {
  let lasting: Part[] = [];
  for (const lock of oldestFirst) {
    const part = partsOf(lock).find(({ name }) => name === remote);
    if (part === undefined || lasting.at(-1)?.release === part.release) continue;
    const earlier = rollbacks.has(lock) ? lasting.findLastIndex(({ release }) => release === part.release) : -1;
    lasting = earlier < 0 ? [...lasting, part] : lasting.slice(0, earlier + 1);
  }
  return lasting.at(-2);
}

/** Returns the locks that have been live, oldest first. */
function lineOf({ data: { locks, liveLock } }: FakePortal): readonly LockItem[] {
  const line: LockItem[] = [];
  for (let id = liveLock; ; ) {
    const lock = locks.find((each) => each.id === id);
    if (lock === undefined || line.includes(lock)) return line;
    line.unshift(lock);
    id = lock.base;
  }
}

/** Returns the release that a rollback of a remote restores; null without one. */
export function releaseBefore(portal: FakePortal, remote: string): RemoteItem['before'] {
  const part = partBefore(lineOf(portal), remote);
  return part === undefined ? null : { version: part.version, release: part.release };
}

/** Adds the calls about locks and canaries. */
export function lockCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');
  const data = () => portal.data;
  const live = () => data().locks.find(({ id }) => id === data().liveLock);
  const canaryOf = () => data().locks.find((lock) => lock.canary !== undefined);
  const requireLive = () => {
    const lock = live();
    if (lock === undefined) throw new Refusal('not-found', 'No lock is live yet.');
    return lock;
  };
  const requireCanary = () => {
    const canary = canaryOf();
    if (canary === undefined) throw new Refusal('no-canary', 'There is no canary.');
    return canary;
  };
  const add = (person: FakeUser, parts: readonly Part[], reason = ''): LockItem => {
    const shell = parts.find(({ name }) => name === 'shell');
    if (shell === undefined) throw new Refusal('validation', 'A lock needs a release of the shell.');
    const from = { base: data().liveLock, reason, createdBy: person.email, createdAt: new Date().toISOString() };
    const remotes = parts.filter((part) => part !== shell).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    const lock: LockItem = { ...buildLock(from), shell, remotes };
    data().locks.unshift(lock);
    return lock;
  };
  const makeLive = (lock: LockItem) => {
    delete canaryOf()?.canary;
    data().liveLock = lock.id;
    return lock;
  };
  const findRelease = ({ remote, version, release }: Promotion['set'][number]) => {
    const found = data().releases.find(
      (each) => each.remote === remote && (each.release === release || each.version === version),
    );
    if (found !== undefined) return found;
    throw new Refusal('not-found', `There is no release ${release ?? version} of ${remote}: publish it first.`);
  };

  answer(readLiveLock, operator, ({ headers }) => {
    const lock = requireLive();
    headers.set('ETag', etagOf(lock));
    return lock;
  });
  answer(listLocks, operator, ({ query }) => cutPage(data().locks, query));
  answer(readLock, operator, ({ params, headers }) => {
    const lock = requireRecord(data().locks, params.id, 'lock');
    headers.set('ETag', etagOf(lock));
    return lock;
  });

  answer(promoteReleases, operator, ({ person, body }) => {
    const { base, set, remove = [], reason, canary } = body;
    assertConsistent(body);
    if (base !== data().liveLock)
      throw new Refusal('lock-moved', 'Another lock became live meanwhile. Review it, then promote from it.');
    if (canary !== undefined && canaryOf() !== undefined)
      throw new Refusal('conflict', 'A canary runs. Promote it or stop it first.');
    const changed = set.map(findRelease);
    const names = new Set([...remove, ...set.map(({ remote }) => remote)]);
    const parts = [
      ...partsOf(live()).filter(({ name }) => !names.has(name)),
      ...changed.map(({ remote, version, release }) => ({ name: remote, version, release })),
    ];
    if (isSame(partsOf(live()), parts)) throw wrong('body.set', 'nothing is to change: this is live already');
    assertPassed(changed);
    const lock = add(person, parts, reason);
    return canary === undefined ? makeLive(lock) : Object.assign(lock, { canary });
  });

  answer(rollBack, operator, ({ person, body }) => {
    const before = partsOf(requireLive());
    const goBack = (parts: readonly Part[]) => {
      if (isSame(before, parts)) throw wrong('body.to', 'nothing is to change: this is live already');
      const lock = add(person, parts, body.reason);
      rollbacks.add(lock);
      return makeLive(lock);
    };
    if ('to' in body) return goBack(partsOf(requireRecord(data().locks, body.to, 'lock')));
    const { remote } = body;
    if (!before.some(({ name }) => name === remote)) throw new Refusal('not-found', `The live lock has no ${remote}.`);
    const earlier = partBefore(lineOf(portal), remote);
    if (earlier === undefined) throw new Refusal('nothing-before', `No release of ${remote} was live before this one.`);
    const tried = canaryOf();
    const share = tried?.canary;
    const bad = before.find(({ name }) => name === remote);
    const back = goBack([...before.filter(({ name }) => name !== remote), earlier]);
    // A canary goes on, without the release that is taken back.
    if (tried === undefined || share === undefined) return back;
    const parts = partsOf(tried).map((part) => (part.release === bad?.release ? earlier : part));
    if (!isSame(parts, partsOf(back)))
      Object.assign(add(person, parts, tried.reason), { canary: share, createdBy: tried.createdBy });
    return back;
  });

  answer(promoteCanary, operator, () => makeLive(requireCanary()));
  answer(stopCanary, operator, () => {
    delete requireCanary().canary;
    return requireLive();
  });
}
