import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from './index.ts';
import { temporaryDirectory } from './testing/database.ts';

let directory: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

const fileOf = (dataDir: string) => join(dataDir, 'database.sqlite');

/** Returns the content of the files in a data directory. */
function contents(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('database'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dataDir, name)))
        .digest('hex'),
    ]),
  );
}

async function fill(dataDir: string, docs: number): Promise<void> {
  const mongo = await startEmbeddedMongo({ dataDir });
  const client = await MongoClient.connect(mongo.uri);
  await client
    .db('x')
    .collection('c')
    .insertMany(Array.from({ length: docs }, (_, i) => ({ i, text: 'x'.repeat(200) })));
  await client.close();
  await mongo.stop();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `main.ts` by hand, with its own environment. */
function run(env: NodeJS.ProcessEnv, ...flags: string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...flags], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
}

async function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  if (!child.stdout) throw new Error('no stdout');
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
}

test('keeps its data over a restart, on the requested port', async () => {
  const first = await startEmbeddedMongo({ dataDir: directory.path });
  const client = await MongoClient.connect(first.uri);
  await client.db('x').collection('c').createIndex({ a: 1 }, { unique: true });
  await client.db('x').collection('c').insertOne({ a: 1 });
  await client.close();
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  const port = Number(new URL(first.uri).port);
  const second = await startEmbeddedMongo({ dataDir: directory.path, port });
  expect(Number(new URL(second.uri).port)).toBe(port);
  const again = await MongoClient.connect(second.uri);
  await expect(again.db('x').collection('c').insertOne({ a: 1 })).rejects.toMatchObject({ code: 11000 });
  expect(await again.db('x').collection('c').countDocuments({ a: 1 })).toBe(1);
  await again.close();
  await second.stop();
});

test('a second process on the same directory is refused by name, and the first goes on', async () => {
  const first = await startEmbeddedMongo({ dataDir: directory.path });
  const second = startEmbeddedMongo({ dataDir: directory.path });
  await expect(second).rejects.toThrow(
    `The data directory ${directory.path} cannot be used: it is in use by another process (process id ${first.pid})`,
  );
  const client = await MongoClient.connect(first.uri);
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  await client.close();
  await first.stop();
});

test('a port in use is reported', async () => {
  const first = await startEmbeddedMongo({ dataDir: directory.path });
  const other = temporaryDirectory();
  await expect(startEmbeddedMongo({ dataDir: other.path, port: Number(new URL(first.uri).port) })).rejects.toThrow(
    /EADDRINUSE/,
  );
  other.remove();
  await first.stop();
});

describe('a foreign or damaged file stops the start with a message, and stays unchanged', () => {
  const refused = async (message: RegExp) => {
    const before = contents(directory.path);
    const error: unknown = await startEmbeddedMongo({ dataDir: directory.path }).catch((cause: unknown) => cause);
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(fileOf(directory.path));
    expect(contents(directory.path)).toEqual(before);
  };

  test('a text', async () => {
    writeFileSync(fileOf(directory.path), 'notes to myself\n'.repeat(100));
    await refused(/not a database of this portal/);
  });

  test('an empty file', async () => {
    writeFileSync(fileOf(directory.path), '');
    await refused(/not a database of this portal/);
  });

  test('a SQLite database of another application', async () => {
    const db = new DatabaseSync(fileOf(directory.path));
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    db.close();
    await refused(/another application/);
  });

  test('a later format', async () => {
    await fill(directory.path, 1);
    const db = new DatabaseSync(fileOf(directory.path));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await refused(/format 99/);
  });

  test('damage in the beginning', async () => {
    await fill(directory.path, 10);
    const bytes = readFileSync(fileOf(directory.path));
    bytes.fill(0xaa, 0, 50);
    writeFileSync(fileOf(directory.path), bytes);
    await refused(/beginning is damaged/);
  });

  test('damage in the middle', async () => {
    await fill(directory.path, 2000);
    const bytes = readFileSync(fileOf(directory.path));
    bytes.fill(0xaa, bytes.length / 2, bytes.length / 2 + 50_000);
    writeFileSync(fileOf(directory.path), bytes);
    await refused(/damaged/);
  });

  test('a missing end', async () => {
    await fill(directory.path, 2000);
    truncateSync(fileOf(directory.path), Math.floor(readFileSync(fileOf(directory.path)).length / 2));
    await refused(/damaged/);
  });

  test('damage, after a crash', async () => {
    await fill(directory.path, 2000);
    const mongo = await startEmbeddedMongo({ dataDir: directory.path });
    const client = await MongoClient.connect(mongo.uri);
    await client.db('x').collection('c').insertOne({ a: 1 });
    await client.close();
    process.kill(mongo.pid, 'SIGKILL');
    await mongo.stop();
    const bytes = readFileSync(fileOf(directory.path));
    bytes.fill(0xaa, bytes.length / 2, bytes.length / 2 + 50_000);
    writeFileSync(fileOf(directory.path), bytes);
    await refused(/damaged/);
  });
});

