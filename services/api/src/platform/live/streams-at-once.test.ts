import { connect } from 'node:net';
import { problemSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { type LiveListener, listenLive } from '../../testing/live-listener.ts';
import { metricOf, type RunningApi, startTestPortal, type TestPortal } from '../../testing/portal.ts';

/** How many streams a session has at once, and a person in all sessions. */
const OF_SESSION = 10;
const OF_PERSON = 20;
const COUNTED = 'http_request_duration_seconds_count';

let portal: TestPortal;
const opened: LiveListener[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
});
afterEach(async () => {
  for (const listener of opened.splice(0)) listener.close();
  await areOpen(0);
});
afterAll(() => portal.stop());

async function listen(person: TestBrowser, count: number, { url }: RunningApi = portal): Promise<LiveListener[]> {
  const listeners = await Promise.all(Array.from({ length: count }, () => listenLive(person, url)));
  opened.push(...listeners);
  return listeners;
}

const statuses = (listeners: readonly LiveListener[]) => listeners.map(({ status }) => status);

/** Waits until so many streams are open. */
const areOpen = (count: number, { operatorUrl }: RunningApi = portal) =>
  until(`${count} open streams`, async () => (await metricOf(operatorUrl, 'live_streams_open')) === count);

async function expectRefused(person: TestBrowser, status: number, code: string, { url }: RunningApi = portal) {
  const answer = await person.get(`${url}/api/live`);
  expect(read(answer, problemSchema, status).code).toBe(code);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

it('a session has ten, a person twenty in all sessions, and others do not notice', async () => {
  const first = await portal.signedInAs('ada@x.example', 'investor');
  const [second, third] = [await portal.signedIn('ada@x.example'), await portal.signedIn('ada@x.example')];
  const other = await portal.signedInAs('bob@x.example', 'investor');
  const [some] = await listen(first, OF_SESSION);
  await expectRefused(first, 429, 'rate-limited');
  expect(statuses(await listen(second, OF_PERSON - OF_SESSION))).toEqual(Array(OF_PERSON - OF_SESSION).fill(200));
  await expectRefused(third, 429, 'rate-limited');
  expect(statuses(await listen(other, 1))).toEqual([200]);
  // A look at the headers is no stream.
  expect((await third.call('HEAD', '/api/live')).status).toBe(200);
  expect((await first.get('/api/documents')).status).toBe(200);
  some?.close();
  await areOpen(OF_PERSON);
  expect(statuses(await listen(third, 1))).toEqual([200]);
  await expectRefused(second, 429, 'rate-limited');
});

it('a process has so many, and says 503 beyond', async () => {
  const full = await portal.another({}, { mostAtOnce: { downloads: 3, streams: 3 } });
  const people = await Promise.all([1, 2, 3, 4].map((n) => portal.signedInAs(`full-${n}@x.example`, 'customer')));
  for (const person of people.slice(1)) expect(statuses(await listen(person, 1, full))).toEqual([200]);
  const [late] = people;
  if (late === undefined) throw new Error('no stream is late');
  await expectRefused(late, 503, 'busy', full);
  opened[0]?.close();
  await areOpen(2, full);
  expect(statuses(await listen(late, 1, full))).toEqual([200]);
  await full.stop();
});

it('a stream gives its place back when the session ends', async () => {
  const person = await portal.signedInAs('leaving@x.example', 'customer');
  const [stays] = await listen(await portal.signedIn('leaving@x.example'), 1);
  await listen(person, 3);
  await areOpen(4);
  await person.post('/api/auth/logout');
  await areOpen(1);
  expect(stays?.isOver()).toBe(false);
});

it('a client that leaves before its stream starts takes no place', async () => {
  const person = await portal.signedInAs('hasty@x.example', 'customer');
  const { host, hostname, port } = new URL(portal.url);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = `GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`;
  for (let turn = 0; turn < OF_SESSION; turn += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(head, () => socket.destroy()));
      socket.once('close', () => resolve());
    });
  }
  const aborted = `${COUNTED}{method="GET",route="/api/live",status="aborted"}`;
  await until('all to be noticed', async () => (await metricOf(portal.operatorUrl, aborted)) === OF_SESSION);
  // Asked after them, so that each of them has been found out by then.
  await portal.signedIn('hasty@x.example');
  expect(statuses(await listen(person, OF_SESSION))).toEqual(Array(OF_SESSION).fill(200));
  await areOpen(OF_SESSION);
});
