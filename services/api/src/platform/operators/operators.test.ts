import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readBuild } from '@cytocomm/runtime';
import type { Answer } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { metricOf, type RunningApi, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { createDatabaseCheck, createReadiness } from './readiness.ts';

/** As the metrics have it (portal_build_info). */
const { version, commit } = readBuild('api', join(import.meta.dirname, '..', '..', '..'));

let portal: TestPortal;
let cable: Cable;
let api: RunningApi;
beforeAll(async () => {
  portal = await startTestPortal();
  cable = await layCable(portal.database.uri);
  api = await portal.another({ MONGODB_URI: cable.uri, OPERATOR_NAMES: 'api-1, api-2', TRUST_PROXY: '' });
});
afterEach(() => {
  cable.onCommand = undefined;
});
afterAll(async () => {
  cable.cut();
  await portal.stop();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  portal.browser(api.operatorUrl).get(path, { as: 'bare', headers });

/** The answer once the mail server was heard of. */
function wellKnown(askOnce: () => Promise<Answer>): Promise<Answer> {
  return until('the mail server to be heard of', async () => {
    const answer = await askOnce();
    return answer.text.includes('"mail":"unknown"') ? undefined : answer;
  });
}

describe('GET /readyz', () => {
  it('names every part of a process that is well', async () => {
    expect(await wellKnown(() => ask('/readyz'))).toMatchObject({
      status: 200,
      body: { status: 'ready', version, commit, database: 'ok', changes: 'ok', mail: 'ok', warnings: [] },
    });
  });

  it('is 503 while the database takes no writes, but not for proxies: what is stored is served', async () => {
    const full = await portal.another({ MONGODB_URI: cable.uri });
    const state = () => portal.browser(full.operatorUrl).get('/readyz');
    cable.onCommand = ({ collection }) => (collection === 'readiness' ? 'disk-full' : undefined);
    // A good result counts for half a second.
    const answer = await until('it to be seen', async () => {
      const seen = await state();
      return seen.text.includes('not-writable') ? seen : undefined;
    });
    expect(answer).toMatchObject({ status: 503, body: { status: 'not-ready', database: 'not-writable' } });
    expect((await portal.browser(full.operatorUrl).get('/readyz/process')).status).toBe(200);
    expect(answer.body).toMatchObject({ warnings: [expect.stringContaining('takes no writes')] });
    expect(await metricOf(full.operatorUrl, 'portal_database_writable')).toBe(0);
    expect(await metricOf(full.operatorUrl, 'portal_database_up')).toBe(1);
    expect((await portal.browser(full.url).get('/api/press-releases')).status).toBe(200);
    cable.onCommand = undefined;
    expect((await state()).body).toMatchObject({ database: 'ok' });
    expect(await metricOf(full.operatorUrl, 'portal_database_writable')).toBe(1);
    await full.stop();
  });

  it('says that the database is away, also where the connection to its router stays', async () => {
    cable.onCommand = ({ collection }) => (collection === 'readiness' ? 'no-primary' : undefined);
    const answer = await until('it to be seen', async () => {
      const seen = await ask('/readyz');
      return seen.text.includes('"database":"away"') ? seen : undefined;
    });
    expect(answer).toMatchObject({ status: 503, body: { status: 'not-ready' } });
    expect((await ask('/readyz/process')).status).toBe(200);
    expect(answer.body).toMatchObject({ warnings: [expect.stringContaining('database does not answer')] });
    expect(await metricOf(api.operatorUrl, 'portal_database_up')).toBe(0);
    expect(await metricOf(api.operatorUrl, 'portal_database_writable')).toBe(0);
  });

  it('is 200 with a warning while the mail server is away: the rest of the portal is not', async () => {
    const mailless = await portal.another({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const answer = await wellKnown(() => portal.browser(mailless.operatorUrl).get('/readyz'));
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready', mail: 'away' } });
    expect(answer.body).toMatchObject({ warnings: [expect.stringContaining('mail server')] });
    await mailless.stop();
  });

  it('says of a mail server that takes connections and is silent that it is not known, then that it is away', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const mailless = await portal.another({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const askOnce = () => portal.browser(mailless.operatorUrl).get('/readyz');
    expect((await askOnce()).body).toMatchObject({ status: 'ready', mail: 'unknown', warnings: [expect.anything()] });
    expect((await wellKnown(askOnce)).body).toMatchObject({
      mail: 'away',
      warnings: [expect.stringContaining('mails wait')],
    });
    await mailless.stop();
    silent.close();
  });

  it('says that the process is about to end, though everything is well', async () => {
    const ending = await portal.another();
    ending.api.beginDrain();
    const answer = await portal.browser(ending.operatorUrl).get('/readyz');
    expect(answer).toMatchObject({ status: 503, body: { status: 'draining', database: 'ok' } });
    await ending.stop();
  });
});

const MAX_WAIT_MS = 10_000;

it('does not wait for what does not answer', async () => {
  jest.useFakeTimers();
  const never = () => new Promise<void>(() => undefined);
  const readiness = createReadiness({
    build: { service: 'api', version, commit },
    phase: () => 'running',
    database: createDatabaseCheck(never),
    isFeedOpen: () => false,
    verifyMail: never,
  });
  const answer = readiness();
  // Not all timers: the process that runs beside this test sets others again and again.
  await jest.advanceTimersByTimeAsync(MAX_WAIT_MS);
  jest.useRealTimers();
  expect(await answer).toMatchObject({
    ...{ status: 'not-ready', database: 'away', mail: 'unknown', changes: 'away' },
    warnings: expect.arrayContaining([expect.stringContaining('mail server has not answered yet')]),
  });
});

describe('the operators’ listener', () => {
  it.each(['/healthz', '/readyz', '/metrics'])('answers %s by its own names and addresses only', async (path) => {
    for (const host of ['localhost', '127.0.0.1:3001', '[::1]', '10.0.0.7:3001', 'api-2:3001']) {
      expect([host, (await ask(path, { Host: host })).status]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', 'api-3:3001', 'localhost.evil.example']) {
      const refused = await ask(path, { Host: host });
      expect([host, refused.status]).toEqual([host, 421]);
      expect(refused.text).not.toMatch(/ready|http_request/);
    }
  });

  it('does not let just anybody name their request', async () => {
    const forged = 'the-id-of-somebody-else';
    const answer = await portal.browser(api.url).get('/healthz', { headers: { 'X-Request-Id': forged } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