test('a data directory that cannot be made is named', async () => {
  writeFileSync(join(directory.path, 'file'), '');
  const dataDir = join(directory.path, 'file', 'data');
  await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(dataDir);
});

test('a database file that is a directory is named', async () => {
  mkdirSync(fileOf(directory.path));
  await expect(startEmbeddedMongo({ dataDir: directory.path })).rejects.toThrow(fileOf(directory.path));
});

test('when the disk is full writes fail, reads go on, and nothing is torn', async () => {
  // A limit on the size of files stands in for the disk; 4096 blocks are 2 MB.
  const program = `trap '' XFSZ; ulimit -f 4096; exec "${process.execPath}" "${join(import.meta.dirname, 'main.ts')}" --data-dir "${directory.path}" --end-with-stdin`;
  const child = spawn('sh', ['-c', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  const { port } = await firstLine(child);
  const password = readFileSync(join(directory.path, 'password'), 'utf8');
  const client = await MongoClient.connect(`mongodb://portal:${password}@127.0.0.1:${port}/?replicaSet=embedded`);
  const collection = client.db('x').collection('c');
  await collection.createIndex({ n: 1 });
  const text = 'x'.repeat(20_000);
  let written = 0;
  let error: unknown;
  while (error === undefined && written < 1000) {
    error = await collection.insertOne({ n: written, text }).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (error === undefined) written += 1;
  }
  expect(error).toMatchObject({ codeName: expect.stringMatching(/OutOfDiskSpace|InternalError/) });
  expect(await collection.countDocuments({ n: { $gte: 0 } })).toBe(written);
  await expect(collection.insertOne({ n: -1, text })).rejects.toThrow();
  expect(await collection.findOne({ n: written - 1 })).toMatchObject({ text });
  await client.close();
  child.stdin?.end();
  await once(child, 'close');
  const again = await startEmbeddedMongo({ dataDir: directory.path });
  const later = await MongoClient.connect(again.uri);
  const numbers = await later
    .db('x')
    .collection('c')
    .find({})
    .sort({ n: 1 })
    .map(({ n }) => n)
    .toArray();
  expect(numbers).toEqual(Array.from({ length: written }, (_, n) => n));
  await later.db('x').collection('c').insertOne({ n: -1, text });
  await later.close();
  await again.stop();
});

test('it ends with its parent process', async () => {
  const child = run({}, '--data-dir', directory.path, '--end-with-stdin');
  expect(await firstLine(child)).toMatchObject({ port: expect.any(Number), pid: child.pid });
  child.stdin?.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('SIGTERM ends it, with clients connected', async () => {
  const child = run({}, '--data-dir', directory.path);
  const { port } = await firstLine(child);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  socket.destroy();
});

test('it runs in production only with EMBEDDED_MONGO_IN_PRODUCTION', async () => {
  const refused = run({ NODE_ENV: 'production' }, '--data-dir', directory.path);
  expect(await firstLine(refused)).toMatchObject({
    error: expect.stringMatching(/not for production: set MONGODB_URI .* EMBEDDED_MONGO_IN_PRODUCTION=yes/),
  });
  expect(await once(refused, 'close')).toEqual([1, null]);
  expect(readdirSync(directory.path)).toEqual([]);
  const allowed = run(
    { NODE_ENV: 'production', EMBEDDED_MONGO_IN_PRODUCTION: 'yes' },
    '--data-dir',
    directory.path,
    '--end-with-stdin',
  );
  expect(await firstLine(allowed)).toMatchObject({ port: expect.any(Number) });
  allowed.stdin?.end();
  await once(allowed, 'close');
});
