import type { GateCheck } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS, RUNNER_FRESH_MS, withTrialChecks } from '@cytocomm/releases';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import type { TrialPlans } from './check.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';

/** How long a release waits while no runner is connected, in ms. */
const MAX_ALONE_MS = 120_000;
/** How long a release waits in all, in ms; a runner tries one after the other. */
const MAX_WAIT_MS = 3_600_000;
/** How often is looked after releases that wait, and refusals that are to be noted, in ms. */
const LOOK_MS = 15_000;
/** How many of each are looked after at once. */
const MAX_LOOKED_AFTER = 100;

/** The part of a release's record that its trial run concerns. */
type Tried = Pick<ReleaseRecord, '_id' | 'remote' | 'version' | 'release' | 'digest' | 'gate' | 'trial'>;

/** The trial runs of releases, as the API has to do with them: the runs are made by services/trials. */
export interface Trials {
  /** Returns whether a release that is published now will be tried, or why not. */
  plans(): Promise<TrialPlans>;
  /** Returns a release whose trial run has been waited for long enough with that for its outcome, which is stored; any other as it is. */
  settled<Kept extends Tried>(record: Kept): Promise<Kept>;
  /** Settles what nobody reads, and notes refusals in the audit trail. */
  readonly upkeep: RepeatedJob;
}

interface Runner {
  readonly _id: string;
  readonly seenAt: Date;
}

/** Creates the trial runs of a database. */
export function createTrials({ audit, database, log }: Core): Trials {
  const model = releaseModel(database.connection);
  const runners = database.connection.collection<Runner>(RELEASE_COLLECTIONS.trialRunners);

  /** Returns when a runner has given its last sign of life, in ms since 1970; 0 for none. */
  async function lastSeen(): Promise<number> {
    const latest = await runners.findOne({}, { sort: { seenAt: -1 } });
    return latest?.seenAt.getTime() ?? 0;
  }

  async function settled<Kept extends Tried>(record: Kept): Promise<Kept> {
    const { _id, remote, release, gate, trial } = record;
    if (gate.outcome !== 'running' || trial === undefined) return record;
    const now = database.now().getTime();
    const since = trial.since.getTime();
    const isAlone = now - Math.max(since, await lastSeen()) > MAX_ALONE_MS;
    if (!isAlone && now - since <= MAX_WAIT_MS) return record;
    const why = isAlone
      ? `no trial runner has been connected for ${MAX_ALONE_MS / 60_000} minutes`
      : `no trial runner came to its end with it within ${MAX_WAIT_MS / 60_000} minutes`;
    const message = `${remote} ${release}: the pages were not tried, because ${why}.`;
    const check: GateCheck = { rule: 'trial-run', outcome: 'skipped', message };
    const ended = withTrialChecks(gate, [check]);
    const { matchedCount } = await model.updateOne({ _id, 'gate.outcome': 'running' }, { $set: { gate: ended } });
    if (matchedCount > 0) return { ...record, gate: ended };
    // A runner was faster.
    const present = await model.findById(_id, { gate: 1 }).lean();
    return present === null ? record : { ...record, gate: present.gate };
  }

  async function noteRefusals(): Promise<void> {
    const refused = await model.find({ 'trial.unnoted': true }).limit(MAX_LOOKED_AFTER).lean();
    for (const { _id, remote, version, release, digest } of refused) {
      const detail = { version, release, digest, rules: 'trial-run' };
      const note = {
        actor: 'trial runner',
        from: '',
        userAgent: '',
        action: 'release.refused',
        subject: remote,
        detail,
      } as const;
      const intent = await beforeWriting(audit.intend(note));
      // Of several processes the one that takes the mark away notes it.
      const { modifiedCount } = await model.updateOne(
        { _id, 'trial.unnoted': true },
        { $unset: { 'trial.unnoted': 1 } },
      );
      if (modifiedCount === 0) await intent.drop();
      else await intent.done();
    }
  }

  async function lookAfter(): Promise<void> {
    const waiting = await model.find({ 'gate.outcome': 'running' }).limit(MAX_LOOKED_AFTER).lean();
    for (const record of waiting) await settled(record);
    await noteRefusals();
  }

  return {
    plans: async () => {
      const isFresh = database.now().getTime() - (await lastSeen()) < RUNNER_FRESH_MS;
      return isFresh ? 'to be made' : { skipped: 'no trial runner is connected' };
    },
    settled,
    upkeep: repeatedJob({ name: 'look after trial runs', everyMs: LOOK_MS, run: lookAfter }, log),
  };
}
