import type { RequestListener } from 'node:http';
import { startCollector } from '../testing/collector.ts';
import { startTracedServer } from '../testing/traced-server.ts';
import { step } from './current-span.ts';
import { CLOSE_TIMEOUT_MS, MAX_BATCH, MAX_WAITING_SPANS } from './settings.ts';

const BURST = 100;
const SPANS_EACH = 100;
const LATER = { 'Retry-After': '3600' };

/** Sends more than anybody wants to read, as fast as it is read, for as long as somebody listens. */
const flood: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};

/** Sends a byte now and then, so that the connection is never silent. */
const drip: RequestListener = (_request, response) => {
  response.writeHead(500);
  const dripping = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(dripping));
};

const troubles: readonly (readonly [string, RequestListener | 'away'])[] = [
  ['is away', 'away'],
  ['accepts and never answers', () => undefined],
  ['answers 500', (_request, response) => void response.writeHead(500).end('no')],
  ['wants to be asked an hour later', (_request, response) => void response.writeHead(503, LATER).end()],
  ['answers without an end', flood],
  ['sends a byte now and then', drip],
];

describe.each(troubles)('a collector that %s', (_what, answer) => {
  it('keeps no request waiting, costs a bounded memory, is told of once, and does not keep the process', async () => {
    const collector = await startCollector(answer === 'away' ? undefined : answer);
    if (answer === 'away') await collector[Symbol.asyncDispose]();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' };
    const server = await startTracedServer(settings, async (_request, response) => {
      for (let turn = 1; turn < SPANS_EACH; turn += 1) await step('s', 'internal', {}, async () => undefined);
      response.end('done');
    });
    // Five times what may wait.
    for (let turn = 0; turn < BURST; turn += 1) expect(await (await fetch(server.url)).text()).toBe('done');
    expect(await server.count('ended')).toBe(BURST * SPANS_EACH);
    const before = process.memoryUsage().arrayBuffers;
    const startedAt = performance.now();
    await server[Symbol.asyncDispose]();
    expect(performance.now() - startedAt).toBeLessThan(CLOSE_TIMEOUT_MS + 3000);
    // An answer is read up to 4 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    expect(await server.count('sent')).toBe(0);
    expect(await server.count('lost')).toBeLessThanOrEqual(BURST * SPANS_EACH);
    if (answer !== 'away') await collector[Symbol.asyncDispose]();
    expect(server.log).toEqual([expect.stringContaining('the collector of traces took no spans')]);
  });
});

test('what a collector that never answers may hold of a process is bounded: further spans find no place', async () => {
  await using collector = await startCollector(() => undefined);
  await using server = await startTracedServer(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
    () => undefined,
  );
  const spans = 10 * MAX_WAITING_SPANS;
  for (let turn = 0; turn < spans; turn += 1) await server.traces.run('job', {}, async () => undefined);
  expect(await server.count('ended')).toBe(spans);
  await server.traces.close();
  // One batch was under way, and the rest of what waited was tried at the end.
  expect(collector.spans.length).toBeLessThanOrEqual(MAX_WAITING_SPANS + MAX_BATCH);
});

test.each<readonly [string, RequestListener]>([
  ['never answers', () => undefined],
  ['sends a byte now and then', drip],
])(
  'one that %s is given up after a while and told of, and what comes when it is well again arrives',
  async (_what, trouble) => {
    let isWell = false;
    await using collector = await startCollector((request, response) => {
      if (isWell) response.end('{}');
      else trouble(request, response);
    });
    await using server = await startTracedServer(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
      () => undefined,
      { exportTimeoutMs: 100 },
    );
    const fillBatch = async () => {
      for (let turn = 0; turn < MAX_BATCH; turn += 1) await server.traces.run('job', {}, async () => undefined);
    };
    await fillBatch();
    while ((await server.count('lost')) < MAX_BATCH) await new Promise((resolve) => setImmediate(resolve));
    expect(server.log).toEqual([expect.stringContaining('the collector of traces took no spans')]);
    isWell = true;
    await fillBatch();
    while ((await server.count('sent')) < MAX_BATCH) await new Promise((resolve) => setImmediate(resolve));
  },
);
