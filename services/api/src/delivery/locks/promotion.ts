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

/** Makes a signed lock and makes it live. Throws 409 if another one became live meanwhile. */
export type Deploy = (deployment: Deployment, actor: Actor) => Promise<LockRecord>;

/** Creates the deployment of locks. */
export function createDeploy({ change, config, database }: Core, store: LockStore, source: ReleaseSource): Deploy {
  function make(
    { shell, remotes }: Composition,
    from: { readonly base: string | null; readonly createdBy: string; readonly reason: string },
  ): LockRecord {
    if (config.lockSigningKey === undefined)
      throw serviceUnavailable('This portal has no LOCK_SIGNING_KEY, so it cannot make locks.');
    const origin = { ...from, createdAt: database.now() };
    return signLock(composeLock(placeRelease(shell), remotes.map(placeRelease), origin), config.lockSigningKey);
  }

  /** Returns the next lock of a canary; undefined if it would equal the live one or the change does not fit. */
  async function carried(
    canary: RunningCanary,
    live: LockRecord,
    changeChoice: CanaryEffect['change'],
  ): Promise<LockRecord | undefined> {
    try {
      const before = await store.live(canary);
      const choice = changeChoice(choiceOf(before));
      if (isSameChoice(choice, choiceOf(live))) return undefined;
      const composition = await readComposition(source, choice);
      await assertFits(source, composition, new Set());
      return make(composition, { base: live.id, createdBy: canary.startedBy, reason: before.reason });
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /**
   * Returns the canary when a lock takes the place of its base: it continues from it, or ends (null). Throws 409 if it must stay.
   */
  async function canaryAfter(
    canary: RunningCanary,
    lock: LockRecord,
    { inCanary, team }: Deployment,
  ): Promise<LockRecord | null> {
    const next = inCanary && (await carried(canary, lock, inCanary.change));
    if (next === undefined && inCanary?.mayEnd !== true) assertMayEnd(canary, team);
    return next ?? null;
  }

  return (deployment, actor) =>
    change(actor, async (change) => {
      const { action, canary: share, live, reason } = deployment;
      const state = await store.state();
      const base = state?.lock ?? null;
      if (base !== (deployment.state?.lock ?? null)) throw lockMoved();
      const lock = make(deployment.composition, { base, createdBy: actor.actor ?? 'command line', reason });
      change.audit(action, lock.id, {
        base: base ?? 'none',
        changes: changesBetween(choiceOf(live), choiceOf(lock)).slice(0, 2000),
        ...(reason === '' ? {} : { reason }),
        ...(share === undefined ? {} : { share: JSON.stringify(share) }),
      });
      await store.insert(change, lock, action === 'lock.rolled-back');
      if (state === null) {
        await store.setState(change, { lock: lock.id, canary: null, switchedOff: [] });
        return lock;
      }
      const { canary, switchedOff } = state;
      if (share !== undefined) {
        if (canary !== null) throw canaryRuns(canary, deployment.team);
        const started = { lock: lock.id, share, startedAt: database.now(), startedBy: lock.createdBy };
        await store.setState(change, { ...state, canary: started });
        return lock;
      }
      const next = canary && (await canaryAfter(canary, lock, deployment));
      if (next) await store.insert(change, next, false);
      if (canary) {
        const { action: effect, subject, detail } = noteOf(canary, lock, next);
        change.audit(effect, subject, detail);
      }
      await store.setState(change, {
        lock: lock.id,
        canary: canary && next ? { ...canary, lock: next.id } : null,
        switchedOff: switchesOf(switchedOff, next ? [lock, next] : [lock]),
      });
      return lock;
    });
}

/** Returns the switches of the remotes that locks have. */
export function switchesOf(
  switchedOff: LiveState['switchedOff'],
  locks: readonly LockRecord[],
): LiveState['switchedOff'] {
  const names = new Set(locks.flatMap(({ remotes }) => remotes).map(({ name }) => name));
  return switchedOff.filter(({ remote }) => names.has(remote));
}

/** Returns the audit row of a canary whose live lock is replaced. */
function noteOf(canary: RunningCanary, live: LockRecord, next: LockRecord | null) {
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
