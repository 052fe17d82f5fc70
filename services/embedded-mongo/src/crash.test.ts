import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Collection, type Document, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from './index.ts';
import { temporaryDirectory } from './testing/database.ts';

const ROUNDS = 20;
const WRITERS = 4;

/** What the database has acknowledged: the last state of each document, and each whole file. */
interface Acknowledged {
  readonly docs: Map<string, { version: number } | 'deleted'>;
  readonly files: Map<ObjectId, string>;
}

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A document whose parts all say the same, so that a torn one shows. */
function docOf(version: number): Document {
  return {
    version,
    copy: { version, list: Array.from({ length: 20 }, () => version) },
    even: version % 2 === 0,
    text: `v${version}-`.repeat(50),
  };
}

/** Writes from a version on until the connection breaks; only what was answered counts, and what was asked last may or may not be there. */
async function write(
  collection: Collection,
  writer: string,
  first: number,
  known: Acknowledged,
  asked: Set<string>,
): Promise<void> {
  for (let version = first; ; version += 1) {
    const key = `${writer}-${version % 7}`;
    asked.add(key);
    if (version % 5 === 0) {
      await collection.deleteOne({ key });
      known.docs.set(key, 'deleted');
    } else {
      await collection.updateOne({ key }, { $set: docOf(version) }, { upsert: true });
      known.docs.set(key, { version });
    }
    asked.delete(key);
  }
}

async function upload(bucket: GridFSBucket, known: Acknowledged): Promise<void> {
  for (;;) {
    const content = randomBytes(300_000 + Math.floor(Math.random() * 600_000));
    const stream = bucket.openUploadStream('file');
    stream.end(content);
    await once(stream, 'finish');
    known.files.set(stream.id as ObjectId, sum(content));
  }
}

/** A client that soon gives up on a server that was killed; on one that was started it may take longer, on a machine that is busy. */
async function connected(mongo: EmbeddedMongo): Promise<MongoClient> {
  for (let left = 20; ; left -= 1) {
    try {
      return await MongoClient.connect(mongo.uri, { retryWrites: false, serverSelectionTimeoutMS: 200 });
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function verify(client: MongoClient, known: Acknowledged, asked: ReadonlySet<string>): Promise<void> {
  const collection = client.db('crash').collection('docs');
  const found = new Map((await collection.find({}).toArray()).map((doc) => [String(doc.key), doc]));
  for (const [key, doc] of found) {
    const { _id, key: _, ...content } = doc;
    expect(content).toEqual(docOf(doc.version));
    if (!asked.has(key)) expect({ key, version: doc.version }).toEqual({ key, ...(known.docs.get(key) as object) });
  }
  for (const [key, state] of known.docs)
    if (!asked.has(key)) expect({ key, isThere: found.has(key) }).toEqual({ key, isThere: state !== 'deleted' });
  // Each of these is answered from an index.
  const all = [
    { _id: { $gt: new ObjectId('000000000000000000000000') } },
    { key: { $gt: '' } },
    { even: { $in: [true, false] } },
    { 'copy.list': { $gt: 0 } },
  ];
  for (const filter of all) {
    const keys = (await collection.find(filter).toArray()).map(({ key }) => key);
    expect({ filter, keys: keys.sort() }).toEqual({ filter, keys: [...found.keys()].sort() });
    expect((await collection.find(filter).explain()).queryPlanner.winningPlan.stage).toBe('FETCH');
  }
  const bucket = new GridFSBucket(client.db('crash'));
  for (const [id, hash] of known.files) expect(sum(await buffer(bucket.openDownloadStream(id)))).toBe(hash);
}

test(`after kill -9 in mixed writes and uploads, ${ROUNDS} times, nothing acknowledged is lost and nothing is torn`, async () => {
  const directory = temporaryDirectory();
  const known: Acknowledged = { docs: new Map(), files: new Map() };
  let uploads = 0;
  let mongo = await startEmbeddedMongo({ dataDir: directory.path });
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await connected(mongo);
    const collection = client.db('crash').collection('docs');
    await collection.createIndexes([
      { key: { key: 1 }, unique: true },
      { key: { even: 1, version: -1 } },
      { key: { 'copy.list': 1 } },
    ]);
    const asked = new Set<string>();
    // Each round begins with other keys, so that all are written also where a machine has time for only a few in one.
    const first = 1 + 3 * round;
    const writers = Array.from({ length: WRITERS }, (_, i) => write(collection, `w${i}`, first, known, asked));
    const all = Promise.allSettled([...writers, upload(new GridFSBucket(client.db('crash')), known)]);
    await wait(40 + Math.random() * 120);
    process.kill(mongo.pid, 'SIGKILL');
    for (const outcome of await all) expect(outcome.status).toBe('rejected');
    await client.close();
    await mongo.stop();
    mongo = await startEmbeddedMongo({ dataDir: directory.path });
    const after = await connected(mongo);
    await verify(after, known, asked);
    // What was asked but not answered may be in either state: the next round begins from what is there.
    for (const key of asked) {
      const doc = await after.db('crash').collection('docs').findOne({ key });
      known.docs.set(key, doc ? { version: doc.version } : 'deleted');
    }
    uploads += known.files.size;
    known.files.clear();
    await after.close();
  }
  await mongo.stop();
  directory.remove();
  expect(known.docs.size).toBe(WRITERS * 7);
  expect(uploads).toBeGreaterThan(0);
}, 120_000);
