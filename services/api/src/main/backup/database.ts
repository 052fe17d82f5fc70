import { mongo } from 'mongoose';
import { createDigester, type Digest, orderOf } from './digest.ts';
import { BackupFailure } from './failure.ts';

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

/** What a collection holds now. */
export async function digestOf(db: mongo.Db, name: string): Promise<Digest> {
  const digester = createDigester(name);
  for await (const raw of rawRecords(db, name)) digester.add(raw);
  return digester.end();
}
