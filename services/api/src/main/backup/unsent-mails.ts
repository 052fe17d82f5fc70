import { RETENTION } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { AS_WRITTEN } from './as-written.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNSENT: readonly unknown[] = ['waiting', 'claimed', 'sending'];
const LAST_ERROR =
  'It had not been sent when the backup was made, and may have been since. Send it again if it was not.';

/** Whether a record of a backup is a mail that had not been sent. */
export function isUnsentMail(collection: string, raw: Buffer): boolean {
  return collection === 'outbox' && UNSENT.includes(mongo.BSON.deserialize(raw).status);
}

/**
 * Returns a mail that had not been sent as it is put back: as failed, for it may have gone out since, and an admin says whether
 * it is sent again.
 */
export function heldMail(raw: Buffer, now: Date): Buffer {
  const { claim: _, claimedUntil: __, away: ___, ...mail } = mongo.BSON.deserialize(raw, AS_WRITTEN);
  const forgetAt = new Date(now.getTime() + RETENTION.mailDays * DAY_MS);
  return Buffer.from(mongo.BSON.serialize({ ...mail, status: 'failed', lastError: LAST_ERROR, forgetAt }));
}
