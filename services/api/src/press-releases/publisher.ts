import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Core } from '../core.ts';
import type { ReleaseMailing } from './mailing.ts';
import { pressReleaseModel, readersOf } from './model.ts';

/** How long until it looks again, when nothing is planned for sooner: another process may have planned something. */
const LOOK_EVERY_MS = 5000;

/**
 * Does what belongs to the instant of publication: marks the release as published, by which open dashboards learn of it, and
 * queues its mails. Being readable does not wait for it: the readers' queries compare dates.
 */
export function releasePublisher(core: Core, mailing: ReleaseMailing): RepeatedJob {
  const model = pressReleaseModel(core.database.connection);

  async function publishDue(now: Date): Promise<void> {
    for (const { _id, date, target } of await model.find({ status: 'scheduled', date: { $lte: now } }).lean()) {
      if (date === undefined) continue;
      // Of several processes one changes it. The version stays: nobody has edited anything.
      await model.updateOne(
        { _id, status: 'scheduled', date },
        {
          $set: {
            status: 'published',
            lastChange: { at: now, type: 'added', to: readersOf({ target, date }, now) },
          },
        },
      );
    }
  }

  async function mailDue(now: Date): Promise<void> {
    for (const record of await model.find({ mailing: 'wanted', date: { $lte: now } }).lean()) {
      const recipients = await mailing.queue(record);
      await model.updateOne({ _id: record._id, mailing: 'wanted' }, { $set: { mailing: 'queued', recipients } });
    }
  }

  return repeatedJob(
    {
      name: 'publish press releases',
      everyMs: LOOK_EVERY_MS,
      run: async () => {
        const now = core.database.now();
        await publishDue(now);
        await mailDue(now);
        const next = await model.findOne({ status: 'scheduled' }, { date: 1 }).sort({ date: 1 }).lean();
        return next?.date === undefined ? undefined : next.date.getTime() - core.database.now().getTime();
      },
    },
    core.log,
  );
}
