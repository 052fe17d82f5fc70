import { type AuditAction, type CanaryShare, MAX_CANARY_HOURS } from '@cytocomm/contract';
import { composeLock, type LiveState, type LockRecord, signLock } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import { teamActor } from '../../platform/calls/access.ts';
import { ApiError, serviceUnavailable } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import {
  assertFits,
  type Choice,
  type Composition,
  changesBetween,
  choiceOf,
  isSameChoice,
  placed,
  type ReleaseSource,
  readComposition,
} from './composition.ts';
import { type LockStore, lockConflict, lockMoved } from './store.ts';

type RunningCanary = NonNullable<LiveState['canary']>;

/** What a deployment means for a canary that runs meanwhile. */
interface CanaryEffect {
  /** Returns what the canary has after it. */
  readonly change: (choice: Choice) => Choice;
  /** Whether a canary of others ends where the change does not fit into it; otherwise the deployment is refused. */
  readonly mayEnd: boolean;
}

/** A composition that is to be live, or a canary. */
interface Deployment {
  readonly composition: Composition;
  /** What was live when it was composed; null for nothing. */
  readonly state: LiveState | null;
  /** The lock of `state`, unless it was altered. */
  readonly live: LockRecord | undefined;
  readonly reason: string;
  readonly canary?: CanaryShare | undefined;
  /** By default a canary that runs ends. */
  readonly inCanary?: CanaryEffect | undefined;
  /** The remote of the team that deploys; undefined for an operator. */
  readonly team?: string | undefined;
  readonly action: Extract<AuditAction, 'lock.promoted' | 'lock.rolled-back' | 'canary.started'>;
}

/** How often a change is tried again when a canary began or ended meanwhile. */
const MAX_TRIES = 20;

/** Makes a lock, signs it and makes it live. Throws 409 when another one has become live meanwhile. */
export type Deploy = (deployment: Deployment, actor: Actor) => Promise<LockRecord>;

