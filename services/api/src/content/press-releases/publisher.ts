import { randomUUID } from 'node:crypto';
import { type RepeatedJob, repeatedJob, runEachSeparately } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import { type ApprovalRule, writersOfWithdrawn } from './approval/rule.ts';
import type { PressReleaseMailing } from './mailing.ts';
import { changeBetween, MAILS_WANTED, pressReleaseModel, readersOf } from './model.ts';
import { listFieldsOf } from './press-release-list.ts';

/** How many releases are read at once. */
const AT_ONCE = 100;

/**
 * Makes drafts of scheduled releases that nobody approved: they were scheduled before the setting was switched on. Another admin
 * is asked for each. Safe to repeat, and by several processes at once.
 */
async function holdUnapproved(core: Core): Promise<void> {
  let held: number;
  do held = await holdSome(core);
  while (held === AT_ONCE);
}

/** Holds at most `AT_ONCE` releases. Returns how many. */
async function holdSome(core: Core): Promise<number> {
  const model = pressReleaseModel(core.database.connection);
  const found = await model
    .find({ status: 'scheduled', approved: { $exists: false } })
    .limit(AT_ONCE)
    .lean();
  let held = 0;
  for (const record of found) {
    const { _id, version, title, author, target } = record;
    const now = core.database.now();
    const asked = { askedBy: author, askedAt: now };
    const { modifiedCount } = await model.updateOne(
      { _id, version, status: 'scheduled', approved: { $exists: false } },
      {
        $set: {
          status: 'draft',
          writers: writersOfWithdrawn(record, author),
          approval: { state: 'asked', round: randomUUID(), mail: 'wanted', ...asked },
          ...listFieldsOf({ title, author }),
          // Whose time had come could be read until now.
          lastChange: changeBetween(record, { target }, now),
          // By this its restore knows it from a release that a deletion hid.
          updatedAt: now,
        },
        $unset: { date: 1, unapprovedWriters: 1 },
        $inc: { version: 1 },
      },
    );
    if (modifiedCount === 0) continue;
    held += 1;
    core.log.warn({ release: String(_id) }, 'a scheduled press release is a draft again: nobody approved it');
    await core.audit.record({ action: 'press-release.held', actor: null, subject: String(_id), detail: { title } });
  }
  return held;
}

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
    await runEachSeparately(await model.find(due).lean(), async ({ _id, date, target }) => {
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
    await runEachSeparately(wanted, async (record) => {
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
