import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { mongo } from 'mongoose';

/** Memory, where the system offers it as a folder: a test's database need not outlive the power, and is not to wait for a disk. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A database for one test file. */
export interface TestDatabase {
  readonly uri: string;
  /** Another new, empty database on the same server, for a file that starts several portals; it goes with the server. */
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

async function drop(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri);
  await client.db().dropDatabase();
  await client.close();
}

/** A new, empty database: on the server that MONGODB_URI names, else on an embedded one of its own. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.MONGODB_URI;
  if (given !== undefined && given !== '') {
    const onServer = (): TestDatabase => {
      const uri = named(given, freshName());
      return { uri, sibling: onServer, stop: () => drop(uri) };
    };
    return onServer();
  }
  const directory = await mkdtemp(join(SCRATCH, 'cytocomm-api-'));
  const server = await startEmbeddedMongo({ dataDir: directory });
  const sibling = (): TestDatabase => ({ uri: named(server.uri, freshName()), sibling, stop: () => Promise.resolve() });
  return {
    ...sibling(),
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
