import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { LEASES } from '../../platform/database/lease.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { PROGRAM_ENVIRONMENT } from '../../testing/processes.ts';
import { runCommand } from '../commands/run.ts';
import { BackupFailure, writeFailure } from './failure.ts';

const COMMAND = [process.execPath, join(__dirname, '..', 'commands', 'main.ts'), 'backup'];

const CONTENT = randomBytes(700_000);
const FILE_ID = new mongo.ObjectId();

let directory: string;
let source: TestDatabase;
let target: TestDatabase;
let file: string;
/** Of the target itself. */
let own: string;
const clients: mongo.MongoClient[] = [];

async function opened(database: TestDatabase): Promise<mongo.Db> {
  const client = await mongo.MongoClient.connect(database.uri);
  clients.push(client);
  return client.db();
}

async function upload(db: mongo.Db, id: mongo.ObjectId, content: Buffer): Promise<void> {
  const stream = new mongo.GridFSBucket(db).openUploadStreamWithId(id, 'report.pdf', { metadata: { by: 'a' } });
  stream.end(content);
  await once(stream, 'finish');
}

const nameOf = ({ uri }: TestDatabase) => new URL(uri).pathname.slice(1);
const run = (name: string, database: TestDatabase, ...args: string[]) =>
  runCommand(name, args, { MONGODB_URI: database.uri });

/** Everything in a database, types of numbers and order of fields included. */
async function everything(database: TestDatabase) {
  const db = await opened(database);
  const names = (await db.listCollections().toArray())
    .map(({ name }) => name)
    .filter((name) => name !== LEASES)
    .sort();
  const options = { promoteValues: false, bsonRegExp: true } as const;
  return Promise.all(
    names.map(async (name) => ({
      name,
      indexes: await db.collection(name).indexes(),
      records: mongo.BSON.EJSON.stringify(await db.collection(name).find({}, options).sort({ _id: 1 }).toArray(), {
        relaxed: false,
      }),
    })),
  );
}

/** The target has what the source had, and besides it nothing but empty collections: a restore makes those of the API. */
async function expectCarried(before: Awaited<ReturnType<typeof everything>>) {
  const after = await everything(target);
  const names = new Set(before.map(({ name }) => name));
  expect(after.filter(({ name }) => names.has(name))).toEqual(before);
  expect(after.filter(({ name, records }) => !names.has(name) && records !== '[]')).toEqual([]);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(directory, 'all.backup');
  source = await startTestDatabase();
  target = source.sibling();
  const db = await opened(source);
  await db.collection<{ _id: unknown; [field: string]: unknown }>('types').insertMany([
    { _id: 1, int: new mongo.Int32(1), double: new mongo.Double(1), long: mongo.Long.fromString('9007199254740993') },
    { _id: 'text', text: 'ä\0😀', date: new Date(5), nothing: null, flag: false, list: [1, [2, { a: [] }]], none: {} },
    {
      _id: new mongo.ObjectId(),
      bytes: new mongo.Binary(Buffer.from([0, 255]), 128),
      regex: new mongo.BSONRegExp('a', 'i'),
    },
    { _id: { a: 1 }, at: new mongo.Timestamp({ t: 5, i: 6 }), minusZero: new mongo.Double(-0), nan: Number.NaN },
  ]);
  await db
    .collection('people')
    .insertMany(Array.from({ length: 600 }, (_, i) => ({ email: `p${i}@x`, long: 'x'.repeat(i) })));
  await db.collection('people').createIndexes([
    { key: { email: 1 }, unique: true },
    { key: { long: -1, email: 1 }, name: 'mine', sparse: true },
    { key: { open: 1 }, partialFilterExpression: { open: { $gt: 5 } } },
  ]);
  // Never over: the server looks for what is over while the tests run.
  await db.collection('spent').insertOne({ expires: new Date(8.64e15) });
  await db.createCollection('empty');
  await upload(db, FILE_ID, CONTENT);
  await upload(db, new mongo.ObjectId(), Buffer.alloc(0));
  await db.collection('spent').createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await source.stop();
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('carries everything: records of every type, indexes and files', async () => {
  const before = await everything(source);
  expect(await run('backup', source, file)).toMatch(
    new RegExp(
      `^${file} is whole: 6 collections, 610 records, 1 files of 0\\.7 MB, of the database test_.*\\nIt is not encrypted`,
    ),
  );
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await run('restore', target, file)).toMatch(
    new RegExp(`^Restored 6 collections, 610 records, 1 files of ${file}, of 2.*\\nLeft out: `),
  );
  await expectCarried(before);
  const download = new mongo.GridFSBucket(await opened(target)).openDownloadStream(FILE_ID);
  const sum = createHash('sha256');
  for await (const piece of download) sum.update(piece);
  expect(sum.digest('hex')).toBe(createHash('sha256').update(CONTENT).digest('hex'));
});

