import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { mongo } from 'mongoose';
import { scratchFolder } from './scratch-folder.ts';
import type { TestWorker } from './worker.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly uri: string;
  /** Another new, empty database on the same server, for a file that starts several portals; it goes with the first one. */
  sibling(): TestDatabase;
  stop(): Promise<void>;
}

function named(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

function freshName(): string {
  return `test_${randomUUID().slice(0, 8)}`;
}

/** Returns a database on a server that others use, too; `stop` drops it with its siblings, or keeps its own for others. */
function onServer(server: string, own = freshName(), keep?: () => void): TestDatabase {
  const names = [own];
  const of = (name: string): Omit<TestDatabase, 'stop'> => ({ uri: named(server, name), sibling });
  const sibling = (): TestDatabase => {
    const name = freshName();
    names.push(name);
    return { ...of(name), stop: () => Promise.resolve() };
  };
  return {
    ...of(own),
    stop: async () => {
      const client = await mongo.MongoClient.connect(server);
      for (const name of names) if (keep === undefined || name !== own) await client.db(name).dropDatabase();
      await client.close();
      keep?.();
    },
  };
}

/** Starts the database process of a jest worker, which its files share: each starts with a database of its own there. */
async function startForWorker(worker: TestWorker): Promise<string> {
  const directory = await scratchFolder();
  const server = await startEmbeddedMongo({ dataDir: directory, holdsParent: false, youngMb: 16 });
  let runs = true;
  void server.ended.then(() => {
    runs = false;
    worker.database = undefined;
    worker.doneWith = [];
  });
  worker.atEnd(() => {
    if (runs) process.kill(server.pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return server.uri;
}

/** Returns the address of the database process of a jest worker. */
async function serverOf(worker: TestWorker): Promise<string> {
  worker.database ??= startForWorker(worker);
  try {
    return await worker.database;
  } catch (error) {
    // The next file tries again.
    worker.database = undefined;
    throw error;
  }
}

/** Leaves the collections that have indexes, without records: others are not there before they are first written to. */
async function empty(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri);
  for (const collection of await client.db().collections())
    await ((await collection.indexes()).length > 1 ? collection.deleteMany({}) : collection.drop());
  await client.close();
}

/**
 * Returns an empty database for a portal. Where the embedded server of a jest worker is used, it is the one of an earlier
 * file, with its collections and indexes, which take most of a portal's start.
 */
export async function startPortalDatabase(): Promise<TestDatabase> {
  const worker = globalThis.testWorker;
  if (worker === undefined || process.env.MONGODB_URI) return startTestDatabase();
  const server = await serverOf(worker);
  const known = worker.doneWith.pop();
  const name = known ?? freshName();
  if (known !== undefined) await empty(named(server, known));
  return onServer(server, name, () => worker.doneWith.push(name));
}

/**
 * Returns a new, empty database: on the server that MONGODB_URI names, else on the embedded one of this jest worker, else on
 * an embedded one of its own.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.MONGODB_URI;
  if (given !== undefined && given !== '') return onServer(given);
  const worker = globalThis.testWorker;
  if (worker !== undefined) return onServer(await serverOf(worker));
  const directory = await scratchFolder();
  const server = await startEmbeddedMongo({ dataDir: directory });
  return {
    ...onServer(server.uri),
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
