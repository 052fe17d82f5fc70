import { isNeeded, type LockItem, type LockPage, type Promotion, type Rollback } from '@cytocomm/contract';
import type { LiveState, LockRecord, StoredRelease } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, forbidden, invalidFields, notFound, unknownRole } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import {
  assertFits,
  assertPassed,
  type Choice,
  choiceOf,
  isSameChoice,
  presentLock,
  type ReleaseSource,
  readComposition,
} from './composition.ts';
import { assertMayEnd, canaryRuns, createDeploy } from './deployment.ts';
import { locksBefore, type ReleasesBefore, releasesBefore } from './history.ts';
import { createLockStore, type LookedAtLock, lockConflict, lockMoved } from './store.ts';
import { type Canaries, createCanaries, createSwitches, type Switches } from './switches.ts';

/** Who makes a lock. */
export interface LockMaker extends Actor {
  /** The remote of the team whose token it is; undefined for an operator. */
  readonly team?: string | undefined;
}

/** The locks: what is live, and how it becomes so. */
export interface Locks extends Canaries, Switches {
  list(limit: number, cursor: string | undefined): Promise<LockPage>;
  /** Returns the live lock. Throws 404 before the first. */
  live(maker: Pick<LockMaker, 'team'>): Promise<LockItem>;
  read(id: string): Promise<LockItem>;
  /** Makes a lock of the live one with some releases changed, live now or as a canary. Throws ApiError. */
  promote(promotion: Promotion, maker: LockMaker): Promise<LockItem>;
  /** Makes a lock that is like an earlier one, or has an earlier release of one remote. Throws ApiError. */
  rollBack(rollback: Rollback, maker: LockMaker): Promise<LockItem>;
  /** Ends the canary; of a team, only one that it began itself. Throws 403, 409. */
  stopOwnCanary(maker: LockMaker): Promise<LockItem>;
  /**
   * Returns the nearest earlier lock that can be used, so that rolling back to it again and again goes further back, also
   * when the live lock is gone or altered; undefined when there is none.
   */
  lockBeforeLive(): Promise<string | undefined>;
  /** Returns of each live remote the release that a roll back brings back. */
  releasesBefore(): Promise<ReleasesBefore>;
  /** Returns the last locks, the latest first, with those that cannot be used; the live one is among them, also when it is gone. */
  recent(limit: number): Promise<readonly RecentLock[]>;
  /** Makes a lock like the live one where another key than the present one has signed it. Throws 409 while a canary runs, 503 without a key. */
  signAnew(reason: string, maker: LockMaker): Promise<LockItem>;
  /** Makes a lock of these releases alone in the place of one that cannot be used. Throws 409 when the live lock can be used. */
  replace(replacement: Pick<Promotion, 'set' | 'reason'>, maker: LockMaker): Promise<LockItem>;
}

/** A lock of the history. */
interface RecentLock extends LookedAtLock {
  readonly isLive: boolean;
}

const wrong = (path: string, message: string) => invalidFields([{ path, message }]);
const noLock = () => notFound('No lock is live yet.');
const MAY_NOT = 'This team token may not promote: an admin allows it in the table of remotes.';

/** Throws 400 for a promotion that contradicts itself. */
function assertConsistent({ base, set, remove = [], canary }: Promotion): void {
  const names = [...set.map(({ remote }) => remote), ...remove];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw wrong('body.set', `${twice} is named twice`);
  const needed = remove.find(isNeeded);
  if (needed !== undefined) throw wrong('body.remove', `${needed} cannot be removed`);
  if (names.length === 0) throw wrong('body.set', 'nothing is to change');
  if (base === null && canary !== undefined) throw wrong('body.canary', 'the first lock is for everybody');
}

/** Returns what puts the earlier release of a remote into releases that have the one that is rolled back. */
function without(remote: string, before: Choice, after: Choice): (given: Choice) => Choice {
  const earlier = after.get(remote);
  return (given) =>
    earlier === undefined || given.get(remote) !== before.get(remote) ? given : new Map(given).set(remote, earlier);
}