it('holds mails that had not been sent by then: they may have been since', async () => {
  const target = source.sibling();
  const back = source.sibling();
  const statuses = ['waiting', 'claimed', 'sending', 'sent', 'failed'];
  const outbox = (await opened(target)).collection<{ _id: string; status: string; lastError?: string }>('outbox');
  await outbox.insertMany(statuses.map((status) => ({ _id: status, status })));
  const mails = join(directory, 'mails.backup');
  await run('backup', target, mails);
  await expect(run('restore', back, mails)).resolves.toContain('stand as failed in the mail log');
  const after = await (await opened(back)).collection('outbox').find().sort({ _id: 1 }).toArray();
  expect(after.map(({ _id, status, lastError }) => [_id, status, lastError !== undefined])).toEqual([
    ['claimed', 'failed', true],
    ['failed', 'failed', false],
    ['sending', 'failed', true],
    ['sent', 'sent', false],
    ['waiting', 'failed', true],
  ]);
  rmSync(mails);
});

it('does not write over a file, and leaves no draft', async () => {
  const before = readFileSync(file);
  await expect(run('backup', source, file)).rejects.toThrow(`${file} exists`);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(directory)).toEqual(['all.backup']);
});

it('two backups to one name at once leave one that is whole, and no draft', async () => {
  const twice = join(directory, 'twice.backup');
  const both = await Promise.allSettled([run('backup', source, twice), run('backup', source, twice)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(directory).toSorted()).toEqual(['all.backup', 'twice.backup']);
  await expect(run('verify-backup', source, twice)).resolves.toContain('is whole');
  rmSync(twice);
});

it('a file that cannot be written to its end leaves no file, and says why', async () => {
  const large = source.sibling();
  await (await opened(large)).collection('pieces').insertOne({ bytes: randomBytes(1_000_000) });
  const limited = spawnSync(
    'bash',
    ['-c', `trap '' XFSZ; ulimit -f 100; exec "$@"`, 'bash', ...COMMAND, join(directory, 'never')],
    {
      env: { ...PROGRAM_ENVIRONMENT, NODE_ENV: 'test', MONGODB_URI: large.uri },
      encoding: 'utf8',
    },
  );
  expect(limited.stderr).toMatch(/never cannot be written: EFBIG/);
  expect(limited.status).toBe(1);
  expect(readdirSync(directory)).toEqual(['all.backup']);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(writeFailure('/b', full)).toEqual(new BackupFailure('/b cannot be written: the disk is full.'));
});

it('refuses a database that is not empty, unless its name is told', async () => {
  const name = nameOf(target);
  await (await opened(target)).collection('other').insertOne({ mine: true });
  const before = await everything(target);
  await expect(run('restore', target, file)).rejects.toThrow(`The database ${name} is not empty`);
  await expect(run('restore', target, file, '--replace', 'another')).rejects.toThrow(`--replace ${name}`);
  expect(await everything(target)).toEqual(before);
  // Of another database it would take the place of what may be wanted.
  await expect(run('restore', target, file, '--replace', name)).rejects.toThrow('of another database');
  own = join(directory, 'own.backup');
  await run('backup', target, own);
  const carried = await everything(target);
  await (await opened(target)).collection('later').insertOne({ mine: true });
  await run('restore', target, own, '--replace', name);
  await expectCarried(carried);
});

describe('a file that cannot be trusted is refused before anything is touched', () => {
  const changed = join(tmpdir(), `changed-${process.pid}.backup`);
  afterEach(() => rmSync(changed, { force: true }));

  const cut = (part: number) => (packed: Buffer) => packed.subarray(0, Math.floor(packed.length * part));
  const flip = (part: number) => (packed: Buffer) => {
    const at = Math.floor(packed.length * part);
    return packed.fill(packed.readUInt8(at) ^ 0x10, at, at + 1);
  };
  const repacked = (change: (plain: Buffer) => Buffer) => (packed: Buffer) =>
    zstdCompressSync(change(zstdDecompressSync(packed)));
  /** With another head, and without the records. */
  const headed = (change: object) =>
    repacked((plain) => {
      const head = mongo.BSON.deserialize(plain.subarray(0, plain.readInt32LE(0)));
      const body = Buffer.from(mongo.BSON.serialize({ ...head, collections: [], ...change }));
      const sha256 = createHash('sha256').update(body).digest('hex');
      return Buffer.concat([body, mongo.BSON.serialize({ records: 0, sha256 })]);
    });
  const replaced = (from: string, to: string) =>
    repacked((plain) => plain.fill(to, plain.indexOf(from), plain.indexOf(from) + to.length));

  it.each<readonly [string, (packed: Buffer) => Buffer, RegExp]>([
    ...[0.001, 0.1, 0.5, 0.99].map((part) => [`cut off at ${part}`, cut(part), /damaged/] as const),
    ...[0.2, 0.6, 0.95].map((part) => [`with a byte changed at ${part}`, flip(part), /damaged/] as const),
    ['with a record changed and packed again', replaced('p77@x', 'p78@x'), /damaged: its hash is another one/],
    ['with its end taken off', repacked((plain) => plain.subarray(0, -60)), /damaged/],
    [
      'with something behind its end',
      repacked((plain) => Buffer.concat([plain, plain])),
      /damaged: something stands behind/,
    ],
    ['empty', () => Buffer.alloc(0), /is empty: it is no backup/],
    ['of notes', () => Buffer.from('notes to myself'), /damaged: it is no backup of this portal/],
    ['of one long line, packed', () => zstdCompressSync(Buffer.alloc(4_000_000, 'x')), /damaged: a record claims/],
    ['of zeros, packed', () => zstdCompressSync(Buffer.alloc(4_000_000)), /damaged/],
    ['of nothing, packed', () => zstdCompressSync(Buffer.alloc(0)), /damaged: its end is missing/],
    ['of version 1', () => gzipSync('B'), /damaged: it is no backup of this portal, or one of a version before 2/],
    ['of a later format', headed({ version: 3 }), /version 3 of the format; this portal reads 2/],
    ['of a later portal', headed({ portal: '99.0.0' }), /of version 99\.0\.0 of the portal, newer than this one/],
    ['of another portal', headed({ database: 'other' }), /of another database, other, and replaces none/],
    ['of another product', headed({ format: 'notes' }), /does not begin as a backup of this portal/],
  ])('%s', async (_what, change, message) => {
    writeFileSync(changed, change(readFileSync(own)));
    const before = await everything(target);
    await expect(run('restore', target, changed, '--replace', nameOf(target))).rejects.toThrow(message);
    expect(await everything(target)).toEqual(before);
  });
});

it('takes no backup of nothing, and leaves no file', async () => {
  const nothing = source.sibling();
  await expect(run('backup', nothing, join(directory, 'nothing'))).rejects.toThrow(
    /^The database \S+ holds no records/,
  );
  await (await opened(nothing)).createCollection('empty');
  await expect(run('backup', nothing, join(directory, 'nothing'))).rejects.toThrow('holds no records');
  expect(readdirSync(directory)).toEqual(['all.backup', 'own.backup']);
});

it('says that there is no such file, and that the database is away', async () => {
  const missing = join(directory, 'nothing');
  await expect(run('restore', source.sibling(), missing)).rejects.toThrow(/nothing cannot be read: ENOENT/);
  await expect(run('verify-backup', source, directory)).rejects.toThrow(/cannot be read: EISDIR/);
  const away = { uri: 'mongodb://127.0.0.1:1/x?serverSelectionTimeoutMS=100' } as TestDatabase;
  await expect(run('backup', away, join(directory, 'x'))).rejects.toThrow('does not answer');
});
