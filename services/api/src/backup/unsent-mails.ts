import { RETENTION } from '@cytocomm/contract';
import type { mongo } from 'mongoose';

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_ERROR =
  'It had not been sent when the backup was made, and may have been since. Send it again if it was not.';

/**
 * Marks the mails of a restored database that had not been sent as failed: they may have gone out since the backup, and an
 * admin says whether they are sent again. Returns how many there were.
 */
export async function holdUnsentMails(db: mongo.Db, now = new Date()): Promise<number> {
  const forgetAt = new Date(now.getTime() + RETENTION.mailDays * DAY_MS);
  const { modifiedCount } = await db
    .collection('outbox')
    .updateMany(
      { status: { $in: ['waiting', 'claimed', 'sending'] } },
      { $set: { status: 'failed', lastError: LAST_ERROR, forgetAt }, $unset: { claim: 1, claimedUntil: 1, away: 1 } },
    );
  return modifiedCount;
}
