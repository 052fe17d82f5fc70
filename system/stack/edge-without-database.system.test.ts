import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemSchema } from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import { type Cable, layCable } from '../../services/api/src/testing/cable.ts';
import { until } from '../../services/api/src/testing/clock.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../../services/api/src/testing/portal.ts';
import { caddyEdge } from '../../tools/commands/stack/edge.ts';
import { bringProgram } from '../testing/system-program.ts';

// The real Caddy with the shipped Caddyfile before an API whose database is full or away for all of its processes.

const started = new AsyncDisposableStack();
let portal: TestPortal;
let cable: Cable;
let api: RunningApi;
let edge: string;
/** How often Caddy has asked whether a process is ready. */
let requestCount = 0;

const placeOf = (url: string) => `127.0.0.1:${new URL(url).port}`;

beforeAll(async () => {
  bringProgram('caddy');
  const dir = mkdtempSync(join(tmpdir(), 'edge-database-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  portal = await startTestPortal();
  started.defer(() => portal.stop());
  cable = await layCable(portal.database.uri);
  started.defer(() => cable.cut());
  api = await portal.another({ MONGODB_URI: cable.uri });
  // Caddy asks here, so that a test can wait for what it hears.
  const probed = createServer(async (_request, response) => {
    const answer = await fetch(`${api.operatorUrl}/readyz/process`).catch(() => undefined);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer.status).end(await answer.text());
    requestCount += 1;
  });
  probed.listen(0, '127.0.0.1');
  await once(probed, 'listening');
  started.defer(() => void probed.close().closeAllConnections());
  const address = probed.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const outer = `127.0.0.1:${await freePort()}`;
  const services = new Map(['api-1', 'api-2', 'web-1', 'web-2'].map((name) => [name, placeOf(api.url)] as const));
  const caddy = caddyEdge(dir, {
    services,
    operatorPorts: { api: address.port, web: address.port },
    outer,
    inner: `127.0.0.1:${await freePort()}`,
    metrics: `127.0.0.1:${await freePort()}`,
  });
  const running = caddy.start();
  started.defer(() => running.stop());
  await running.ready();
  edge = `http://${outer}`;
}, 60_000);
afterEach(() => {
  cable.onCommand = undefined;
});
afterAll(() => started.disposeAsync(), 60_000);

/** In each of its six places with processes Caddy asks both. */
const ASKERS = 12;

/** Waits until each of them has asked at least twice more. */
async function askedAgain(): Promise<void> {
  const before = requestCount;
  await until('Caddy to ask again', () => requestCount >= before + 2 * ASKERS, 30_000);
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

it('while the disk is full, what is stored is served, and what changes something hears the API’s own 503', async () => {
  await portal.person('ada@x.example', 'admin');
  const person = await portal.signedIn('ada@x.example', edge);
  const headers = { Authorization: `Bearer ${await person.token()}` };
  cable.onCommand = ({ name }) => (WRITES.has(name) ? 'disk-full' : undefined);
  await askedAgain();
  for (const path of ['/api/press-releases', '/api/events', '/api/users/ada@x.example'])
    expect([path, (await person.get(path, { headers })).status]).toEqual([path, 200]);
  const body = { title: 'A day', date: '2027-05-01' };
  const refused = await person.call('POST', '/api/admin/events', { body, headers });
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
  const { code, detail } = problemSchema.parse(refused.body);
  expect([code, detail]).toEqual(['database-unavailable', expect.stringContaining('no room left')]);
}, 60_000);

it('while the database is away, the API’s own 503 comes through, and not one of Caddy', async () => {
  cable.cut();
  await askedAgain();
  // Its code says that it is not Caddy's own answer, after 10 s in which it looked for another process.
  const answer = await portal.browser(edge).get('/api/press-releases');
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  const { code, detail } = problemSchema.parse(answer.body);
  expect([code, detail]).toEqual(['database-unavailable', expect.stringContaining('cannot be reached')]);
  await cable.mend();
  const isBack = async () => (await portal.browser(edge).get('/api/press-releases')).status === 200;
  await until('the database to be back', isBack, 30_000);
}, 90_000);

it('a process that is about to end is taken out', async () => {
  api.api.beginDrain();
  await askedAgain();
  const answer = await portal.browser(edge).get('/api/press-releases');
  expect(problemSchema.parse(answer.body)).toMatchObject({ status: 503, code: 'unavailable' });
}, 60_000);
