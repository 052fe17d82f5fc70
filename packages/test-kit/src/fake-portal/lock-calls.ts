import {
  type LockItem,
  listLocks,
  type Promotion,
  promoteCanary,
  promoteReleases,
  readLiveLock,
  readLock,
  rollBack,
  stopCanary,
} from '@cytocomm/contract';
import { buildLock } from '../release-builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage, requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

type Part = LockItem['shell'];
type Set = Pick<LockItem, 'shell' | 'remotes'>;

function withPart({ shell, remotes }: Set, part: Part): Set {
  if (part.name === 'shell') return { shell: part, remotes };
  return { shell, remotes: [...remotes.filter(({ name }) => name !== part.name), part] };
}

const partOf = ({ shell, remotes }: Set, name: string) => [shell, ...remotes].find((part) => part.name === name);

/** Returns the calls about locks and canaries. */
export function lockCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');
  const data = () => portal.data;
  const live = () => data().locks.find(({ id }) => id === data().liveLock);
  const requireLive = () => {
    const lock = live();
    if (lock === undefined) throw new Refusal('not-found', 'No lock is live yet.');
    return lock;
  };
  const requireCanary = () => {
    const canary = data().locks.find((lock) => lock.canary !== undefined);
    if (canary === undefined) throw new Refusal('no-canary', 'There is no canary.');
    return canary;
  };
  const add = (person: FakeUser, base: string | null, reason = ''): LockItem => {
    const lock = buildLock({ base, reason, createdBy: person.email, createdAt: new Date().toISOString() });
    data().locks.unshift(lock);
    return lock;
  };
  const findRelease = ({ remote, version, release }: Promotion['set'][number]): Part => {
    const found = data().releases.find(
      (each) => each.remote === remote && (each.release === release || each.version === version),
    );
    const named = `${remote} ${version ?? release}`;
    if (found === undefined) throw new Refusal('not-found', `There is no release ${named}.`);
    if (found.gate.outcome === 'running') throw new Refusal('gate-running', `The gate is still looking at ${named}.`);
    const errors = found.gate.checks
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ rule, message }) => ({ path: rule, message }));
    if (errors.length > 0) throw new Refusal('gate-refused', `The gate refuses ${named}.`, { errors });
    return { name: remote, version: found.version, release: found.release };
  };

  answer(readLiveLock, operator, requireLive);
  answer(listLocks, operator, ({ query }) => cutPage(data().locks, query));
  answer(readLock, operator, ({ params }) => requireRecord(data().locks, params.id, 'lock'));

  answer(promoteReleases, operator, ({ person, body: { base, set, remove = [], reason, canary } }) => {
    if (base !== data().liveLock) throw new Refusal('lock-moved', 'Another lock is live now. Look again.');
    const before = requireLive();
    const parts = set.map(findRelease).filter((part) => partOf(before, part.name)?.release !== part.release);
    if (parts.length + remove.length === 0)
      throw invalidFields([{ path: 'body.set', message: 'changes nothing of what is live' }]);
    const lock = Object.assign(add(person, base, reason), parts.reduce<Set>(withPart, before));
    lock.remotes = lock.remotes.filter(({ name }) => !remove.includes(name));
    if (canary === undefined) data().liveLock = lock.id;
    else lock.canary = canary;
    return lock;
  });
  answer(rollBack, operator, ({ person, body }) => {
    const before = requireLive();
    const lock = (set: Set) => {
      const { shell, remotes } = set;
      const made = Object.assign(add(person, before.id, body.reason), { shell, remotes });
      data().liveLock = made.id;
      return made;
    };
    if ('to' in body) return lock(requireRecord(data().locks, body.to, 'lock'));
    const present = partOf(before, body.remote);
    const earlier = data()
      .locks.slice(data().locks.indexOf(before))
      .map((each) => partOf(each, body.remote))
      .find((part) => part !== undefined && part.release !== present?.release);
    if (earlier === undefined)
      throw new Refusal('nothing-before', `No other release of ${body.remote} has been live before this one.`);
    return lock(withPart(before, earlier));
  });
  answer(promoteCanary, operator, () => {
    const canary = requireCanary();
    delete canary.canary;
    data().liveLock = canary.id;
    return canary;
  });
  answer(stopCanary, operator, () => {
    delete requireCanary().canary;
    return requireLive();
  });
}
