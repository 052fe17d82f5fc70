import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { RESTORES } from '../../platform/database/restore-mark.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runCommand } from '../commands/run.ts';

const CONTENT = randomBytes(700_000);
const FILE_ID = new mongo.ObjectId();

let directory: string;
let source: TestDatabase;
let target: TestDatabase;
let file: string;
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

const run = (name: string, database: TestDatabase, ...args: string[]) =>
  runCommand(name, args, { MONGODB_URI: database.uri });

/** Everything in a database but the note of its last restore, types of numbers and order of fields included. */
async function everything(database: TestDatabase) {
  const db = await opened(database);
  const names = (await db.listCollections().toArray())
    .map(({ name }) => name)
    .filter((name) => name !== RESTORES)
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
    `${file}: 6 collections, 610 records, 1 files. It is not encrypted`,
  );
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await run('restore', target, file)).toMatch(
    `Restored 6 collections, 610 records, 1 files. Counts and hashes agree with ${file}.\nLeft out: `,
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
  await expect(run('restore', back, mails)).resolves.toContain('Mails that had not been sent by then: 3.');
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
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  expect(readdirSync(directory).toSorted()).toEqual(['all.backup', 'twice.backup']);
  expect(statSync(twice).mode & 0o077).toBe(0);
  await expect(run('verify-backup', source, twice)).resolves.toContain('is whole');
  rmSync(twice);
});

it('removes what backups that were killed have left for more than a day, and nothing else', async () => {
  const draft = (name: string) => `${name}.${randomUUID()}.part`;
  const [left, fresh, other] = [draft('2026-11-20.backup'), draft('2026-11-21.backup'), 'film.part'];
  for (const name of [left, fresh, other]) writeFileSync(join(directory, name), 'x');
  const before = new Date(Date.now() - 25 * 3600 * 1000);
  for (const name of [left, other]) utimesSync(join(directory, name), before, before);
  const next = join(directory, '2026-11-22.backup');
  await run('backup', source, next);
  expect(readdirSync(directory).toSorted()).toEqual([fresh, '2026-11-22.backup', 'all.backup', other].toSorted());
  for (const name of [fresh, other, '2026-11-22.backup']) rmSync(join(directory, name));
});

it('refuses a database that is not empty, unless its name is told', async () => {
  const name = new URL(target.uri).pathname.slice(1);
  await (await opened(target)).collection('other').insertOne({ mine: true });
  const before = await everything(target);
  await expect(run('restore', target, file)).rejects.toThrow(`The database ${name} is not empty`);
  await expect(run('restore', target, file, '--replace', 'another')).rejects.toThrow(`--replace ${name}`);
  expect(await everything(target)).toEqual(before);
  await run('restore', target, file, '--replace', name);
  await expectCarried(await everything(source));
});

describe('a file that is not as it was written is refused before anything is touched', () => {
  const changed = join(tmpdir(), `changed-${process.pid}.backup`);
  afterEach(() => rmSync(changed, { force: true }));

  const refused = async (message: RegExp) => {
    const name = new URL(target.uri).pathname.slice(1);
    const before = await everything(target);
    await expect(run('restore', target, changed, '--replace', name)).rejects.toThrow(message);
    expect(await everything(target)).toEqual(before);
  };

  it.each([0.1, 0.5, 0.99])('cut off at %d of its length', async (part) => {
    writeFileSync(changed, readFileSync(file));
    truncateSync(changed, Math.floor(statSync(file).size * part));
    await refused(/damaged: it ends early/);
  });

  it.each([0.2, 0.6, 0.95])('with a byte changed at %d', async (part) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length * part);
    bytes[at] = bytes.readUInt8(at) ^ 0x10;
    writeFileSync(changed, bytes);
    await refused(/damaged/);
  });

  it('with a record changed and packed again', async () => {
    const bytes = gunzipSync(readFileSync(file));
    const at = bytes.indexOf('p77@x');
    bytes.write('p78@x', at);
    writeFileSync(changed, gzipSync(bytes));
    await refused(/damaged: the hash of a collection is another one/);
  });

  it('with its end taken off and packed again', async () => {
    const bytes = gunzipSync(readFileSync(file));
    writeFileSync(changed, gzipSync(bytes.subarray(0, bytes.lastIndexOf('Z'))));
    await refused(/damaged/);
  });

  it('with something behind its end', async () => {
    writeFileSync(changed, gzipSync(Buffer.concat([gunzipSync(readFileSync(file)), Buffer.from('Z\x05\0\0\0\0')])));
    await refused(/damaged: something stands behind its end/);
  });

  it('that is no backup, or of a later version', async () => {
    writeFileSync(changed, 'notes to myself');
    await refused(/damaged/);
    writeFileSync(changed, gzipSync(Buffer.concat([Buffer.from('X'), mongo.BSON.serialize({ a: 1 })])));
    await refused(/does not begin as a backup/);
    const later = { format: 'cytocomm-backup', version: 2, createdAt: new Date() };
    writeFileSync(changed, gzipSync(Buffer.concat([Buffer.from('B'), mongo.BSON.serialize(later)])));
    await refused(/version 2; this portal reads 1/);
  });
});

it('finds a file that lacks a piece when the backup is taken', async () => {
  const broken = source.sibling();
  const db = await opened(broken);
  await upload(db, FILE_ID, CONTENT);
  await db.collection('fs.chunks').deleteOne({ files_id: FILE_ID, n: 1 });
  await expect(run('backup', broken, join(directory, 'broken'))).rejects.toThrow(
    /report\.pdf .* has 438880 of its 700000 bytes/,
  );
  expect(readdirSync(directory)).toEqual(['all.backup']);
});

it('takes no backup of nothing, and leaves no file', async () => {
  const nothing = source.sibling();
  await expect(run('backup', nothing, join(directory, 'nothing'))).rejects.toThrow(
    /^The database \S+ holds no records/,
  );
  await (await opened(nothing)).createCollection('empty');
  await expect(run('backup', nothing, join(directory, 'nothing'))).rejects.toThrow('holds no records');
  expect(readdirSync(directory)).toEqual(['all.backup']);
});

it.each([[[]], [['a', 'b']], [['--nope']]])('says how it is used for %j', async (args) => {
  await expect(run('backup', source, ...args)).rejects.toThrow('Usage: npm run backup -- FILE');
  await expect(run('restore', source, ...args)).rejects.toThrow('Usage: npm run restore -- FILE');
});

it('says that there is no such file, and that the database is away', async () => {
  await expect(run('restore', target, join(directory, 'nothing'))).rejects.toThrow(/no such file/);
  const away = { uri: 'mongodb://127.0.0.1:1/x?serverSelectionTimeoutMS=100' } as TestDatabase;
  await expect(run('backup', away, join(directory, 'x'))).rejects.toThrow('does not answer');
});
