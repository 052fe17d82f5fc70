import { type Collector, startCollector } from '@cytocomm/runtime/testing';
import type { TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startApiProcess } from '../../testing/processes.ts';

let collector: Collector;
let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  collector = await startCollector();
  portal = await startTestPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' });
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(async () => {
  await portal.stop();
  await collector[Symbol.asyncDispose]();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const sampled = { traceparent: `00-${TRACE}-${PARENT}-01` };
/** The span of the request that was answered so; its steps have arrived with it or before. */
const requestSpan = (id: unknown) =>
  until('the span of the request', () =>
    collector.spans.find(({ kind, attributes }) => kind === 2 && attributes['portal.request.id'] === id),
  );
const below = (spanId: string) => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

it('a request of a trusted proxy goes on with its trace: route, status, id, and its commands of the database', async () => {
  const { status, headers } = await admin.get('/api/users/admin@x.example', { headers: sampled });
  expect(status).toBe(200);
  const span = await requestSpan(headers['x-request-id']);
  expect(span).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    name: 'GET /api/users/:email',
    service: 'portal-api',
    attributes: { 'http.route': '/api/users/:email', 'http.response.status_code': 200 },
  });
  const commands = below(span.spanId);
  expect(commands.map(({ name }) => name).sort()).toEqual(['find sessions', 'read together']);
  expect(new Set(commands.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  expect(commands.find(({ name }) => name === 'find sessions')?.attributes).toMatchObject({
    'db.system.name': 'mongodb',
    'db.collection.name': 'sessions',
  });
});

it('a mail that is sent is a trace of its own with the id of the request that asked for it, and jobs are traces', async () => {
  const { headers } = await portal.browser().post('/api/auth/magic-link', { email: 'admin@x.example' });
  const mail = await until('the span of the mail', () =>
    collector.spans.find(
      ({ name, attributes }) => name === 'send a mail' && attributes['portal.request.id'] === headers['x-request-id'],
    ),
  );
  expect(mail.attributes).toMatchObject({ 'portal.mail.outcome': 'sent', 'portal.mail.attempt': 1 });
  expect(below(mail.spanId).map(({ name }) => name)).toEqual(expect.arrayContaining(['SMTP', 'update outbox']));
  await until('the span of a job', () => collector.spans.find(({ name }) => name === 'job upkeep of the outbox'));
});

it('says nothing of people: no addresses, queries, tokens, cookies', async () => {
  const { headers } = await admin.authorised('PATCH', '/api/admin/users/admin@x.example', { body: { enable: true } });
  await requestSpan(headers['x-request-id']);
  const refused = await admin.get('/api/users/admin@x.example?secret=query');
  await requestSpan(refused.headers['x-request-id']);
  const sent = collector.text();
  expect(sent.length).toBeGreaterThan(1000);
  expect(sent).not.toMatch(/x\.example|%40|secret|Bearer/);
  expect(sent).not.toContain(admin.cookies.get('portal') ?? 'no cookie');
});

it('a process writes the id of a trace beside that of the request, and sends the last spans as it ends', async () => {
  await using other = await startCollector();
  const places = { MONGODB_URI: portal.database.uri, SMTP_URL: portal.mailbox.smtpUrl, PUBLIC_URL: portal.url };
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: other.url, OTEL_TRACES_SAMPLER_ARG: '1' };
  const api = await startApiProcess({ ...places, ...traced });
  // An untrusted sender: the trace is a new one.
  const { headers } = await fetch(`${api.url}/api/press-releases`, { headers: sampled });
  api.child.kill('SIGTERM');
  expect(await api.ended).toEqual({ code: 0, signal: null });
  const id = headers.get('x-request-id') ?? '';
  const span = other.spans.find(({ attributes }) => attributes['portal.request.id'] === id);
  expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(other.text()).not.toContain(TRACE);
  const line = api.log.find((each) => each.includes(id) && each.includes('request completed')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ requestId: id, trace: span?.traceId });
});
