import { RETENTION } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { mongo } from 'mongoose';
import { PRESENCES } from '../../platform/database/restore-guard.ts';
import { RESTORES } from '../../platform/database/restore-mark.ts';
import type { Part } from './format.ts';
import { createDigester, RAW_BSON } from './records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNSENT: readonly unknown[] = ['waiting', 'claimed', 'sending'];
const LAST_ERROR =
  'It had not been sent when the backup was made, and may have been since. Send it again if it was not.';

/** Whether a record of a backup is a mail that had not been sent. */
function isUnsentMail(collection: string, raw: Buffer): boolean {
  return collection === 'outbox' && UNSENT.includes(mongo.BSON.deserialize(raw).status);
}

/**
 * Returns a mail that had not been sent as it is put back: as failed, for it may have gone out since, and an admin says whether
 * it is sent again.
 */
function heldMail(raw: Buffer, now: Date): Buffer {
  const { claim: _, claimedUntil: __, away: ___, ...mail } = mongo.BSON.deserialize(raw, RAW_BSON);
  const forgetAt = new Date(now.getTime() + RETENTION.mailDays * DAY_MS);
  return Buffer.from(mongo.BSON.serialize({ ...mail, status: 'failed', lastError: LAST_ERROR, forgetAt }));
}

/**
 * What no backup holds: what lets somebody in, what counts for minutes, and the notes of processes, backups and restores themselves. Put back, a device that was signed out would
 * be in again, and an address that was revoked would work again.
 */
const COLLECTIONS: ReadonlySet<string> = new Set([
  'sessions',
  'sign_in_links',
  'sign_in_challenges',
  'half_sign_ins',
  'company_sign_ins',
  'calendar_links',
  'team_tokens',
  'limits',
  // Else a failed try of a backup would make a database without records one with a record.
  'backups',
  PRESENCES,
  RESTORES,
  // A runner writes there also while a database is put back.
  RELEASE_COLLECTIONS.trialRunners,
]);

/** The message about it. */
export const EXCLUSIONS_MESSAGE =
  'Left out: sessions, sign-in links, recovery codes, calendar addresses, team tokens and limits. Everybody signs in again and asks for a new calendar address, people with passkeys for new recovery codes, teams for new tokens.';

/** Whether a collection is left out as a whole. */
export function isExcluded(collection: string): boolean {
  return COLLECTIONS.has(collection);
}

/**
 * A record without what lets somebody in: people's records, also those in the bin, name the sessions that count, and hold recovery codes, which may
 * have been used since. Passkeys stay: they hold no secret, and without them the mailbox alone would let somebody in.
 */
export function removeCredentials(collection: string, raw: Buffer): Buffer {
  if (collection !== 'users' && collection !== 'bin') return raw;
  const record = mongo.BSON.deserialize(raw, RAW_BSON);
  if (collection === 'users') return isClean(record) ? raw : bytesOf(cleaned(record));
  const { kind, record: binned } = record;
  return kind !== 'user' || isClean(binned) ? raw : bytesOf({ ...record, record: cleaned(binned) });
}

const isClean = (person: mongo.BSON.Document) =>
  !('sessions' in person) && !('recoveryCodes' in person) && !('proofs' in person);

function cleaned({ recoveryCodes: _, proofs: __, ...kept }: mongo.BSON.Document): mongo.BSON.Document {
  return { ...kept, sessions: [] };
}

const bytesOf = (record: mongo.BSON.Document) => Buffer.from(mongo.BSON.serialize(record));

/**
 * A backup as it is put back, its digests included: without credentials, which older ones hold, too, and with the mails held
 * that had not been sent, of each of which `onHeld` is told.
 */
export async function* partsToRestore(
  parts: AsyncIterable<Part>,
  now: Date,
  onHeld: () => void = () => undefined,
): AsyncGenerator<Part> {
  let name = '';
  let digester = createDigester(name);
  for await (const part of parts) {
    if (part.kind === 'collection') {
      name = part.head.name;
      digester = createDigester(name);
    }
    if (isExcluded(name)) continue;
    if (part.kind === 'record') {
      const isHeld = isUnsentMail(name, part.raw);
      if (isHeld) onHeld();
      const raw = isHeld ? heldMail(part.raw, now) : removeCredentials(name, part.raw);
      digester.add(raw);
      yield { kind: 'record', raw };
    } else if (part.kind === 'end') {
      yield { kind: 'end', digest: digester.end() };
    } else {
      yield part;
    }
  }
}
