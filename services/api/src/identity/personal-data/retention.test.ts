import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { mongo } from 'mongoose';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

const DAY_S = 24 * 3600;

let portal: TestPortal;
let client: mongo.MongoClient;
beforeAll(async () => {
  portal = await startTestPortal({}, '', await startTestDatabase());
  client = await mongo.MongoClient.connect(portal.database.uri);
});
afterAll(async () => {
  await client.close();
  await portal.stop();
});

/** What docs/security/personal-data.md says of each collection: how long it is kept, by its name. */
function documented(): ReadonlyMap<string, string> {
  const docs = readFileSync(join(__dirname, '../../../../../docs/security/personal-data.md'), 'utf8');
  const [, table = ''] = docs.split('## What is kept of people');
  const rows = table.split('\n## ', 1)[0]?.match(/^\| `.*\|$/gm) ?? [];
  return new Map(
    rows.flatMap((row) => {
      const [names = '', , , kept = ''] = row.slice(1, -1).split('|');
      return [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => [name, kept.trim()] as const);
    }),
  );
}

it('every collection stands in the table of docs/security/personal-data.md, and no other', async () => {
  await portal.signedInAs('ada@x.example', 'admin');
  await portal.askForLink('ada@x.example');
  await portal.browser(portal.operatorUrl).get('/readyz');
  const collections = (await client.db().listCollections().toArray()).map(({ name }) => name);
  const [models, stated] = [
    mongoose.connections.flatMap(({ models }) => Object.values(models).map(({ collection }) => collection.name)),
    // Made by commands that this test does not run.
    [...documented().keys()].filter((name) => name !== 'backups'),
  ];
  expect(stated.toSorted()).toEqual([...new Set([...collections, ...models])].toSorted());
  expect(models.length).toBeGreaterThan(15);
});

it('what is kept for days there is kept for as many days here', async () => {
  const timed: string[] = [];
  for (const [name, kept] of documented()) {
    const indexes = await client
      .db()
      .collection(name)
      .indexes()
      .catch(() => []);
    // What is swept within the hour, as an event whose deletion broke off, is kept for no days.
    const [index] = indexes.filter(({ expireAfterSeconds = 0 }) => expireAfterSeconds >= DAY_S);
    if (index?.expireAfterSeconds === undefined) continue;
    timed.push(name);
    expect(`${name}: ${kept}`).toBe(`${name}: ${index.expireAfterSeconds / DAY_S} days`);
  }
  expect(timed.toSorted()).toEqual([
    'contact_messages',
    'document_accesses',
    'idempotency_keys',
    'press_release_revisions',
    'stranger_notes',
    'telemetry_causes',
    'telemetry_hours',
    'telemetry_voices',
  ]);
});

it('what has an end of its own has an index that ends it', async () => {
  for (const [name, field] of Object.entries({
    sessions: 'expires',
    sign_in_links: 'expiresAt',
    sign_in_challenges: 'expiresAt',
    half_sign_ins: 'expiresAt',
    company_sign_ins: 'expiresAt',
    limits: 'expire',
    outbox: 'forgetAt',
    subscribers: 'forgetAt',
    spent_captchas: 'expiresAt',
    release_reservations: 'expiresAt',
  })) {
    const indexes = await client.db().collection(name).indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds: 0 }));
  }
});
