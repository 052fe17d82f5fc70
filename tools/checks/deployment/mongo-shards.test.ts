import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createApi, readConfig } from '@cytocomm/api';
import type { EmbeddedMongo } from '@cytocomm/embedded-mongo';
import { type IndexDescriptionInfo, MongoClient } from 'mongodb';
import { startOwnDatabase } from '../../commands/portal/database.ts';
import { ROOT } from '../../commands/workspaces.ts';

// No cluster is here: this holds deploy/mongo-shards.js to the collections and indexes that there are, by MongoDB's rules.

let dir: string;
let database: EmbeddedMongo;
let client: MongoClient;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'shards-'));
  database = await startOwnDatabase(dir);
  // A start makes all collections and indexes.
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1' };
  const api = await createApi(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri, ...smtp }),
  );
  await api.ready;
  await api.close();
  client = await MongoClient.connect(database.uri);
});
afterAll(async () => {
  await client.close();
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
});

type Key = Readonly<Record<string, unknown>>;

/** The shard keys that the script sets. */
function shardKeys(): ReadonlyMap<string, Key> {
  const keys = new Map<string, Key>();
  const enabled: string[] = [];
  const sh = {
    enableSharding: (name: string) => void enabled.push(name),
    shardCollection: (name: string, key: Key) => void keys.set(name, { ...key }),
  };
  runInNewContext(readFileSync(join(ROOT, 'deploy', 'mongo-shards.js'), 'utf8'), { sh });
  expect(enabled).toEqual(['portal']);
  return keys;
}

const beginsWith = (index: Key, key: Key) =>
  JSON.stringify(Object.entries(index).slice(0, Object.keys(key).length)) === JSON.stringify(Object.entries(key));

test('each collection that is divided exists, and has an index of its key; every unique one begins with it', async () => {
  const keys = shardKeys();
  expect(keys.size).toBeGreaterThan(3);
  const names = (await client.db().listCollections().toArray()).map(({ name }) => name);
  for (const [place, key] of keys) {
    const name = place.replace(/^portal\./, '');
    expect(names).toContain(name);
    const indexes: IndexDescriptionInfo[] = await client.db().collection(name).indexes();
    expect([place, indexes.some((index) => beginsWith(index.key, key))]).toEqual([place, true]);
    const others = indexes.filter(({ unique, key: fields }) => unique === true && !beginsWith(fields, key));
    expect([place, others.map(({ name: index }) => index)]).toEqual([place, []]);
  }
});

test('docs/run-it/scaling.md says of each why, and that people and releases stay whole for their unique indexes', async () => {
  const text = readFileSync(join(ROOT, 'docs', 'run-it', 'scaling.md'), 'utf8');
  const [, table = ''] = /^\| collection \| shard key \|[^\n]*\n(.*?)\n\n/ms.exec(text) ?? [];
  const documentedKeys = [...table.matchAll(/^\| `([\w.]+)` \| `\{ (.*?) \}` \|/gm)].map(([, name, key]) => [
    name,
    key,
  ]);
  const wanted = [...shardKeys()].map(([place, key]) => [
    place.replace(/^portal\./, ''),
    Object.entries(key)
      .map(([field, order]) => `${field}: ${order}`)
      .join(', '),
  ]);
  expect(documentedKeys).toEqual(wanted);
  for (const name of ['users', 'releases', 'team_tokens']) {
    const indexes = await client.db().collection(name).indexes();
    const unique = indexes.filter((index) => index.unique === true).map(({ key }) => Object.keys(key)[0]);
    // None of them could be a prefix of all.
    expect(new Set(unique).size).toBeGreaterThan(1);
  }
});
