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
  stop(): Promise<void>;
}

/** A new, empty database: on the server that MONGODB_URI names, else on an embedded one of its own. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const given = process.env.MONGODB_URI;
  const name = `test_${randomUUID().slice(0, 8)}`;
  if (given !== undefined && given !== '') {
    const address = new URL(given);
    address.pathname = `/${name}`;
    const uri = address.href;
    return {
      uri,
      stop: async () => {
        const client = await mongo.MongoClient.connect(uri);
        await client.db(name).dropDatabase();
        await client.close();
      },
    };
  }
  const directory = await mkdtemp(join(SCRATCH, 'cytocomm-api-'));
  const server = await startEmbeddedMongo({ dataDir: directory });
  const address = new URL(server.uri);
  address.pathname = `/${name}`;
  return {
    uri: address.href,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
