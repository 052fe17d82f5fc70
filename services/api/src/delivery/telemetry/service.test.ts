import {
  auditPageSchema,
  failureCauseListSchema,
  lockItemSchema,
  notificationPageSchema,
  releaseHealthListSchema,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { metricOf, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { mintToken, type ReleaseName, storeRelease } from '../../testing/releases.ts';
import { createClientReports } from './client-reports.ts';

let portal: TestPortal;
let admin: TestBrowser;
let live: ReleaseName;
let next: ReleaseName;
let base: string;

const promote = async (from: string | null, set: readonly object[], more: object = {}) =>
  read(await admin.authorised('POST', '/api/locks', { body: { base: from, set, ...more } }), lockItemSchema, 201).id;

const HOUR_MS = 3600 * 1000;

beforeAll(async () => {
  // To the middle of an hour: reports are counted by the hour, and no test may run from one into the next.
  moveDate(HOUR_MS / 2 - (Date.now() % HOUR_MS));
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  const shell = await storeRelease(portal.connection, 'shell');
  live = await storeRelease(portal.connection, 'mfe-lab');
  next = await storeRelease(portal.connection, 'mfe-lab', { version: '1.1.0' });
  base = await promote(null, [shell, live]);
});
afterAll(async () => {
  await portal.stop();
  realDate();
});
beforeEach(async () => {
  for (const name of ['telemetry_voices', 'telemetry_hours', 'telemetry_causes', 'limits'])
    await portal.connection.collection(name).deleteMany({});
});

const load = (of: ReleaseName, ms = 100) => ({ kind: 'load', ...of, component: 'Page', ms });
const failure = (of: ReleaseName, reason = 'gone', phase = 'render') => ({
  kind: 'failure',
  ...of,
  component: 'Page',
  phase,
  reason,
});
const send = (rows: unknown, browser = portal.browser()) => browser.post('/api/telemetry', { lock: base, rows });
const health = async () => read(await admin.get('/api/telemetry/health'), releaseHealthListSchema).items;
const causes = async () => read(await admin.get('/api/telemetry/failures'), failureCauseListSchema).items;

describe('POST /api/telemetry', () => {
  it('counts a client once for repeated reports', async () => {
    const one = portal.browser();
    for (let turn = 0; turn < 5; turn += 1)
      expect(await send([load(live), failure(live), load(live), failure(live)], one)).toMatchObject({ status: 202 });
    expect(await health()).toMatchObject([{ ...live, loads: 1, failures: { entry: 0, component: 0, render: 1 } }]);
    expect(await causes()).toMatchObject([{ ...live, reason: 'gone', phase: 'render', clients: 1 }]);
  });

  it('counts five concurrent clients with their load times', async () => {
    await Promise.all([50, 90, 100, 110, 5000].map((ms) => send([load(live, ms), failure(live, 'gone', 'entry')])));
    const [item] = await health();
    expect(item).toMatchObject({ ...live, loads: 5, failures: { entry: 5, component: 0, render: 0 } });
    expect(Math.abs((item?.p50 ?? 0) / 100 - 1)).toBeLessThan(0.1);
    expect(Math.abs((item?.p95 ?? 0) / 5000 - 1)).toBeLessThan(0.1);
    expect(await causes()).toMatchObject([{ clients: 5 }]);
  });

  it('counts slow parts separately from failures, also for canaries', async () => {
    const slow = { kind: 'slow', ...live, component: 'Page' };
    expect(await send([slow, load(live, 8000)])).toMatchObject({ status: 202 });
    const none = { entry: 0, component: 0, render: 0 };
    expect(await health()).toMatchObject([{ ...live, loads: 1, slow: 1, failures: none }]);
    expect(await causes()).toEqual([]);
    await send([slow]);
    const of = { remote: live.remote, release: live.release, since: new Date(0) };
    expect(await createClientReports(portal.connection).shareOf(of)).toEqual({ failing: 0, clients: 1 });
  });

  it('counts an IPv6 network as one client', async () => {
    for (const part of ['1', '2', '3']) {
      const headers = { 'X-Forwarded-For': `2001:db8:7:${part}::1` };
      await portal.browser().post('/api/telemetry', { lock: base, rows: [load(live)] }, { headers });
    }
    expect(await health()).toMatchObject([{ loads: 1 }]);
  });

  it('stores nothing about releases not in use, and counts their failures as others', async () => {
    const other = 'remote_failures_total{remote="other",release="other",phase="other"}';
    const before = (await metricOf(portal.operatorUrl, other)) ?? 0;
    const unknown = { ...live, release: '9.9.9-1a2b3c4d' };
    expect((await send([load(unknown), failure(unknown), failure({ ...live, remote: 'mfe-x' })])).status).toBe(202);
    expect([await health(), await causes()]).toEqual([[], []]);
    expect(await metricOf(portal.operatorUrl, other)).toBe(before + 2);
  });

  it('stores no network address', async () => {
    const browser = portal.browser();
    await send([load(live), failure(live)], browser);
    for (const name of ['telemetry_voices', 'telemetry_hours', 'telemetry_causes'])
      expect(JSON.stringify(await portal.connection.collection(name).find().toArray())).not.toContain(browser.address);
  });

  const good = { kind: 'failure', remote: 'mfe-lab', release: '1', component: 'Page', phase: 'render', reason: '' };
  it.each([
    ['21 rows', Array(21).fill(good)],
    ['a component of 10,000 characters', [{ ...good, component: 'x'.repeat(10_000) }]],
    ['a stack of 2,001 characters', [{ ...good, stack: 'x'.repeat(2001) }]],
    ['a made-up phase', [{ ...good, phase: 'lunch' }]],
    ['a time of years', [{ ...good, kind: 'load', ms: 1e12 }]],
    ['an operator', [{ ...good, remote: { $gt: '' } }]],
  ])('refuses %s', async (_, rows) => {
    expect((await send(rows)).status).toBe(400);
    expect(await health()).toEqual([]);
  });

  it('accepts 120 reports per client in ten minutes', async () => {
    const busy = portal.browser();
    const statuses: number[] = [];
    for (let turn = 0; turn < 121; turn += 1) statuses.push((await send([load(live)], busy)).status);
    expect(statuses).toEqual([...Array(120).fill(202), 429]);
    expect((await send([load(live)])).status).toBe(202);
  });

  const bell = async () => {
    const { items } = read(await admin.get('/api/notifications'), notificationPageSchema);
    return items.filter(({ kind }) => kind === 'failure').map(({ title }) => title);
  };

  it('of one network adds at most three causes an hour, without notifications', async () => {
    const developer = await portal.signedInAs('developer@x.example', 'developer');
    admin = developer;
    const forger = portal.browser();
    for (let turn = 0; turn < 8; turn += 1)
      await send(
        Array.from({ length: 20 }, (_, row) => failure(live, `made up ${turn} ${row}`)),
        forger,
      );
    expect((await causes()).map(({ clients }) => clients)).toEqual([1, 1, 1]);
    expect(await bell()).toEqual([]);
    // What others have reported it may report as well; then two networks have.
    await send([failure(live, 'real')]);
    expect(await bell()).toEqual([]);
    await send([failure(live, 'real')], forger);
    expect(await causes()).toContainEqual(expect.objectContaining({ reason: 'real', clients: 2 }));
    expect(await bell()).toEqual(['Page of mfe-lab']);
  });

  it('of a signed-in person notifies at once, and counts for the person, not the network', async () => {
    admin = await portal.signedInAs('developer2@x.example', 'developer');
    const reports = Array.from({ length: 5 }, (_, number) => failure(live, `seen ${number}`));
    const people = [admin, await portal.signedIn('developer2@x.example'), await portal.signedInAs('two@x.example')];
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    const listener = await listenLive(admin, portal.url);
    for (const person of people)
      await person.post('/api/telemetry', { lock: base, rows: [load(live), ...reports] }, { headers });
    // Announced once, not with each report.
    await mintToken(admin, 'mfe-lab');
    await listener.hears({ collection: 'team_tokens' });
    expect(listener.heard.filter(({ data }) => Reflect.get(data, 'collection') === 'telemetry_causes')).toHaveLength(1);
    listener.close();
    expect(await health()).toMatchObject([{ ...live, loads: 2 }]);
    expect(await causes()).toHaveLength(5);
    expect(await bell()).toHaveLength(5);
    // The session of a page of another origin is unknown.
    await send([load(live)]);
    const foreign = { headers: { ...headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } };
    expect((await admin.post('/api/telemetry', { lock: base, rows: [load(live)] }, foreign)).status).toBe(202);
    expect(await health()).toMatchObject([{ ...live, loads: 4 }]);
  });
});

describe('a canary', () => {
  let person: TestBrowser;
  beforeAll(async () => {
    admin = await portal.signedIn('admin@x.example');
    person = await portal.signedInAs('person@y.example', 'investor');
  });
  /** Who reports: a person who is signed in, once, and visitors. */
  const reporter = (client: number) => (client === 0 ? person : portal.browser());

  const start = () => promote(base, [next], { canary: { percent: 10 } });
  const isRunning = async () =>
    (await portal.connection.collection<{ _id: string; canary: object | null }>('live_lock').findOne({ _id: 'live' }))
      ?.canary !== null;
  const watch = () => portal.another().then((other) => other.stop());
  const entries = async () =>
    read(await admin.get('/api/admin/audit?limit=100'), auditPageSchema).items.filter(
      ({ actor }) => actor === 'canary watch',
    );

  it('continues while a single client reports failures, and ends if several do', async () => {
    const id = await start();
    const forger = portal.browser();
    for (let turn = 0; turn < 10; turn += 1)
      await send(
        ['entry', 'component', 'render'].map((phase) => failure(next, `${turn}`, phase)),
        forger,
      );
    for (let client = 0; client < 8; client += 1) await send([load(client % 2 === 0 ? live : next)]);
    await watch();
    expect(await isRunning()).toBe(true);

    await Promise.all(Array.from({ length: 8 }, (_, client) => send([failure(next), load(next)], reporter(client))));
    await Promise.all(Array.from({ length: 8 }, () => send([load(live)])));
    await Promise.all([watch(), watch()]);
    await until('the canary to end', async () => !(await isRunning()) || undefined);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'canary.stopped', subject: id });
    expect(JSON.stringify(entry)).toContain(`mfe-lab ${next.release} failed for 9 of 13 clients`);
  });

  it('continues for failures of anonymous networks, and ends by those of signed-in people', async () => {
    moveDate(1000);
    await start();
    for (let client = 0; client < 25; client += 1) await send([load(live)]);
    for (let forger = 0; forger < 25; forger += 1) await send([load(next), failure(next)]);
    await watch();
    expect(await isRunning()).toBe(true);
    for (const name of ['one', 'two', 'three'])
      await send([load(next), failure(next)], await portal.signedInAs(`${name}@y.example`));
    await watch();
    await until('the canary to end', async () => !(await isRunning()) || undefined);
    // The watch of the running process may look after the first of them: then all clients count.
    expect(JSON.stringify((await entries())[0])).toMatch(
      new RegExp(`mfe-lab ${next.release} failed for (?:3 of 3|2[678] of 2[678]) clients`),
    );
  });

  it('with a shell that does not start ends by the reports of its pages', async () => {
    const shell = await storeRelease(portal.connection, 'shell', { version: '1.9.0' });
    const lock = await promote(base, [shell], { canary: { percent: 10 } });
    const report = (rows: unknown, by = portal.browser()) => by.post('/api/telemetry', { lock, rows });
    const dead = [failure(shell, 'The shell did not start', 'entry')];
    for (let client = 0; client < 9; client += 1) await report([load(shell)]);
    for (let client = 0; client < 11; client += 1) await report(dead);
    await watch();
    expect(await isRunning()).toBe(true);
    await report(dead, person);
    await watch();
    await until('the canary to end', async () => !(await isRunning()) || undefined);
    expect(JSON.stringify(await entries())).toContain(`shell ${shell.release} failed for 12 of 21 clients`);
  });

  it('with another shell ends by live releases that fail in its pages', async () => {
    const shell = await storeRelease(portal.connection, 'shell', { version: '2.0.0' });
    const id = await promote(base, [shell], { canary: { percent: 10 } });
    const from = (lock: string, rows: unknown) => portal.browser().post('/api/telemetry', { lock, rows });
    for (let client = 0; client < 5; client += 1) await from(base, [load(live)]);
    // Of a lock that is not in use: neither side's.
    for (let client = 0; client < 5; client += 1) await from('f'.repeat(64), [failure(live)]);
    await watch();
    expect(await isRunning()).toBe(true);
    await person.post('/api/telemetry', { lock: base, rows: [load(live)] });
    await person.post('/api/telemetry', { lock: id, rows: [failure(live)] });
    for (let client = 0; client < 3; client += 1) await from(id, [failure(live)]);
    await watch();
    await until('the canary to end', async () => !(await isRunning()) || undefined);
    expect(JSON.stringify(await entries())).toContain(`mfe-lab ${live.release} failed for 4 of 4 clients`);
  });

  it('ends after 24 hours even without failures', async () => {
    moveDate(1000);
    await start();
    moveDate(23 * HOUR_MS);
    await watch();
    expect(await isRunning()).toBe(true);
    moveDate(HOUR_MS);
    await watch();
    await until('the canary to end', async () => !(await isRunning()) || undefined);
    admin = await portal.signedIn('admin@x.example');
    expect(JSON.stringify((await entries())[0])).toContain('it ran for 24 hours');
  });
});
