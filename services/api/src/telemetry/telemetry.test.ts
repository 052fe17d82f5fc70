import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createApi } from '../app.ts';
import { readConfig } from '../config.ts';
import { openBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { createTelemetry } from './service.ts';

const report = {
  remote: 'mfe-investor',
  release: '0.1.0-1a2b3c4d',
  component: 'AnnualReports',
  phase: 'entry',
  lock: 'lock-7',
  reason: 'timed out\nafter 10 s',
};

describe('POST /api/telemetry/failures', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal.stop());

  const send = (body: unknown, browser = portal.browser()) => browser.post('/api/telemetry/failures', body);
  const counted = async () => {
    const metrics = await (await fetch(`${portal.operatorUrl}/metrics`)).text();
    return Object.fromEntries(
      [...metrics.matchAll(/^remote_failures_total\{remote="([^"]*)",phase="([^"]*)"\} (\d+)$/gm)].map(
        ([, remote, phase, number]) => [`${remote} ${phase}`, Number(number)],
      ),
    );
  };

  it('counts what visitors and people report, the cookie alone not being refused', async () => {
    const person = await portal.signedInAs('ada@x.example', 'investor');
    const answer = await send(report);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await send(report, person)).status).toBe(204);
    expect((await send({ ...report, phase: 'render', reason: '' })).status).toBe(204);
    expect(await counted()).toEqual({ 'mfe-investor entry': 2, 'mfe-investor render': 1 });
  });

  it.each([
    ['an unknown field', { ...report, user: 'ada' }],
    ['a missing field', { ...report, lock: undefined }],
    ['an empty name', { ...report, remote: '' }],
    ['a name with line breaks', { ...report, remote: 'x\ny' }],
    ['a name of 10,000 characters', { ...report, component: 'x'.repeat(10_000) }],
    ['a reason of 10,000 characters', { ...report, reason: 'x'.repeat(10_000) }],
    ['an operator', { ...report, phase: { $gt: '' } }],
    ['a list', [report]],
    ['nothing', undefined],
  ])('refuses %s', async (_what, body) => {
    const before = await counted();
    expect((await send(body)).status).toBe(400);
    expect(await counted()).toEqual(before);
  });

  it('refuses what a foreign page can send without being asked, and answers no other method', async () => {
    const foreign = portal.browser();
    const plain = { headers: { 'Content-Type': 'text/plain' } };
    expect((await foreign.post('/api/telemetry/failures', JSON.stringify(report), plain)).status).toBe(415);
    expect((await foreign.get('/api/telemetry/failures')).status).toBe(405);
  });

  it('takes 60 from a client in ten minutes, refused ones not counted', async () => {
    const busy = portal.browser();
    for (let turn = 0; turn < 10; turn += 1) await send({}, busy);
    const statuses: number[] = [];
    for (let turn = 0; turn < 61; turn += 1) statuses.push((await send({ ...report, phase: 'busy' }, busy)).status);
    expect(statuses).toEqual([...Array(60).fill(204), 429]);
    const refused = await send(report, busy);
    expect(refused.body).toMatchObject({ code: 'rate-limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(await counted()).toMatchObject({ 'mfe-investor busy': 60 });
    expect((await send(report)).status).toBe(204);
  });
});

it('is 503 while the database was never reached, at once', async () => {
  const away = { MONGODB_URI: 'mongodb://127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1' };
  const api = await createApi(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...away }));
  const server = createServer(api.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const browser = openBrowser(`http://127.0.0.1:${port}`);
  for (const answer of [
    await browser.post('/api/telemetry/failures', report),
    await browser.get('/api/events.ics?token=a.b'),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(answer.headers).toHaveProperty('retry-after');
  }
  server.close();
  await api.close();
});

describe('a report', () => {
  function openTelemetry() {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const registry = new Registry();
    return { lines, registry, telemetry: createTelemetry(pino(stream), registry) };
  }

  it('is one line in the log, with everything that names the failure', () => {
    const { lines, telemetry } = openTelemetry();
    telemetry.failed(report);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ...report, level: 40 });
  });

  it('of ever new names fills the log, not the memory', async () => {
    const { lines, registry, telemetry } = openTelemetry();
    for (let turn = 0; turn < 1000; turn += 1) telemetry.failed({ ...report, remote: `made-up-${turn}` });
    telemetry.failed({ ...report, remote: 'made-up-0' });
    const metrics = await registry.metrics();
    expect(metrics.match(/^remote_failures_total\{/gm)).toHaveLength(201);
    expect(metrics).toContain('remote_failures_total{remote="other",phase="other"} 800');
    expect(metrics).toContain('remote_failures_total{remote="made-up-0",phase="entry"} 2');
    expect(lines).toHaveLength(1001);
  });
});
