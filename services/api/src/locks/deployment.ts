import type { AuditAction, CanaryShare } from '@cytocomm/contract';
import { composeLock, type LiveState, type LockRecord, signLock } from '@cytocomm/releases';
import type { Core } from '../core.ts';
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
  readonly action: Extract<AuditAction, 'lock.promoted' | 'lock.rolled-back' | 'canary.started'>;
}

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

  /** Moves the pointer. Returns the state before; null for the first lock. Throws 409. */
  async function swap(lock: LockRecord, { state, canary }: Deployment, actor: Actor): Promise<LiveState | null> {
    if (state === null) {
      if (await store.begin(lock.id)) return null;
      throw lockMoved();
    }
    if (canary !== undefined) {
      const started = { lock: lock.id, share: canary, startedAt: database.now(), startedBy: lock.createdBy };
      const before = await store.change({ lock: state.lock, canary: null }, { canary: started });
      if (before !== null) return before;
      if ((await store.state())?.lock === state.lock) throw canaryRuns();
      throw lockMoved();
    }
    const names = new Set(lock.remotes.map(({ name }) => name));
    const gone = state.switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
    const before = await store.change({ lock: state.lock }, { lock: lock.id, canary: null }, gone);
    if (before === null) throw lockMoved();
    if (before.canary !== null)
      await audit.record({
        ...actor,
        action: 'canary.stopped',
        subject: before.canary.lock,
        detail: { reason: `lock ${lock.id} took the place of its base` },
      });
    return before;
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
    try {
      await store.insert(lock, action === 'lock.rolled-back');
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
