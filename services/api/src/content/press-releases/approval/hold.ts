import { randomUUID } from 'node:crypto';
import type { Core } from '../../../platform/core.ts';
import { changeBetween } from '../changing.ts';
import { pressReleaseModel } from '../model.ts';
import { listFieldsOf } from '../press-release-list.ts';
import { writersOfWithdrawn } from './after-edit.ts';

/** How many releases are read at once. */
const AT_ONCE = 100;

/**
 * Makes drafts of scheduled releases that nobody approved: they were scheduled before the setting was switched on. Another admin
 * is asked for each. Safe to repeat, and by several processes at once.
 */
export async function holdUnapproved(core: Core): Promise<void> {
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
