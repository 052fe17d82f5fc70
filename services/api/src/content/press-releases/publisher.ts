import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { type RepeatedJob, repeatedJob, runEachSeparately } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import { type ApprovalRule, writersAfterWithdrawal } from './approval/rule.ts';
import type { PressReleaseMailing, TellOfApproval } from './mailing.ts';
import { announcePressRelease, PENDING_MAILINGS, pressReleaseModel, updatePressRelease } from './model.ts';
import { listFieldsOf } from './press-release-list.ts';

/**
 * Turns scheduled releases without approval into drafts that wait for approval; they were scheduled before the setting was
 * switched on. Safe to repeat, and to run in several processes.
 */
async function holdUnapproved(core: Core, tell: TellOfApproval): Promise<void> {
  const model = pressReleaseModel(core.database.connection);
  const unapproved = { status: 'scheduled', approved: { $exists: false } } as const;
  const found = await model.find(unapproved, { _id: 1 }).lean();
  for (const { _id } of found)
    await core.change(SYSTEM, async (change) => {
      const record = await model.findOne({ _id, ...unapproved }).lean();
      if (record === null) return;
      const { title, author } = record;
      const now = core.database.now();
      const approval = { state: 'asked', round: randomUUID(), askedBy: author, askedAt: now } as const;
      const update = {
        $set: {
          ...{ status: 'draft', writers: writersAfterWithdrawal(record, author), approval },
          ...listFieldsOf({ title, author }),
          updatedAt: now,
        },
        $unset: { date: 1, unapprovedWriters: 1 },
        $inc: { version: 1 },
      };
      // If its time had come, it could be read until now.
      await tell(await updatePressRelease(model, change, record, update, now), approval);
      change.audit('press-release.held', String(_id), { title });
      change.afterCommit(() =>
        core.log.warn({ release: String(_id) }, 'a scheduled press release without approval is a draft again'),
      );
    });
}

/** Maximum interval of the job, in ms: another process may have scheduled a release. */
const INTERVAL_MS = 5000;

/**
 * Creates the job that marks due releases as published, for their live events, and queues their mails. Readers' queries
 * compare dates and do not depend on it.
 */
export function pressReleasePublisher(
  core: Core,
  mailing: PressReleaseMailing,
  { isNeeded }: Pick<ApprovalRule, 'isNeeded'>,
  tellOfApproval: TellOfApproval,
): RepeatedJob {
  const model = pressReleaseModel(core.database.connection);

  async function publishDue(now: Date): Promise<void> {
    // Releases scheduled after the hold are held in the next run.
    const due = { status: 'scheduled', date: { $lte: now }, ...(isNeeded && { approved: { $exists: true } }) } as const;
    await runEachSeparately(await model.find(due).lean(), async ({ _id, date, target }) => {
      if (date === undefined) return;
      await core.change(SYSTEM, async (change) => {
        // One of several processes succeeds. No edit, so the version stays.
        const scheduled = { _id, status: 'scheduled', date } as const;
        const { modifiedCount } = await model.updateOne(scheduled, { $set: { status: 'published' } });
        if (modifiedCount > 0) announcePressRelease(change, _id, now, { after: { target, date } });
      });
    });
  }

  async function mailDue(now: Date): Promise<void> {
    // Without the status, whose index leads to everything ever published.
    const wanted = await model.find({ mailing: { $in: [...PENDING_MAILINGS] }, date: { $lte: now } }).lean();
    await runEachSeparately(wanted, async (record) => {
      if (record.status !== 'published') return;
      const recipients = await mailing.queue(record);
      await core.change(SYSTEM, async (change) => {
        await model.updateOne(
          { _id: record._id, mailing: record.mailing },
          { $set: { mailing: 'queued', recipients } },
        );
        announcePressRelease(change, record._id, now, {});
      });
    });
  }

  return repeatedJob(
    {
      name: 'publish press releases',
      everyMs: INTERVAL_MS,
      run: async () => {
        if (isNeeded) await holdUnapproved(core, tellOfApproval);
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
