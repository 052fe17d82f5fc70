import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { mongo } from 'mongoose';
import { collectionNames, rawRecords } from './database.ts';
import { createDigester, type Digest, holdsFiles, idText } from './digest.ts';
import { BackupFailure } from './failure.ts';
import { encodeBackup, type Part } from './format.ts';

/** How much a backup holds. */
export interface Amount {
  readonly collections: number;
  readonly records: number;
  readonly files: number;
}

/** Writes everything that a database holds to a new file, which appears under its name only when it is whole. */
export async function backUp(db: mongo.Db, file: string): Promise<Amount> {
  if (existsSync(file)) throw new BackupFailure(`${file} exists; a backup is written to a new file.`);
  const draft = `${file}.part`;
  let [collections, records, files] = [0, 0, 0];
  async function* counted(): AsyncGenerator<Part> {
    for await (const part of partsOf(db)) {
      if (part.kind === 'collection') collections += 1;
      if (part.kind === 'record') records += 1;
      if (part.kind === 'end') files += part.digest.files.length;
      yield part;
    }
  }
  // It holds people's addresses: nobody but its owner may read it.
  const handle = await open(draft, 'w', 0o600);
  try {
    const bytes = Readable.from(encodeBackup(counted()), { objectMode: true, highWaterMark: 4 });
    await pipeline(bytes, createGzip({ level: 4 }), handle.createWriteStream({ flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { collections, records, files };
}

async function* partsOf(db: mongo.Db): AsyncGenerator<Part> {
  for (const name of await collectionNames(db)) {
    yield { kind: 'collection', head: { name, indexes: await db.collection(name).indexes() } };
    const digester = createDigester(name);
    for await (const raw of rawRecords(db, name)) {
      digester.add(raw);
      yield { kind: 'record', raw };
    }
    const digest = digester.end();
    if (holdsFiles(name)) await checkWhole(db, name, digest);
    yield { kind: 'end', digest };
  }
}

/** A file that lacks a piece is found now, and not on the day on which it is needed. */
async function checkWhole(db: mongo.Db, chunks: string, { files }: Digest): Promise<void> {
  const lengths = new Map(files.map(({ id, length }) => [id, length]));
  const bucket = chunks.replace(/chunks$/, 'files');
  for await (const { _id, length, filename } of db.collection(bucket).find({})) {
    const there = lengths.get(idText(_id)) ?? 0;
    if (there === Number(length)) continue;
    const what = `${filename} (${idText(_id)}) has ${there} of its ${length} bytes`;
    throw new BackupFailure(`${what}: it is damaged, or changes just now. There is no backup.`);
  }
}