/** Creates the locks of a database. */
export function createLocks(core: Core, source: ReleaseSource): Locks {
  const store = createLockStore(core);
  const deploy = createDeploy(core, store, source);
  const canaries = createCanaries(core, store, source);

  const present = async (lock: LockRecord): Promise<LockItem> => presentLock(lock, await store.state());

  async function assertMayPromote(team: string | undefined, names: readonly string[]): Promise<void> {
    if (team === undefined) return;
    if (names.some((name) => name !== team)) throw forbidden(`This token is for ${team} alone.`);
    if (!(await source.mayPromote(team))) throw forbidden(MAY_NOT);
  }

  async function assertRolesExist(canary: Promotion['canary']): Promise<void> {
    if (canary === undefined || 'percent' in canary) return;
    const existing = await source.existingRoles(canary.roles);
    const unknown = canary.roles.find((role) => !existing.includes(role));
    if (unknown !== undefined) throw unknownRole('body.canary.roles', unknown);
  }

  async function releasesOf({ set }: Pick<Promotion, 'set'>): Promise<readonly StoredRelease[]> {
    return Promise.all(
      set.map(async ({ remote, version, release }) => {
        const wanted = release ?? version ?? '';
        const found = await source.find(remote, wanted);
        if (found === null) throw notFound(`There is no release ${wanted} of ${remote}: publish it first.`);
        return found;
      }),
    );
  }

  async function liveState(): Promise<LiveState> {
    const state = await store.state();
    if (state === null) throw noLock();
    return state;
  }

  /** Returns the live lock where it can be read: one that was altered can still be rolled back from. */
  async function genuineLive(state: LiveState): Promise<LockRecord | undefined> {
    try {
      return await store.live(state);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  return {
    ...canaries,
    lockBeforeLive: async () => {
      const state = await store.state();
      await store.repair(state);
      const isUsable = state !== null && (await genuineLive(state)) !== undefined;
      return (await firstUsable(await locksBefore(core, { live: state?.lock, isUsable })))?.id;
    },

    releasesBefore: async () => releasesBefore(core, (await store.state())?.lock),

    recent: async (limit) => {
      const live = (await store.state())?.lock;
      const last = await store.recent(limit);
      const isThere = live === undefined || last.some(({ id }) => id === live);
      return [...(isThere ? [] : [await store.look(live)]), ...last].map((each) => ({
        ...each,
        isLive: each.id === live,
      }));
    },

    signAnew: async (reason, maker) => {
      const state = await liveState();
      const live = await store.live(state);
      if (store.isSignedByPresentKey(live)) return present(live);
      if (state.canary !== null) throw canaryRuns(state.canary, undefined);
      await store.repair(state);
      // What is live stays what it is, so nothing has to fit anew.
      const composition = await readComposition(source, choiceOf(live));
      return present(await deploy({ composition, state, live, reason, action: 'lock.promoted' }, maker));
    },

    replace: async (replacement, maker) => {
      const state = await store.state();
      if (state !== null && (await genuineLive(state)) !== undefined)
        throw lockConflict('The live lock can be used: promote from it, or roll back.');
      await store.repair(state);
      const releases = await releasesOf(replacement);
      assertPassed(releases);
      const choice = new Map(releases.map(({ remote, release }) => [remote, release]));
      const composition = await readComposition(source, choice);
      await assertFits(source, composition, new Set(choice.keys()));
      const { reason = '' } = replacement;
      return present(await deploy({ composition, state, live: undefined, reason, action: 'lock.promoted' }, maker));
    },
    ...createSwitches(core, store),

    list: async (limit, cursor) => {
      const { items, nextCursor } = await store.list(limit, cursor);
      const state = await store.state();
      return { items: items.map((lock) => presentLock(lock, state)), nextCursor };
    },

    live: async ({ team }) => {
      await assertMayPromote(team, []);
      return present(await store.live(await liveState()));
    },

    read: async (id) => present(await store.read(id)),

    promote: async (promotion, maker) => {
      const { base, canary, reason = '', remove = [] } = promotion;
      assertConsistent(promotion);
      await assertRolesExist(canary);
      await assertMayPromote(maker.team, [...promotion.set.map(({ remote }) => remote), ...remove]);
      const state = await store.state();
      if ((state?.lock ?? null) !== base) throw lockMoved();
      if (canary !== undefined && state !== null && state.canary !== null) throw canaryRuns(state.canary, maker.team);
      await store.repair(state);
      const live = state === null ? undefined : await store.live(state);
      const changed = await releasesOf(promotion);
      const before = choiceOf(live);
      const change = (given: Choice) => {
        const choice = new Map(given);
        for (const name of remove) choice.delete(name);
        for (const { remote, release } of changed) choice.set(remote, release);
        return choice;
      };
      const choice = change(before);
      if (isSameChoice(before, choice)) throw wrong('body.set', 'nothing is to change: this is live already');
      assertPassed(changed);
      const composition = await readComposition(source, choice);
      await assertFits(source, composition, new Set(changed.map(({ remote }) => remote)));
      const action = canary === undefined ? 'lock.promoted' : 'canary.started';
      // A team may end its own canary alone, but its remote it takes out whoever's runs. An operator's promotion ends it.
      const inCanary = maker.team === undefined ? undefined : { change, mayEnd: changed.length === 0 };
      const { team } = maker;
      return present(await deploy({ composition, state, live, reason, canary, inCanary, action, team }, maker));
    },

    rollBack: async (rollback, maker) => {
      const { reason = '' } = rollback;
      if (maker.team !== undefined && 'to' in rollback) throw forbidden(`This token is for ${maker.team} alone.`);
      await assertMayPromote(maker.team, 'remote' in rollback ? [rollback.remote] : []);
      // By an earlier lock it is known what to make live, also where the record of the live one is gone.
      const state = 'to' in rollback ? await store.state() : await liveState();
      await store.repair(state);
      const live = state === null ? undefined : await genuineLive(state);
      const before = choiceOf(live);
      const choice = 'to' in rollback ? choiceOf(await store.read(rollback.to)) : await choiceBefore(rollback.remote);
      if (isSameChoice(before, choice)) throw wrong('body.to', 'nothing is to change: this is live already');
      const composition = await readComposition(source, choice);
      await assertFits(source, composition, new Set());
      const inCanary =
        'to' in rollback ? undefined : { change: without(rollback.remote, before, choice), mayEnd: true };
      const { team } = maker;
      const action = 'lock.rolled-back';
      return present(await deploy({ composition, state, live, reason, action, inCanary, team }, maker));
    },

    stopOwnCanary: async (maker) => {
      await assertMayPromote(maker.team, []);
      const state = await store.state();
      assertMayEnd(state?.canary ?? null, maker.team);
      // Just the one that was looked at: another may have begun meanwhile.
      return canaries.stopCanary(maker, undefined, maker.team === undefined ? undefined : state?.canary?.lock);
    },
  };

  /** Returns the first of some locks that can be used. */
  async function firstUsable(ids: readonly string[]): Promise<LockRecord | undefined> {
    for (const id of ids) {
      const { lock } = await store.look(id);
      if (lock !== undefined) return lock;
    }
    return undefined;
  }

  /** Returns the live releases with the one before of a remote. Throws 404 and 409. */
  async function choiceBefore(remote: string): Promise<Map<string, string>> {
    const live = await store.live(await liveState());
    const choice = choiceOf(live);
    if (!choice.has(remote)) throw notFound(`The live lock has no ${remote}.`);
    const before = await firstUsable(await locksBefore(core, { live: live.id, isUsable: true, remote }));
    const release = choiceOf(before).get(remote);
    if (release === undefined)
      throw new ApiError(409, 'nothing-before', `No release of ${remote} was live before this one.`);
    return choice.set(remote, release);
  }
}
