import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { readBuild } from '@cytocomm/runtime';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mongo } from 'mongoose';
import { assertRestored } from '../../platform/database/lease.ts';
import { collectionsOf, recordsOf } from './contents.ts';
import { encryptionFor } from './encryption.ts';
import { BackupFailure, writeFailure } from './failure.ts';
import { encodeBackup } from './format.ts';
import { type VerifiedBackup, verifiedSummary, verifyBackup } from './verify.ts';

/** What a backup is called until it is verified. */
export const DRAFT = '.part';
/** What a backup is called that is undamaged and lacks something. */
export const UNVERIFIED = '.unverified';

/** The version of the portal. */
export const PORTAL_VERSION = readBuild('api', join(import.meta.dirname, '..', '..', '..')).version;

/** MongoDB's own codes: SnapshotTooOld, SnapshotUnavailable. */
const SNAPSHOT_CODES: readonly unknown[] = [239, 246];

function asFailure(file: string, error: unknown): unknown {
  if (error instanceof mongo.MongoServerError && SNAPSHOT_CODES.includes(error.code))
    return new BackupFailure(
      'The backup took longer than the database keeps a snapshot (minSnapshotHistoryWindowInSeconds, 5 minutes by default): raise that, or use "mongodump --oplog" instead.',
      { cause: error },
    );
  return writeFailure(file, error);
}

/**
 * Writes what a database holds at one moment, but nothing that lets somebody in, to a new file, encrypted for the age recipients,
 * if there are any; and reads it again, by a key besides that is in no file and forgotten afterwards. It appears under its name
 * only when it is whole, and as `….unverified` when the database itself lacks a file. Throws BackupFailure, and RestoreRefusal
 * for a database that is half restored.
 */
export async function backUp(db: mongo.Db, file: string, recipients: readonly string[] = []): Promise<VerifiedBackup> {
  encryptionFor(recipients);
  const assertNew = () => {
    if (existsSync(file)) throw new BackupFailure(`${file} exists; a backup is written to a new file.`);
  };
  assertNew();
  await assertRestored(db, db.databaseName);
  const identity = await generateX25519Identity();
  const encrypt = encryptionFor(recipients.length === 0 ? [] : [...recipients, await identityToRecipient(identity)]);
  const draft = file + DRAFT;
  // It holds people's addresses: readable by its owner only.
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw writeFailure(draft, error);
  });
  const session = db.client.startSession({ snapshot: true });
  try {
    const collections = await collectionsOf(db);
    const head = { portal: PORTAL_VERSION, database: db.databaseName, createdAt: new Date(), collections };
    const bytes = Readable.from(
      encodeBackup(head, (name) => recordsOf(db, name, session)),
      { highWaterMark: 4 },
    );
    await pipeline(bytes, createZstdCompress(), encrypt, handle.createWriteStream({ flush: true }));
    const verified = await verifyBackup(draft, { identity });
    if (verified.records === 0)
      throw new BackupFailure(`The database ${db.databaseName} holds no records, so there is no backup of it.`);
    if (verified.faults.length > 0) {
      await rename(draft, file + UNVERIFIED);
      verifiedSummary(file + UNVERIFIED, verified);
    }
    assertNew();
    await rename(draft, file);
    return verified;
  } catch (error) {
    await rm(draft, { force: true });
    throw asFailure(file, error);
  } finally {
    await session.endSession();
    await handle.close();
  }
}
