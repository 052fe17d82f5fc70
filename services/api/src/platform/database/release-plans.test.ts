import { lockItemSchema, mintedTeamTokenSchema, publishedReleaseSchema, releaseItemSchema } from '@cytocomm/contract';
import { createReleaseUpkeep } from '../../delivery/releases/upkeep.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { recordQueries, stagesOf } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { archiveOf, releaseFiles, storeRelease } from '../../testing/releases.ts';

// What plans.test.ts is for people and mail, this is for releases, locks and what pages report: no query scans a collection.

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

async function send<Body>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Body, statuses = [200, 201, 204]) {
  const answer = await admin.authorised(method, path, body === undefined ? {} : { body });
  expect([method, path, statuses.includes(answer.status), answer.text]).toEqual([method, path, true, answer.text]);
  return answer;
}

async function pages(path: string): Promise<void> {
  const { nextCursor } = (await admin.get(`${path}?limit=1`)).body as { nextCursor: string | null };
  expect(nextCursor).not.toBeNull();
  expect((await admin.get(`${path}?limit=1&cursor=${nextCursor}`)).status).toBe(200);
}

const promote = async (base: string | null, set: readonly object[], more: object = {}) =>
  read(await send('POST', '/api/locks', { base, set, ...more }), lockItemSchema, 201).id;

it('no query scans a collection', async () => {
  const { sent } = recordQueries();

  // Team tokens and releases.
  const mint = { remote: 'mfe-lab', name: 'pipeline', expiresInDays: 1 };
  const { id, token } = read(await send('POST', '/api/team-tokens', mint), mintedTeamTokenSchema, 201);
  await admin.get('/api/team-tokens');
  const headers = { 'Content-Type': 'application/gzip', Authorization: `Bearer ${token}` };
  const publish = async (version: string) => {
    const body = await archiveOf(await releaseFiles({ version }));
    return portal.browser().call('POST', '/api/releases/mfe-lab', { headers, body, as: 'bare' });
  };
  const { release } = read(await publish('1.0.0'), publishedReleaseSchema, 201);
  expect((await publish('1.0.0')).status).toBe(200);
  for (const version of ['1.1.0', '1.2.0']) expect((await publish(version)).status).toBe(201);
  await send('DELETE', `/api/team-tokens/${id}`);
  const shell = await storeRelease(portal.connection, 'shell');
  for (const path of ['/api/releases', '/api/releases/mfe-lab']) await pages(path);
  for (const name of ['1.0.0', release]) expect((await admin.get(`/api/releases/mfe-lab/${name}`)).status).toBe(200);

  // The table of claims, locks, a canary, roll-backs, the switch.
  const claims = { routes: ['/lab'], sections: [], roles: [] };
  await send('PUT', '/api/remotes/mfe-lab', { claims, mayPromote: true });
  await admin.get('/api/remotes');
  const first = await promote(null, [shell, { remote: 'mfe-lab', release }]);
  const second = await promote(first, [{ remote: 'mfe-lab', version: '1.1.0' }]);
  const canary = { canary: { percent: 10 } };
  await promote(second, [{ remote: 'mfe-lab', version: '1.2.0' }], canary);
  await send('POST', '/api/canary/stop');
  await promote(second, [{ remote: 'mfe-lab', version: '1.2.0' }], canary);
  await send('POST', '/api/canary/promote');
  await send('POST', '/api/locks/rollback', { remote: 'mfe-lab' });
  await send('POST', '/api/locks/rollback', { to: first });
  await pages('/api/locks');
  for (const path of ['live', first]) expect((await admin.get(`/api/locks/${path}`)).status).toBe(200);
  await send('PUT', '/api/remotes/mfe-lab/switch', { reason: 'broken' });
  await send('DELETE', '/api/remotes/mfe-lab/switch');

  // What pages report, in both ways, and what is read of it; a canary that is watched.
  const live = read(await admin.get('/api/locks/live'), lockItemSchema).id;
  await promote(live, [{ remote: 'mfe-lab', version: '1.2.0' }], canary);
  const ofCanary = read(await admin.get('/api/releases/mfe-lab/1.2.0'), releaseItemSchema).release;
  const part = { remote: 'mfe-lab', release: ofCanary, component: 'Page' };
  const failure = { ...part, phase: 'render', reason: 'gone' };
  const rows = [
    { ...part, kind: 'load', ms: 5 },
    { ...failure, kind: 'failure' },
  ];
  for (let client = 0; client < 3; client += 1) {
    expect((await portal.browser().post('/api/telemetry', { lock: live, rows })).status).toBe(202);
  }
  expect((await portal.browser().post('/api/telemetry/failures', { ...failure, lock: live })).status).toBe(204);
  for (const path of ['health', 'failures']) expect((await admin.get(`/api/telemetry/${path}`)).status).toBe(200);
  await until(
    'the watch to compare the canary',
    () => sent().some(({ name, collection }) => name === 'find' && collection === 'telemetry_voices') || undefined,
    20_000,
  );

  // What is swept by the hour.
  const later = { connection: portal.connection, now: () => new Date(Date.now() + 15 * 24 * 3600_000) };
  await createReleaseUpkeep(later, portal.api.log).run();

  // What web processes ask for an open tab.
  const named = (part: string) => ({ [`${part}.release`]: release, [`${part}.name`]: 'mfe-lab' });
  const ofWeb = [
    { collection: 'locks', command: { find: 'locks', filter: named('shell'), limit: 3 } },
    { collection: 'locks', command: { find: 'locks', filter: named('remotes'), limit: 3 } },
    { collection: 'releases', command: { find: 'releases', filter: { remote: 'mfe-lab', release }, limit: 1 } },
    { collection: 'release_blobs', command: { find: 'release_blobs', filter: { _id: { $in: ['a', 'b'] } } } },
  ].map((query) => ({ name: 'find', ...query }));

  const queries = [...sent(), ...ofWeb];
  expect([...new Set(queries.map(({ collection }) => collection))]).toEqual(
    expect.arrayContaining([
      'live_lock',
      'locks',
      'release_blobs',
      'releases',
      'remotes',
      'team_tokens',
      'telemetry_causes',
      'telemetry_hours',
      'telemetry_voices',
    ]),
  );
  const scans: string[] = [];
  for (const query of queries) {
    const command = JSON.stringify(query.command);
    if (command.includes('$changeStream')) continue;
    // The table of claims is wanted whole: it has a row for each remote that somebody set one for.
    if (command === '{"find":"remotes","filter":{}}') continue;
    // GridFSBucket itself looks whether there is any file at all, before its first upload.
    if (command.startsWith('{"find":"release_files.files","filter":{},') && command.includes('"limit":1')) continue;
    const stages = await stagesOf(portal.connection, query);
    if (stages.includes('COLLSCAN') || stages.includes('SORT') || stages.length === 0) scans.push(command);
  }
  expect(scans).toEqual([]);
});
