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
  placeRelease,
  type ReleaseSource,
  readComposition,
} from './composition.ts';
import { type LockStore, lockConflict, lockMoved } from './store.ts';

type RunningCanary = NonNullable<LiveState['canary']>;

/** The effect of a deployment on a running canary. */
interface CanaryEffect {
  /** Returns the releases of the canary after it. */
  readonly change: (choice: Choice) => Choice;
  /** Whether a canary of others may end if the change does not fit; otherwise the deployment is refused. */
  readonly mayEnd: boolean;
}

/** A composition to make live, or a canary. */
interface Deployment {
  readonly composition: Composition;
  /** The live state when it was composed; null before the first lock. */
  readonly state: LiveState | null;
  /** The lock of `state`, unless it was altered. */
  readonly live: LockRecord | undefined;
  readonly reason: string;
  readonly canary?: CanaryShare | undefined;
  /** By default a running canary ends. */
  readonly inCanary?: CanaryEffect | undefined;
  /** The remote of the team that deploys; undefined for an operator. */
  readonly team?: string | undefined;
  readonly action: Extract<AuditAction, 'lock.promoted' | 'lock.rolled-back' | 'canary.started'>;
}

/** Attempts of a change while canaries start or end concurrently. */
const MAX_ATTEMPTS = 20;

/** Makes a signed lock and makes it live. Throws 409 if another one became live meanwhile. */
export type Deploy = (deployment: Deployment, actor: Actor) => Promise<LockRecord>;

/** Creates the deployment of locks. */
export function createDeploy({ audit, config, database }: Core, store: LockStore, source: ReleaseSource): Deploy {
  function make(
    { shell, remotes }: Composition,
    from: { readonly base: string | null; readonly createdBy: string; readonly reason: string },
  ): LockRecord {
    if (config.lockSigningKey === undefined)
      throw serviceUnavailable('This portal has no LOCK_SIGNING_KEY, so it cannot make locks.');
    const origin = { ...from, createdAt: database.now() };
    return signLock(composeLock(placeRelease(shell), remotes.map(placeRelease), origin), config.lockSigningKey);
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

  /** Returns the next lock of a canary; undefined if it would equal the live one or the change does not fit. */
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

  /** Makes a lock live in place of its base; the canary continues from it, or ends. Throws 409 if the base is no longer live or the canary must stay. */
  async function takePlace(
    lock: LockRecord,
    base: LiveState,
    { inCanary, team }: Deployment,
    actor: Actor,
  ): Promise<void> {
    let state: LiveState | null = base;
    for (let turn = 0; turn < MAX_ATTEMPTS && state?.lock === base.lock; turn += 1) {
      const { canary, switchedOff }: LiveState = state;
      const next = canary && inCanary && (await carried(canary, lock, inCanary.change));
      if (next === undefined && inCanary?.mayEnd !== true) assertMayEnd(canary, team);
      if (next && !(await store.insert(next, false))) throw lockMoved();
      const names = new Set([...lock.remotes, ...(next?.remotes ?? [])].map(({ name }) => name));
      const removed = switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
      // Before the change, so that the trail has it even if this process ends.
      const intent = canary && (await audit.intend({ ...actor, ...noteOf(canary, lock, next) }));
      // Only the canary that was read: another may have started meanwhile.
      const condition = { lock: base.lock, ...(canary === null ? { canary } : { 'canary.lock': canary.lock }) };
      const going = canary && next ? { ...canary, lock: next.id } : null;
      const isDone = (await store.change(condition, { lock: lock.id, canary: going }, removed)) !== null;
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
    // The same change by the same person in the same millisecond is the same lock; only the first makes it live.
    if (!(await store.insert(lock, action === 'lock.rolled-back'))) {
      await intent.drop();
      throw lockMoved();
    }
    try {
      await swap(lock, deployment, actor);
    } catch (error) {
      // If the database went away the outcome is unknown: the trail says so, and the next promotion repairs it.
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

/** Returns the audit row of a canary whose live lock is replaced. */
function noteOf(canary: RunningCanary, live: LockRecord, next: LockRecord | null | undefined) {
  const why = `lock ${live.id} took the place of its base`;
  if (!next) return { action: 'canary.stopped', subject: canary.lock, detail: { reason: why } } as const;
  const detail = { base: live.id, share: JSON.stringify(canary.share), reason: `goes on from ${canary.lock}: ${why}` };
  return { action: 'canary.started', subject: next.id, detail } as const;
}

/** Describes a canary: by whom, since when and until when at the latest. */
function holderOf({ startedBy, startedAt }: RunningCanary): string {
  const end = new Date(startedAt.getTime() + MAX_CANARY_HOURS * 3600 * 1000);
  return `A canary of ${startedBy} runs since ${startedAt.toISOString()}, until ${end.toISOString()} at the latest`;
}

/** Returns the 409 of a second canary; a team is told whose canary runs. */
export function canaryRuns(canary: RunningCanary, team: string | undefined): ApiError {
  if (team === undefined) return lockConflict('A canary runs. Promote it or stop it first.');
  return lockConflict(`${holderOf(canary)}. Wait until it ends, or stop it if it is yours.`);
}

/** Throws 409 if a team would end a canary that it did not start, which only operators may. */
export function assertMayEnd(canary: LiveState['canary'], team: string | undefined): void {
  if (team === undefined || canary === null || canary.startedBy.startsWith(teamActor({ remote: team, name: '' })))
    return;
  throw lockConflict(
    `${holderOf(canary)}, and this would end it. Wait until it has ended, or ask an operator to promote or stop it.`,
  );
}
