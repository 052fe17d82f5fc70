import { CALL_SPECS, openLive } from '@cytocomm/contract';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { mongo } from 'mongoose';
import { runCommand } from '../../main/commands/run.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { testPortal } from '../../testing/portal.ts';

// A GET changes nothing: a link, a preloaded page or another site's picture can do no harm.

/**
 * What is written about reading, on purpose: last visits, limits, who read a document, refusals and exports in the trail, and
 * what the probe of readiness finds out by a write, and the time that a feed has said.
 */
const WRITTEN_ABOUT_READING = [
  ...['sessions', 'limits', 'document_accesses', 'stranger_notes'],
  ...['audit', 'audit_seals', 'job_turns', 'readiness', 'feed_times'],
];

const portal = testPortal();
let admin: TestBrowser;
beforeAll(async () => {
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  await runCommand('seed', [], environment, { commands: SEED_COMMANDS });
  admin = await portal.signedInAs('reader@x.example', 'admin', 'developer');
});

/** The sealer announces the rows of the trail at a time of its own. */
const NO_SEALS = { 'event.collection': { $ne: 'audit' } };

/** All records but those above, as text, by collection. */
async function storedNow(): Promise<ReadonlyMap<string, readonly string[]>> {
  const collections = await portal.connection.listCollections();
  const names = collections.map(({ name }) => name).filter((name) => !WRITTEN_ABOUT_READING.includes(name));
  const rows = names.map(async (name): Promise<[string, readonly string[]]> => {
    const all = await portal.connection.collection(name).find(NO_SEALS).sort({ _id: 1 }).toArray();
    return [name, all.map((row) => mongo.BSON.EJSON.stringify(row))];
  });
  return new Map((await Promise.all(rows)).filter(([, all]) => all.length > 0));
}

const idIn = async (collection: string) => String((await portal.connection.collection(collection).findOne())?._id);

it('no call by GET changes what is stored, for any caller', async () => {
  const ids: Readonly<Record<string, string>> = {
    documents: await idIn('documents'),
    'press-releases': await idIn('press_releases'),
    events: await idIn('events'),
  };
  const values: Readonly<Record<string, string>> = {
    email: 'reader@x.example',
    remote: 'mfe-nothing',
    kind: 'event',
    release: '1.0.0',
    number: '1',
  };
  // What jobs and the first list complete is theirs, not of the calls below.
  await admin.get('/api/admin/users');
  const storedBefore = await storedNow();
  expect([...storedBefore.keys()]).toEqual(expect.arrayContaining(['documents', 'events', 'press_releases', 'users']));
  // A live stream does not end.
  const calls = CALL_SPECS.filter(({ call }) => call.method === 'GET' && call !== openLive);
  const headers = { Authorization: `Bearer ${await admin.token()}` };
  const statuses: number[] = [];
  for (const { call } of calls) {
    const kind = Object.keys(ids).find((name) => call.path.includes(`/${name}/`)) ?? '';
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? ids[kind] ?? 'f'.repeat(24));
    for (const at of [portal.url, portal.operatorUrl]) {
      const own = portal.browser(at);
      for (const [name, value] of admin.cookies) own.cookies.set(name, value);
      statuses.push((await own.get(path, { headers })).status);
      await portal.browser(at).get(path, { as: 'bare' });
    }
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(calls.length / 2);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const after = await storedNow();
  for (const [name, rows] of storedBefore) expect([name, after.get(name)]).toEqual([name, rows]);
  expect([...after.keys()]).toEqual([...storedBefore.keys()]);
});
