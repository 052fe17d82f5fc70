import { isNeeded, type LockItem, type LockPage, type Promotion, type Rollback } from '@cytocomm/contract';
import type { LiveState, LockRecord, StoredRelease } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, forbidden, invalidFields, notFound, unknownRole } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type Canaries, createCanaries } from './canaries.ts';
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
import { locksBefore, type ReleasesBefore, releasesBefore } from './history.ts';
import { assertMayEnd, canaryRuns, createDeploy } from './promotion.ts';
import { createLockStore, lockConflict, lockMoved, type StoredLockView } from './store.ts';
import { createSwitches, type Switches } from './switches.ts';

/** The person or team that makes a lock. */
export interface LockMaker extends Actor {
  /** The remote of the team whose token it is; undefined for an operator. */
  readonly team?: string | undefined;
}

/** The locks of the portal and their deployment. */
export interface Locks extends Canaries, Switches {
  list(limit: number, cursor: string | undefined): Promise<LockPage>;
  /** Returns the live lock. Throws 404 before the first. */
  live(maker: Pick<LockMaker, 'team'>): Promise<LockItem>;
  read(id: string): Promise<LockItem>;
  /** Deploys the live lock with changed releases, live or as a canary. Throws ApiError. */
  promote(promotion: Promotion, maker: LockMaker): Promise<LockItem>;
  /** Deploys an earlier lock again, or the live one with an earlier release of one remote. Throws ApiError. */
  rollBack(rollback: Rollback, maker: LockMaker): Promise<LockItem>;
  /** Ends the canary; a team may only end its own. Throws 403, 409. */
  stopOwnCanary(maker: LockMaker): Promise<LockItem>;
  /**
   * Returns the nearest usable earlier lock, even if the live one is missing or altered, so that repeated roll backs go further
   * back; undefined without one.
   */
  lockBeforeLive(): Promise<string | undefined>;
  /** Returns the release that a roll back would restore, by live remote. */
  releasesBefore(): Promise<ReleasesBefore>;
  /** Returns the last locks, the latest first, including unusable ones and the live one, even if it is missing. */
  recent(limit: number): Promise<readonly RecentLock[]>;
  /** Signs the live lock again if a former key signed it. Throws 409 while a canary runs, 503 without a key. */
  signAnew(reason: string, maker: LockMaker): Promise<LockItem>;
  /** Deploys a lock of these releases only, in place of an unusable one. Throws 409 if the live lock can be used. */
  replace(replacement: Pick<Promotion, 'set' | 'reason'>, maker: LockMaker): Promise<LockItem>;
}

/** A lock of the history. */
interface RecentLock extends StoredLockView {
  readonly isLive: boolean;
}

const wrong = (path: string, message: string) => invalidFields([{ path, message }]);
const noLock = () => notFound('No lock is live yet.');
const MAY_NOT = 'This team token may not promote. An admin can allow it in the table of remotes.';

/** Throws 400 for a contradictory promotion. */
function assertConsistent({ base, set, remove = [], canary }: Promotion): void {
  const names = [...set.map(({ remote }) => remote), ...remove];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw wrong('body.set', `${twice} is named twice`);
  const needed = remove.find(isNeeded);
  if (needed !== undefined) throw wrong('body.remove', `${needed} cannot be removed`);
  if (names.length === 0) throw wrong('body.set', 'nothing is to change');
  if (base === null && canary !== undefined) throw wrong('body.canary', 'the first lock is for everybody');
}

/** Returns a change that replaces the rolled back release of a remote by the earlier one. */
function without(remote: string, before: Choice, after: Choice): (given: Choice) => Choice {
  const earlier = after.get(remote);
  return (given) =>
    earlier === undefined || given.get(remote) !== before.get(remote) ? given : new Map(given).set(remote, earlier);
}

/** Creates the locks. */
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

  /** Returns the live lock; undefined if it is unusable, which can still be rolled back. */
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
      // The releases stay, so nothing has to be checked.
      const composition = await readComposition(source, choiceOf(live));
      return present(await deploy({ composition, state, live, reason, action: 'lock.promoted' }, maker));
    },

    replace: async (replacement, maker) => {
      const state = await store.state();
      if (state !== null && (await genuineLive(state)) !== undefined)
        throw lockConflict('The live lock can be used: promote from it, or roll back.');
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
      // A team may end its own canary only, but may remove its remote from any. A promotion by an operator ends the canary.
      const inCanary = maker.team === undefined ? undefined : { change, mayEnd: changed.length === 0 };
      const { team } = maker;
      return present(await deploy({ composition, state, live, reason, canary, inCanary, action, team }, maker));
    },

    rollBack: async (rollback, maker) => {
      const { reason = '' } = rollback;
      if (maker.team !== undefined && 'to' in rollback) throw forbidden(`This token is for ${maker.team} alone.`);
      await assertMayPromote(maker.team, 'remote' in rollback ? [rollback.remote] : []);
      // An earlier lock is sufficient, even if the live state is missing.
      const state = 'to' in rollback ? await store.state() : await liveState();
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
      // Only the one that was read: another may have started meanwhile.
      return canaries.stopCanary(maker, undefined, maker.team === undefined ? undefined : state?.canary?.lock);
    },
  };

  /** Returns the first usable lock. */
  async function firstUsable(ids: readonly string[]): Promise<LockRecord | undefined> {
    for (const id of ids) {
      const { lock } = await store.look(id);
      if (lock !== undefined) return lock;
    }
    return undefined;
  }

  /** Returns the live releases with the earlier one of a remote. Throws 404 and 409. */
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
