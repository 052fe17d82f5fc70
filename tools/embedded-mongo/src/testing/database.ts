import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Document, MongoClient, MongoServerError } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts';

/** Whether the tests run against the embedded database. With MONGODB_URI set they run against that server. */
export const isEmbedded = process.env.MONGODB_URI === undefined;

/** Creates a directory for one test. `remove` deletes it. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts a database before the tests of a file, and deletes it after them. */
export function useDatabase(ttlIntervalMs = 60_000) {
  const name = `test_${process.pid}_${Date.now()}`;
  let embedded: EmbeddedMongo | undefined;
  let directory: ReturnType<typeof temporaryDirectory> | undefined;
  let client: MongoClient;
  let uri = process.env.MONGODB_URI ?? '';
  let counter = 0;
  beforeAll(async () => {
    if (isEmbedded) {
      directory = temporaryDirectory();
      embedded = await startEmbeddedMongo({ dataDir: directory.path, ttlIntervalMs });
      uri = embedded.uri;
    }
    client = await MongoClient.connect(uri);
  });
  afterAll(async () => {
    await client.db(name).dropDatabase();
    await client.close();
    await embedded?.stop();
    directory?.remove();
  });
  return {
    get client() {
      return client;
    },
    get db() {
      return client.db(name);
    },
    get uri() {
      return uri;
    },
    /** Creates a collection that no other test uses, with some documents. */
    async collection(docs: readonly Document[] = []): Promise<Collection> {
      counter += 1;
      const collection = client.db(name).collection(`c${counter}`);
      if (docs.length > 0) await collection.insertMany(docs.map((doc) => ({ ...doc })));
      return collection;
    },
  };
}

/** Returns the server error of a rejected promise. Throws if there is none. */
export async function serverError(promise: Promise<unknown>): Promise<MongoServerError> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof MongoServerError) return outcome;
  throw new Error(`expected an error of the server, got ${JSON.stringify(outcome)}`);
}
