import type { GateCheck } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS, RUNNER_FRESH_MS, withTrialChecks } from '@cytocomm/releases';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import type { TrialPlans } from './check.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';

/** Maximum wait without a connected runner, in ms. */
const MAX_ALONE_MS = 120_000;
/** Maximum wait in total, in ms; a runner tries one release at a time. */
const MAX_WAIT_MS = 3_600_000;
/** Interval of the upkeep, in ms. */
const UPKEEP_INTERVAL_MS = 15_000;
/** Releases of each kind handled in one run. */
const MAX_PER_RUN = 100;

/** The fields of a release that its trial run needs. */
type Tried = Pick<ReleaseRecord, '_id' | 'remote' | 'version' | 'release' | 'digest' | 'gate' | 'trial'>;

/** The trial runs of releases, which services/trials makes. */
export interface Trials {
  /** Returns whether a release published now will be tried, or why not. */
  plans(): Promise<TrialPlans>;
  /** Skips the trial run of a release that waited too long, and stores that; returns any other release as it is. */
  settle<Kept extends Tried>(record: Kept): Promise<Kept>;
  /** Settles overdue releases that are not read, and records refusals in the audit trail. */
  readonly upkeep: RepeatedJob;
}

const RUNNER = { actor: 'trial runner', from: '', userAgent: '' } as const;

interface Runner {
  readonly _id: string;
  readonly seenAt: Date;
}

/** Creates the trial runs. */
export function createTrials({ change, database, log }: Core): Trials {
  const model = releaseModel(database.connection);
  const runners = database.connection.collection<Runner>(RELEASE_COLLECTIONS.trialRunners);

  /** Returns the last sign of life of a runner, in ms since 1970; 0 for none. */
  async function lastSeen(): Promise<number> {
    const latest = await runners.findOne({}, { sort: { seenAt: -1 } });
    return latest?.seenAt.getTime() ?? 0;
  }

  async function settle<Kept extends Tried>(record: Kept): Promise<Kept> {
    const { _id, remote, release, gate, trial } = record;
    if (gate.outcome !== 'running' || trial === undefined) return record;
    const now = database.now().getTime();
    const since = trial.since.getTime();
    const isAlone = now - Math.max(since, await lastSeen()) > MAX_ALONE_MS;
    if (!isAlone && now - since <= MAX_WAIT_MS) return record;
    const why = isAlone
      ? `no trial runner has been connected for ${MAX_ALONE_MS / 60_000} minutes`
      : `no trial runner finished it within ${MAX_WAIT_MS / 60_000} minutes`;
    const message = `${remote} ${release}: the pages were not tried, because ${why}.`;
    const check: GateCheck = { rule: 'trial-run', outcome: 'skipped', message };
    const ended = withTrialChecks(gate, [check]);
    await change(RUNNER, async ({ announce }) => {
      const { matchedCount } = await model.updateOne({ _id, 'gate.outcome': 'running' }, { $set: { gate: ended } });
      if (matchedCount > 0) announce({ collection: 'releases', type: 'changed', id: String(_id) }, 'developer');
    });
    // A runner may have finished meanwhile.
    const present = await model.findById(_id, { gate: 1 }).lean();
    return present === null ? record : { ...record, gate: present.gate };
  }

  async function recordRefusals(): Promise<void> {
    const refused = await model.find({ 'trial.unnoted': true }).limit(MAX_PER_RUN).lean();
    for (const { _id, remote, version, release, digest } of refused) {
      await change(RUNNER, async ({ audit }) => {
        // The process that clears the mark records it.
        const marked = { _id, 'trial.unnoted': true };
        const { modifiedCount } = await model.updateOne(marked, { $unset: { 'trial.unnoted': 1 } });
        if (modifiedCount > 0) audit('release.refused', remote, { version, release, digest, rules: 'trial-run' });
      });
    }
  }

  async function runUpkeep(): Promise<void> {
    const waiting = await model.find({ 'gate.outcome': 'running' }).limit(MAX_PER_RUN).lean();
    for (const record of waiting) await settle(record);
    await recordRefusals();
  }

  return {
    plans: async () => {
      const isFresh = database.now().getTime() - (await lastSeen()) < RUNNER_FRESH_MS;
      return isFresh ? 'to be made' : { skipped: 'no trial runner is connected' };
    },
    settle,
    upkeep: repeatedJob({ name: 'upkeep of trial runs', everyMs: UPKEEP_INTERVAL_MS, run: runUpkeep }, log),
  };
}