/** Creates the way by which all locks become live. */
export function createDeploy({ audit, config, database }: Core, store: LockStore, source: ReleaseSource): Deploy {
  function make(
    { shell, remotes }: Composition,
    from: { readonly base: string | null; readonly createdBy: string; readonly reason: string },
  ): LockRecord {
    if (config.lockSigningKey === undefined)
      throw serviceUnavailable('This portal has no LOCK_SIGNING_KEY: it makes no locks.');
    const origin = { ...from, createdAt: database.now() };
    return signLock(composeLock(placed(shell), remotes.map(placed), origin), config.lockSigningKey);
  }

  /** Moves the pointer. Throws 409. */
  async function swap(lock: LockRecord, deployment: Deployment, actor: Actor): Promise<void> {
    const { state, canary, team } = deployment;
    if (state === null) {
      if (await store.begin(lock.id)) return;
      throw lockMoved();
    }
    if (canary !== undefined) {
      const started = { lock: lock.id, share: canary, startedAt: database.now(), startedBy: lock.createdBy };
      const before = await store.change({ lock: state.lock, canary: null }, { canary: started });
      if (before !== null) return;
      const now = await store.state();
      throw now?.lock === state.lock && now.canary !== null ? canaryRuns(now.canary, team) : lockMoved();
    }
    return takePlace(lock, state, deployment, actor);
  }

  /** Returns the lock that a canary goes on with; undefined where nothing of it is left, or the change does not fit into it. */
  async function carried(
    canary: RunningCanary,
    live: LockRecord,
    change: CanaryEffect['change'],
  ): Promise<LockRecord | undefined> {
    try {
      const before = await store.live(canary);
      const choice = change(choiceOf(before));
      if (isSameChoice(choice, choiceOf(live))) return undefined;
      const composition = await readComposition(source, choice);
      await assertFits(source, composition, new Set());
      return make(composition, { base: live.id, createdBy: canary.startedBy, reason: before.reason });
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** Makes a lock live from a base; its canary goes on from it, or ends. Throws 409 when the base is not live any more, or the canary stays. */
  async function takePlace(
    lock: LockRecord,
    base: LiveState,
    { inCanary, team }: Deployment,
    actor: Actor,
  ): Promise<void> {
    let state: LiveState | null = base;
    for (let turn = 0; turn < MAX_TRIES && state?.lock === base.lock; turn += 1) {
      const { canary, switchedOff }: LiveState = state;
      const next = canary && inCanary && (await carried(canary, lock, inCanary.change));
      if (next === undefined && inCanary?.mayEnd !== true) assertMayEnd(canary, team);
      if (next && !(await store.insert(next, false))) throw lockMoved();
      const names = new Set([...lock.remotes, ...(next?.remotes ?? [])].map(({ name }) => name));
      const gone = switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
      // Before the change: it is in the trail also when this process ends right after.
      const intent = canary && (await audit.intend({ ...actor, ...noteOf(canary, lock, next) }));
      // Just the canary that was looked at: one that has begun meanwhile has a person of its own.
      const condition = { lock: base.lock, ...(canary === null ? { canary } : { 'canary.lock': canary.lock }) };
      const going = canary && next ? { ...canary, lock: next.id } : null;
      const isDone = (await store.change(condition, { lock: lock.id, canary: going }, gone)) !== null;
      await (isDone ? intent?.done() : intent?.drop());
      if (isDone) {
        for (const { id } of next ? [lock, next] : [lock]) await store.markDeployed(id);
        return;
      }
      if (next) await store.discard(next.id);
      state = await store.state();
    }
    throw lockMoved();
  }

  return async (deployment, actor) => {
    const { action, canary, live, reason } = deployment;
    const from = { base: deployment.state?.lock ?? null, createdBy: actor.actor ?? 'command line', reason };
    const lock = make(deployment.composition, from);
    const detail = {
      base: lock.base ?? 'none',
      changes: changesBetween(choiceOf(live), choiceOf(lock)).slice(0, 2000),
      ...(reason === '' ? {} : { reason }),
      ...(canary === undefined ? {} : { share: JSON.stringify(canary) }),
    };
    const intent = await audit.intend({ ...actor, action, subject: lock.id, detail });
    // The same change of the same person in the same millisecond is the same lock: the first of them makes it live.
    if (!(await store.insert(lock, action === 'lock.rolled-back'))) {
      await intent.drop();
      throw lockMoved();
    }
    try {
      await swap(lock, deployment, actor);
    } catch (error) {
      // Where the database went away, nobody knows: the next promotion repairs it, and the trail says that it is not known.
      if (error instanceof ApiError) {
        await store.discard(lock.id);
        await intent.drop();
      }
      throw error;
    }
    await store.markDeployed(lock.id);
    await intent.done();
    return lock;
  };
}

/** Returns what the trail says of a canary whose live lock is replaced. */
function noteOf(canary: RunningCanary, live: LockRecord, next: LockRecord | null | undefined) {
  const why = `lock ${live.id} took the place of its base`;
  if (!next) return { action: 'canary.stopped', subject: canary.lock, detail: { reason: why } } as const;
  const detail = { base: live.id, share: JSON.stringify(canary.share), reason: `goes on from ${canary.lock}: ${why}` };
  return { action: 'canary.started', subject: next.id, detail } as const;
}

/** Returns who has a canary, since when and until when at the latest. */
function holderOf({ startedBy, startedAt }: RunningCanary): string {
  const end = new Date(startedAt.getTime() + MAX_CANARY_HOURS * 3600 * 1000);
  return `A canary of ${startedBy} runs since ${startedAt.toISOString()}, until ${end.toISOString()} at the latest`;
}

/** Returns 409: one canary at a time. An operator sees whose it is, and ends it; a team is told. */
export function canaryRuns(canary: RunningCanary, team: string | undefined): ApiError {
  if (team === undefined) return lockConflict('A canary runs. Promote it or stop it first.');
  return lockConflict(`${holderOf(canary)}. Start another when it has ended; one of your own you may stop.`);
}

/** Throws 409 when a team would end a canary that it did not begin: that is for operators. */
export function assertMayEnd(canary: LiveState['canary'], team: string | undefined): void {
  if (team === undefined || canary === null || canary.startedBy.startsWith(teamActor({ remote: team, name: '' })))
    return;
  throw lockConflict(
    `${holderOf(canary)}, and this would end it. Wait until it has ended, or ask an operator to promote or stop it.`,
  );
}
