import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { type Collection, type Db, type Document, GridFSBucket, MongoClient } from 'mongodb';
import { median } from '../statistics.ts';

/** One figure of a database. */
export interface DatabaseFigure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
}

const SMALL = 1000;
const LARGE = 100_000;
const FILE_BYTES = 50_000_000;
const ROUNDS = 3;

type Say = (line: string) => void;

const atLeast = (figure: string, value: number, unit: string, target: number): DatabaseFigure => ({
  figure,
  value,
  unit,
  target: { atLeast: target },
});
const atMost = (figure: string, value: number, unit: string, target: number): DatabaseFigure => ({
  figure,
  value,
  unit,
  target: { atMost: target },
});

/** A record as the portal writes them. */
function record(number: number): Document {
  return {
    number,
    email: `person${number}@cytocomm.example`,
    name: `Person ${number}`,
    roles: ['investor'],
    createdAt: new Date(),
    note: 'x'.repeat(200),
  };
}

/** How often a second something is done, so many at a time: the best of some rounds, for what disturbs only ever slows down. */
async function perSecond(parallel: number, count: number, run: (index: number) => Promise<unknown>): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const end = (round + 1) * count;
    let next = round * count;
    const start = performance.now();
    const worker = async () => {
      while (next < end) await run(next++);
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    rates.push((count / (performance.now() - start)) * 1000);
  }
  return Math.max(...rates);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function inserts(db: Db): Promise<DatabaseFigure[]> {
  const collection = db.collection('inserted');
  await collection.createIndex({ email: 1 }, { unique: true });
  const one = await perSecond(1, 1500, (index) => collection.insertOne(record(index)));
  const many = await perSecond(32, 10_000, (index) => collection.insertOne(record(1_000_000 + index)));
  return [atLeast('inserts, one at a time', one, '/s', 1500), atLeast('inserts, 32 in parallel', many, '/s', 8000)];
}

async function filled(db: Db, name: string, count: number): Promise<Collection> {
  const collection = db.collection(name);
  await collection.createIndex({ email: 1 }, { unique: true });
  for (let start = 0; start < count; start += SMALL) {
    await collection.insertMany(
      Array.from({ length: SMALL }, (_, index) => ({ ...record(start + index), key: start + index })),
    );
  }
  return collection;
}

async function finds(collection: Collection, count: number): Promise<DatabaseFigure[]> {
  const ids = await collection
    .find({}, { projection: { _id: 1 } })
    .limit(5000)
    .toArray();
  const byId = (index: number) => collection.findOne(ids[index % ids.length] ?? {});
  const byEmail = (index: number) => collection.findOne({ email: `person${(index * 7919) % count}@cytocomm.example` });
  return [
    atLeast('finds by _id, one at a time', await perSecond(1, 4000, byId), '/s', 3400),
    atLeast('finds by _id, 32 in parallel', await perSecond(32, 15_000, byId), '/s', 9000),
    atLeast('finds by index, one at a time', await perSecond(1, 4000, byEmail), '/s', 3400),
    atLeast('finds by index, 32 in parallel', await perSecond(32, 15_000, byEmail), '/s', 9000),
  ];
}

/** The two in turn, so that whatever else the machine does slows both. */
async function growth(small: Collection, large: Collection): Promise<DatabaseFigure> {
  const times = { small: [] as number[], large: [] as number[] };
  const time = async (collection: Collection, count: number, index: number) => {
    const start = performance.now();
    await collection.findOne({ email: `person${(index * 7919) % count}@cytocomm.example` });
    return performance.now() - start;
  };
  for (let index = 0; index < 6000; index += 1) {
    times.small.push(await time(small, SMALL, index));
    times.large.push(await time(large, LARGE, index));
  }
  const ratio = median(times.large) / median(times.small);
  return atMost(`a find by index at ${LARGE} beside ${SMALL} documents`, ratio, 'x', 1.2);
}

async function files(db: Db): Promise<DatabaseFigure[]> {
  const bucket = new GridFSBucket(db);
  const content = randomBytes(FILE_BYTES);
  const [up, down]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const upload = bucket.openUploadStream('file');
    upload.end(content);
    await once(upload, 'finish');
    const middle = performance.now();
    let bytes = 0;
    for await (const piece of bucket.openDownloadStream(upload.id)) bytes += piece.length;
    if (bytes !== FILE_BYTES) throw new Error(`a file of ${FILE_BYTES} bytes came back with ${bytes}`);
    up.push(FILE_BYTES / 1000 / (middle - start));
    down.push(FILE_BYTES / 1000 / (performance.now() - middle));
    await bucket.delete(upload.id);
  }
  return [
    atLeast('GridFS upload', Math.max(...up), 'MB/s', 97),
    atLeast('GridFS download', Math.max(...down), 'MB/s', 495),
  ];
}

async function measure(uri: string, embedded: EmbeddedMongo | undefined, say: Say): Promise<DatabaseFigure[]> {
  const idle = embedded && residentMegabytes(embedded.pid);
  const client = await MongoClient.connect(uri, { maxPoolSize: 32 });
  const db = client.db(`bench_${process.pid}`);
  try {
    const figures = idle === undefined ? [] : [atMost('memory when idle', idle, 'MB', 120)];
    say('  inserts');
    figures.push(...(await inserts(db)));
    await db.collection('inserted').drop();
    say(`  ${LARGE} documents`);
    const [small, large] = [await filled(db, 'small', SMALL), await filled(db, 'large', LARGE)];
    if (embedded) figures.push(atMost(`memory with ${LARGE} documents`, residentMegabytes(embedded.pid), 'MB', 212));
    say('  finds');
    figures.push(...(await finds(large, LARGE)), await growth(small, large));
    say('  files');
    figures.push(...(await files(db)));
    return figures;
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

async function measureEmbedded(say: Say): Promise<DatabaseFigure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-database-'));
  const start = performance.now();
  const embedded = await startEmbeddedMongo({ dataDir });
  const ready = performance.now() - start;
  try {
    return [atMost('ready after', ready, 'ms', 500), ...(await measure(embedded.uri, embedded, say))];
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures the embedded database, over loopback through the driver; another server where MONGODB_URI names one. */
export function measureDatabase(say: Say): Promise<readonly DatabaseFigure[]> {
  const server = process.env.MONGODB_URI;
  return server === undefined ? measureEmbedded(say) : measure(server, undefined, say);
}
