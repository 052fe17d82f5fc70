import { createHash, type Hash } from 'node:crypto';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { BackupFailure } from './failure.ts';

/** Options of BSON: every type as it was written: no number, text or piece of bytes becomes another one. */
export const RAW_BSON = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };

/** The checksum of a GridFS file. */
export interface FileDigest {
  readonly id: string;
  readonly length: number;
  readonly sha256: string;
}

/** The checksum of the records of a collection. */
export interface Digest {
  readonly documents: number;
  /** Of their BSON, in the order of `orderOf`. */
  readonly sha256: string;
  /** Of each file whose pieces are among them. */
  readonly files: readonly FileDigest[];
}

const chunkSchema = z.object({ files_id: z.unknown(), data: z.instanceof(mongo.Binary) });

/** Whether a collection holds the pieces of GridFS files. */
export function holdsFiles(collection: string): boolean {
  return collection.endsWith('.chunks');
}

/** The order in which a collection is read: by an index in each case, and file by file where it holds files. */
export function orderOf(collection: string): Record<string, 1> {
  return holdsFiles(collection) ? { files_id: 1, n: 1 } : { _id: 1 };
}

/** Counts and hashes what it is shown: the records of a collection, and of GridFS pieces each file by itself. */
export function createDigester(collection: string) {
  const hash = createHash('sha256');
  const files: FileDigest[] = [];
  let documents = 0;
  let open: { readonly id: string; readonly hash: Hash; length: number } | undefined;
  const endFile = () => {
    if (open) files.push({ id: open.id, length: open.length, sha256: open.hash.digest('hex') });
  };
  return {
    /** Takes the next record. */
    add(raw: Buffer): void {
      documents += 1;
      hash.update(raw);
      if (!holdsFiles(collection)) return;
      const { files_id, data } = chunkSchema.parse(mongo.BSON.deserialize(raw, { promoteBuffers: false }));
      const id = idText(files_id);
      if (open?.id !== id) {
        endFile();
        open = { id, hash: createHash('sha256'), length: 0 };
      }
      open.hash.update(data.value());
      open.length += data.length();
    },
    /** Returns the checksum; to be called once, after the last record. */
    end(): Digest {
      endFile();
      return { documents, sha256: hash.digest('hex'), files };
    },
  };
}

/** An `_id` of any type as text. */
export function idText(id: unknown): string {
  return mongo.BSON.EJSON.stringify({ id });
}

const TIMEOUT_MS = 10_000;

/** Lends the database that a URI names, and closes the connection behind its use. */
export async function withDatabase<T>(uri: string | undefined, use: (db: mongo.Db) => Promise<T>): Promise<T> {
  if (!uri) throw new BackupFailure('MONGODB_URI does not say which database is meant.');
  const isPatient = uri.includes('serverSelectionTimeoutMS=');
  const client = new mongo.MongoClient(uri, isPatient ? {} : { serverSelectionTimeoutMS: TIMEOUT_MS });
  try {
    await client.connect().catch((cause: unknown) => {
      throw new BackupFailure('The database of MONGODB_URI does not answer.', { cause });
    });
    return await use(client.db());
  } finally {
    await client.close();
  }
}

/** The names of the collections of a database; refuses what a backup cannot carry. */
export async function collectionNames(db: mongo.Db): Promise<readonly string[]> {
  const all = await db.listCollections({}, { nameOnly: false }).toArray();
  const own = all.filter(({ name }) => !name.startsWith('system.'));
  for (const { name, type, options } of own) {
    if (type !== 'collection') throw new BackupFailure(`${name} is a ${type}, which a backup does not carry.`);
    const [option] = Object.keys(options ?? {});
    if (option) throw new BackupFailure(`${name} has the option ${option}, which a backup does not carry.`);
  }
  return own.map(({ name }) => name).sort();
}

/** The records of a collection, byte for byte, in the order in which a backup has them. */
export async function* rawRecords(db: mongo.Db, name: string): AsyncGenerator<Buffer> {
  const cursor = db.collection(name).find({}, { raw: true }).sort(orderOf(name));
  for await (const raw of cursor) {
    if (!Buffer.isBuffer(raw)) throw new TypeError('the driver gave no raw record');
    yield raw;
  }
}

/** Returns the checksum of a collection as it is now. */
export async function digestOf(db: mongo.Db, name: string): Promise<Digest> {
  const digester = createDigester(name);
  for await (const raw of rawRecords(db, name)) digester.add(raw);
  return digester.end();
}
