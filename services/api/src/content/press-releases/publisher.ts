import { eachByItself } from '../../platform/background/each-by-itself.ts';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import { holdUnapproved } from './approval/hold.ts';
import type { ApprovalRule } from './approval/rule.ts';
import type { PressReleaseMailing } from './mailing.ts';
import { MAILS_WANTED, pressReleaseModel, readersOf } from './model.ts';

/** How often it runs when nothing is due sooner, in ms: another process may have scheduled something. */
const INTERVAL_MS = 5000;

/**
 * Returns the job that marks due releases as published, which causes their live events, and queues their mails. Readers do
 * not depend on it: their queries compare dates.
 */
export function pressReleasePublisher(
  core: Core,
  mailing: PressReleaseMailing,
  { isNeeded }: Pick<ApprovalRule, 'isNeeded'>,
): RepeatedJob {
  const model = pressReleaseModel(core.database.connection);

  async function publishDue(now: Date): Promise<void> {
    // What was scheduled since the others were held is held at the next run.
    const due = { status: 'scheduled', date: { $lte: now }, ...(isNeeded && { approved: { $exists: true } }) } as const;
    await eachByItself(await model.find(due).lean(), async ({ _id, date, target }) => {
      if (date === undefined) return;
      // One of several processes succeeds. The version stays: this is no edit.
      await model.updateOne(
        { _id, status: 'scheduled', date },
        {
          $set: {
            status: 'published',
            lastChange: { at: now, type: 'added', to: readersOf({ target, date }, now) },
          },
        },
      );
    });
  }

  async function mailDue(now: Date): Promise<void> {
    // The status is no part of the query: its index leads to all that was ever published.
    const wanted = await model.find({ mailing: { $in: [...MAILS_WANTED] }, date: { $lte: now } }).lean();
    await eachByItself(wanted, async (record) => {
      if (record.status !== 'published') return;
      const recipients = await mailing.queue(record);
      await model.updateOne({ _id: record._id, mailing: record.mailing }, { $set: { mailing: 'queued', recipients } });
    });
  }

  return repeatedJob(
    {
      name: 'publish press releases',
      everyMs: INTERVAL_MS,
      run: async () => {
        if (isNeeded) await holdUnapproved(core);
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
