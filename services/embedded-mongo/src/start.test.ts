import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from './index.ts';

test('starts, answers, stops', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const client = await MongoClient.connect(mongo.uri);
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  await client.close();
  await mongo.stop();
  rmSync(dataDir, { recursive: true });
});
