import { RETENTION } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { mongo } from 'mongoose';
import { LEASES } from '../../platform/database/lease.ts';
import { BackupFailure } from './failure.ts';
import type { BackupHead } from './format.ts';

/** Options of BSON: every type as it was written: no number, text or piece of bytes becomes another one. */
export const RAW_BSON = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };

const DAY_MS = 24 * 60 * 60 * 1000;
const UNSENT: readonly unknown[] = ['waiting', 'claimed', 'sending'];
const LAST_ERROR =
  'It had not been sent when the backup was made, and may have been since. Send it again if it was not.';

/**
 * What no backup holds: what lets somebody in, what counts for minutes or a day, and the notes of processes and backups themselves. Put
 * back, a device that was signed out would be in again, and an address that was revoked would work again.
 */
const EXCLUDED: ReadonlySet<string> = new Set([
  ...['sessions', 'sign_in_links', 'sign_in_challenges', 'half_sign_ins', 'company_sign_ins', 'calendar_links'],
  ...['team_tokens', 'limits', 'changes', 'backups', LEASES, RELEASE_COLLECTIONS.trialRunners],
]);

/** The message about it. */
export const EXCLUSIONS_MESSAGE =
  'Left out: sessions, sign-in links, recovery codes, calendar addresses, team tokens and limits. Everybody signs in again and asks for a new calendar address, people with passkeys for new recovery codes, teams for new tokens. Mails that were not sent yet stand as failed in the mail log.';

type Change = (record: mongo.BSON.Document) => mongo.BSON.Document;

const withoutCredentials: Change = ({ recoveryCodes: _, proofs: __, ...person }) => ({ ...person, sessions: [] });

function unsentAsFailed(mail: mongo.BSON.Document): mongo.BSON.Document {
  if (!UNSENT.includes(String(mail.status))) return mail;
  const { claim: _, claimedUntil: __, away: ___, ...rest } = mail;
  const forgetAt = new Date(Date.now() + RETENTION.mailDays * DAY_MS);
  return { ...rest, status: 'failed', lastError: LAST_ERROR, forgetAt };
}

/**
 * Records that are backed up otherwise than they are. People without the sessions and recovery codes that let them in; passkeys
 * stay, for without them the mailbox alone would. Mails that were not sent as failed: they may have been since, and an admin
 * says whether they are sent again.
 */
const CHANGES: Readonly<Record<string, Change>> = {
  users: withoutCredentials,
  bin: (row) => (String(row.kind) === 'user' ? { ...row, record: withoutCredentials(row.record) } : row),
  outbox: unsentAsFailed,
};

/** Whether a collection holds the pieces of GridFS files. */
export function holdsPieces(collection: string): boolean {
  return collection.endsWith('.chunks');
}

/** The collections of a backup of a database, with their indexes; refuses what a backup cannot carry. */
export async function collectionsOf(db: mongo.Db): Promise<BackupHead['collections']> {
  const all = await db.listCollections({}, { nameOnly: false }).toArray();
  const own = all.filter(({ name }) => !name.startsWith('system.') && !EXCLUDED.has(name));
  for (const { name, type, options } of own) {
    if (type !== 'collection') throw new BackupFailure(`${name} is a ${type}, which a backup does not carry.`);
    const [option] = Object.keys(options ?? {});
    if (option) throw new BackupFailure(`${name} has the option ${option}, which a backup does not carry.`);
  }
  const names = own.map(({ name }) => name).sort();
  return Promise.all(names.map(async (name) => ({ name, indexes: await db.collection(name).indexes() })));
}

/** The records of a collection as a backup has them, the pieces of a file one after the other. */
export async function* recordsOf(db: mongo.Db, name: string, session: mongo.ClientSession): AsyncGenerator<Buffer> {
  const change = CHANGES[name];
  const options = { raw: true, batchSize: holdsPieces(name) ? 8 : 500, session };
  const cursor = db.collection(name).find({}, options);
  for await (const raw of cursor.sort(holdsPieces(name) ? { files_id: 1, n: 1 } : { _id: 1 })) {
    if (!Buffer.isBuffer(raw)) throw new TypeError('the driver gave no raw record');
    yield change === undefined ? raw : Buffer.from(mongo.BSON.serialize(change(mongo.BSON.deserialize(raw, RAW_BSON))));
  }
}
