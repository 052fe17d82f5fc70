import type { AuditAction, CanaryShare } from '@cytocomm/contract';
import { composeLock, type LiveState, type LockRecord, signLock } from '@cytocomm/releases';
import type { Core } from '../core.ts';
import { teamActor } from '../http/access.ts';
import { ApiError, serviceUnavailable } from '../http/problem.ts';
import type { Actor } from '../users/service.ts';
import { type Composition, changesBetween, choiceOf, placed } from './composition.ts';
import { lockConflict, lockMoved } from './refusals.ts';
import type { LockStore } from './store.ts';

/** A composition that is to be live, or a canary. */
interface Deployment {
  readonly composition: Composition;
  /** What was live when it was composed; null for nothing. */
  readonly state: LiveState | null;
  /** The lock of `state`, unless it was altered. */
  readonly live: LockRecord | undefined;
  readonly reason: string;
  readonly canary?: CanaryShare | undefined;
  /** The remote of the team that deploys; undefined for an operator. */
  readonly team?: string | undefined;
  readonly action: Extract<AuditAction, 'lock.promoted' | 'lock.rolled-back' | 'canary.started'>;
}

/** How often a change is tried again when a canary began or ended meanwhile. */
const MAX_TRIES = 20;

/** Makes a lock, signs it and makes it live. Throws 409 when another one has become live meanwhile. */
export type Deploy = (deployment: Deployment, actor: Actor) => Promise<LockRecord>;

/** Creates the way by which all locks become live. */
export function createDeploy({ audit, config, database }: Core, store: LockStore): Deploy {
  function make({ composition: { shell, remotes }, state, reason }: Deployment, actor: Actor): LockRecord {
    if (config.lockSigningKey === undefined)
      throw serviceUnavailable('This portal has no LOCK_SIGNING_KEY: it makes no locks.');
    const origin = {
      base: state?.lock ?? null,
      createdAt: database.now(),
      createdBy: actor.actor ?? 'command line',
      reason,
    };
    return signLock(composeLock(placed(shell), remotes.map(placed), origin), config.lockSigningKey);
  }

  /** Moves the pointer. Throws 409. */
  async function swap(lock: LockRecord, { state, canary, team }: Deployment, actor: Actor): Promise<void> {
    if (state === null) {
      if (await store.begin(lock.id)) return;
      throw lockMoved();
    }
    if (canary !== undefined) {
      const started = { lock: lock.id, share: canary, startedAt: database.now(), startedBy: lock.createdBy };
      const before = await store.change({ lock: state.lock, canary: null }, { canary: started });
      if (before !== null) return;
      if ((await store.state())?.lock === state.lock) throw canaryRuns();
      throw lockMoved();
    }
    return takePlace(lock, state, actor, team);
  }

  /** Makes a lock live from a base, whose canary ends. Throws 409 when the base is not live any more, or the canary stays. */
  async function takePlace(lock: LockRecord, base: LiveState, actor: Actor, team?: string): Promise<void> {
    const names = new Set(lock.remotes.map(({ name }) => name));
    let state: LiveState | null = base;
    for (let turn = 0; turn < MAX_TRIES && state?.lock === base.lock; turn += 1) {
      const { canary, switchedOff }: LiveState = state;
      assertMayEnd(canary, team);
      const gone = switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
      const detail = { reason: `lock ${lock.id} took the place of its base` };
      // Before the change: it is in the trail also when this process ends right after.
      const intent =
        canary && (await audit.intend({ ...actor, action: 'canary.stopped', subject: canary.lock, detail }));
      // Just the canary that was looked at: one that has begun meanwhile has a person of its own.
      const condition = { lock: base.lock, ...(canary === null ? { canary } : { 'canary.lock': canary.lock }) };
      const isDone = (await store.change(condition, { lock: lock.id, canary: null }, gone)) !== null;
      await (isDone ? intent?.done() : intent?.drop());
      if (isDone) return;
      state = await store.state();
    }
    throw lockMoved();
  }

  return async (deployment, actor) => {
    const { action, canary, live, reason } = deployment;
    const lock = make(deployment, actor);
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

/** Returns 409: one canary at a time. */
export function canaryRuns(): ApiError {
  return lockConflict('A canary runs. Promote it or stop it first.');
}

/** Throws 409 when a team would end a canary that it did not begin: that is for operators. */
export function assertMayEnd(canary: LiveState['canary'], team: string | undefined): void {
  if (team === undefined || canary === null || canary.startedBy.startsWith(teamActor({ remote: team, name: '' })))
    return;
  throw lockConflict(
    `A canary of ${canary.startedBy} runs, and this would end it. Wait until it has ended, or ask an operator to promote or stop it.`,
  );
}
