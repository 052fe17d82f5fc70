import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { startCollector } from '../testing/collector.ts';
import { startTracedServer } from '../testing/traced-server.ts';
import { currentTraceparent, noteOnSpan, step } from './current-span.ts';
import { MAX_SPANS_OF_TRACE } from './settings.ts';

const outside = AsyncLocalStorage.snapshot();
const ALL = { OTEL_TRACES_SAMPLER_ARG: '1' };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const sampled = { traceparent: `00-${TRACE}-${PARENT}-01` };
const notSampled = { traceparent: `00-${TRACE}-${PARENT}-00` };
const SERVER = 2;
const CLIENT = 3;

test('a request is a span with its route, status and id, and steps below it; nothing else of it is told', async () => {
  await using collector = await startCollector();
  {
    await using server = await startTracedServer(
      { ...ALL, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key' },
      async (_request, response) => {
        await step('outer', 'client', { 'portal.job': 'x' }, async () => {
          noteOnSpan({ 'portal.noted': 1 });
          await step('inner', 'internal', {}, () => Promise.reject(new TypeError('lovelace@x.example'))).catch(() => 0);
        });
        response.statusCode = 503;
        response.end();
      },
    );
    await fetch(`${server.url}/things/lovelace@x.example?token=secret`, { headers: { 'User-Agent': 'somebody' } });
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['inner', 'outer', 'GET /things/:id']);
  const [inner, outer, request] = collector.spans;
  expect(request).toMatchObject({
    kind: SERVER,
    service: 'test',
    status: { code: 2 },
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': 503,
      'portal.request.id': 'the-request-id',
      'error.type': '503',
    },
  });
  expect(request?.parentSpanId ?? '').toBe('');
  expect(outer).toMatchObject({ kind: CLIENT, parentSpanId: request?.spanId, attributes: { 'portal.noted': 1 } });
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, attributes: { 'error.type': 'TypeError' } });
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(collector.text()).toContain('"x-key":"a key"');
  expect(collector.text()).not.toMatch(/lovelace|secret|somebody|127\.0\.0\.1:\d+\/things/);
});

test.each([
  ['goes on with the trace of a trusted caller', sampled, true, '0', [TRACE], '01'],
  ['records none that a trusted caller does not', notSampled, true, '1', [], '00'],
  ['does not believe another caller who wants a recording', sampled, false, '0', [], '00'],
  ['takes no trace over from another caller', notSampled, false, '1', [expect.not.stringContaining(TRACE)], '01'],
  ['takes no damaged header', { traceparent: `00-${TRACE}-x-01` }, true, '0', [], '00'],
] as const)('%s', async (_what, headers, trusted, ratio, traces, flags) => {
  await using collector = await startCollector();
  let passed = '';
  {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio };
    await using server = await startTracedServer(
      settings,
      (request, response) => {
        passed = currentTraceparent() ?? '';
        expect(request.trace !== undefined).toBe(flags === '01');
        response.end();
      },
      { trusted },
    );
    await fetch(server.url, { headers });
  }
  expect(collector.spans.map(({ traceId }) => traceId)).toEqual(traces);
  expect(passed).toMatch(new RegExp(`^00-[0-9a-f]{32}-[0-9a-f]{16}-${flags}$`));
});

test('probes and work outside a span are not traced', async () => {
  await using collector = await startCollector();
  {
    await using server = await startTracedServer(
      { ...ALL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      async (_request, response) => {
        await outside(() => step('outside', 'internal', {}, async () => undefined));
        response.end();
      },
    );
    for (const path of ['/healthz', '/readyz', '/readyz/process', '/metrics?x=1', '/things/1'])
      await fetch(server.url + path);
    await server.traces.run('job tidy', { 'portal.job': 'tidy' }, () => step('a step', 'internal', {}, async () => 1));
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /things/:id', 'a step', 'job tidy']);
});

test('a trace has so many spans and no more, and long names are cut', async () => {
  await using collector = await startCollector();
  {
    await using server = await startTracedServer(
      { ...ALL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      () => undefined,
    );
    await server.traces.run('job', { 'portal.job': 'x'.repeat(10_000) }, async () => {
      for (let turn = 0; turn < 2 * MAX_SPANS_OF_TRACE; turn += 1)
        await step('s', 'internal', {}, async () => undefined);
    });
    expect(await server.count('ended')).toBe(MAX_SPANS_OF_TRACE);
  }
  expect(collector.spans).toHaveLength(MAX_SPANS_OF_TRACE);
  expect(String(collector.spans.at(-1)?.attributes['portal.job'])).toHaveLength(200);
});

test('a database command within a span is traced by name and collection, without values', async () => {
  await using collector = await startCollector();
  {
    await using server = await startTracedServer(
      { ...ALL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      () => undefined,
    );
    const client = new EventEmitter();
    server.traces.followDatabase(client);
    let requestId = 0;
    const send = (commandName: string, command: object, failure?: Error) => {
      requestId += 1;
      client.emit('commandStarted', { requestId, commandName, databaseName: 'portal', command });
      if (failure) client.emit('commandFailed', { requestId, failure });
      else client.emit('commandSucceeded', { requestId, reply: { email: 'lovelace@x.example' } });
    };
    send('find', { find: 'users' });
    await server.traces.run('job', {}, async () => {
      send('find', { find: 'users', filter: { email: 'lovelace@x.example' } });
      send('getMore', { getMore: 7n, collection: 'users' });
      send('aggregate', { aggregate: 1 }, new RangeError('dup key: lovelace@x.example'));
    });
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['find users', 'getMore users', 'aggregate', 'job']);
  expect(collector.spans[0]?.attributes).toEqual({
    'db.system.name': 'mongodb',
    'db.operation.name': 'find',
    'db.namespace': 'portal',
    'db.collection.name': 'users',
  });
  expect(collector.spans[2]?.attributes).toMatchObject({ 'error.type': 'RangeError' });
  expect(collector.text()).not.toContain('lovelace');
});
