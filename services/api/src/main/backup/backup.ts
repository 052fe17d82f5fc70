import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { mongo } from 'mongoose';
import { assertRestored, lastRestore } from '../../platform/database/restore-mark.ts';
import { encryptionFor } from './encryption.ts';
import { BackupFailure, writeFailure } from './failure.ts';
import { encodeBackup, type Part } from './format.ts';
import { partsOf } from './scan.ts';

/** How much a backup holds. */
export interface Amount {
  readonly collections: number;
  readonly records: number;
  readonly files: number;
}

const existing = (file: string) => new BackupFailure(`${file} exists; a backup is written to a new file.`);

const DRAFT = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** Returns a new name for what becomes a backup; one that is a day old was left by a process that was killed. */
export const draftOf = (file: string) => `${file}.${randomUUID()}.part`;
/** No running backup pauses that long. */
const DRAFT_LEFT_MS = 24 * 3600 * 1000;

/** Removes the drafts of backups that were killed. Each backup has a name of its own, so those of the folder. */
async function removeLeftDrafts(folder: string): Promise<void> {
  // What is wrong with a folder, the backup itself finds and says.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!DRAFT.test(name)) continue;
    const draft = join(folder, name);
    // Another backup may have ended it meanwhile; that of another user stays.
    const found = await stat(draft).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > DRAFT_LEFT_MS) await rm(draft).catch(() => undefined);
  }
}

/**
 * Writes what a database holds, but nothing that lets somebody in, to a new file, which appears under its name only when it is
 * whole; encrypted for the age recipients, if there are any. Throws BackupFailure, and RestoreRefusal for a database that is half restored.
 */
export async function backUp(db: mongo.Db, file: string, recipients: readonly string[] = []): Promise<Amount> {
  const encrypt = encryptionFor(recipients);
  if (existsSync(file)) throw existing(file);
  const restored = await assertRestored(db);
  await removeLeftDrafts(dirname(file));
  // Two backups at once do not write into one draft.
  const draft = draftOf(file);
  let [collections, records, files] = [0, 0, 0];
  async function* counted(): AsyncGenerator<Part> {
    for await (const part of partsOf(db)) {
      if (part.kind === 'collection') collections += 1;
      if (part.kind === 'record') records += 1;
      if (part.kind === 'end') files += part.digest.files.length;
      yield part;
    }
  }
  // It holds people's addresses: readable by its owner only.
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw writeFailure(file, error);
  });
  try {
    const bytes = Readable.from(encodeBackup(counted()), { objectMode: true, highWaterMark: 4 });
    await pipeline(bytes, createGzip({ level: 4 }), encrypt, handle.createWriteStream({ flush: true }));
    if (records === 0)
      throw new BackupFailure(`The database ${db.databaseName} holds no records, so there is no backup of it.`);
    if ((await lastRestore(db))?.run !== restored?.run)
      throw new BackupFailure('A restore into the database began meanwhile, so there is no backup of it.');
    if (existsSync(file)) throw existing(file);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw writeFailure(file, error);
  }
  return { collections, records, files };
}
