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

/** Returns a new database on a server that others use, too; `stop` drops it with its siblings. */
function onServer(server: string): TestDatabase {
  const names = [freshName()];
  const of = (name: string): Omit<TestDatabase, 'stop'> => ({ uri: named(server, name), sibling });
  const sibling = (): TestDatabase => {
    const name = freshName();
    names.push(name);
    return { ...of(name), stop: () => Promise.resolve() };
  };
  return {
    ...of(names[0] ?? ''),
    stop: async () => {
      const client = await mongo.MongoClient.connect(server);
      for (const name of names) await client.db(name).dropDatabase();
      await client.close();
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
  });
  worker.atEnd(() => {
    if (runs) process.kill(server.pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return server.uri;
}

/**
 * Returns a new, empty database: on the server that MONGODB_URI names, else on the embedded one of this jest worker, else on
 * an embedded one of its own.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.MONGODB_URI;
  if (given !== undefined && given !== '') return onServer(given);
  const worker = globalThis.testWorker;
  if (worker !== undefined) {
    worker.database ??= startForWorker(worker);
    try {
      return onServer(await worker.database);
    } catch (error) {
      // The next file tries again.
      worker.database = undefined;
      throw error;
    }
  }
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
