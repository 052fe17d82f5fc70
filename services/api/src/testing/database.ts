import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import mongoose, { mongo } from 'mongoose';

/** Records all but inserts that the API's own connections ask of which collections from now on; their address must say `monitorCommands=true`. */
export function recordQueries(): { readonly name: string; readonly collection: string }[] {
  const queries: { readonly name: string; readonly collection: string }[] = [];
  for (const connection of mongoose.connections) {
    if (connection.readyState !== mongoose.ConnectionStates.connected) continue;
    connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
      if (name !== 'insert') queries.push({ name, collection: String(command[name]) });
    });
  }
  return queries;
}

/** Refuses to create indexes, as MongoDB does to a user without that right; returns what was asked for. */
export function denyIndexCreation() {
  const refusal = new mongo.MongoServerError({ code: 13, errmsg: 'not authorized on portal to execute command' });
  return jest.spyOn(mongo.Collection.prototype, 'createIndex').mockRejectedValue(refusal);
}

/** Memory, where the system offers it as a folder: a test's database need not outlive the power, and is not to wait for a disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NAME = /^cytocomm-api-(\d+)-/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another person's process runs, too.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Removes the folders of processes that are gone: one that a signal ended could not remove its own. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(SCRATCH)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(SCRATCH, name), { recursive: true, force: true });
  }
}

/** Returns a new folder for a database of this process, and removes those that other processes left behind. */
async function scratchFolder(): Promise<string> {
  await removeStale();
  return mkdtemp(join(SCRATCH, `cytocomm-api-${process.pid}-`));
}

/**
 * What a worker of jest keeps from one test file to the next; tools/checks/testing/jest/node-environment.ts makes it. Outside of
 * jest there is none.
 */
export interface TestWorker {
  /** The address of the database process that the files of this worker share, once one of them has asked for it. */
  database: Promise<string> | undefined;
  /** Names of databases there that files have done with: each has the collections and indexes of a portal, and old records. */
  doneWith: string[];
  /** Runs this when the worker ends, synchronously. */
  atEnd(run: () => void): void;
}

declare global {
  var testWorker: TestWorker | undefined;
}

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
  const free = worker.doneWith.pop();
  const name = free ?? freshName();
  if (free !== undefined) await empty(named(server, free));
  return onServer(server, name, () => worker.doneWith.push(name));
}

/**
 * Returns a new, empty database: on the server that MONGODB_URI names, else on the embedded one of this jest worker, else on
 * an embedded one of its own.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const uri = process.env.MONGODB_URI;
  if (uri !== undefined && uri !== '') return onServer(uri);
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
