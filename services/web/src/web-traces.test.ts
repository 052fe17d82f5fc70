import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListener } from '@cytocomm/runtime';
import { startCollector } from '@cytocomm/runtime/testing';
import pino from 'pino';
import { readWebConfig } from './config.ts';
import { lockFolder } from './lock-source.ts';
import { lockedRelease, lockOf, recordOf } from './testing-lock.ts';
import { createWebService } from './web-service.ts';

const shell = lockedRelease('shell', {
  components: { Main: { scripts: ['entry.js'], styles: [] } },
  contributions: {
    routes: [{ path: '/news', component: 'News', title: 'News', public: true, data: { list: '/api/press-releases' } }],
    links: [],
    sections: [],
    overlays: [],
  },
});
const lock = lockOf(shell);

let dir: string;
const requestHeaders: IncomingHttpHeaders[] = [];
const api = createServer(({ headers }, response) => {
  requestHeaders.push(headers);
  response.end('{"items":[]}');
});
let apiUrl: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'web-traces-'));
  mkdirSync(join(dir, 'locks'));
  mkdirSync(join(dir, 'releases'));
  writeFileSync(join(dir, 'locks', `${lock.id}.json`), JSON.stringify(recordOf(lock)));
  writeFileSync(join(dir, 'locks', 'current'), lock.id);
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const address = api.address();
  apiUrl = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
beforeEach(() => {
  requestHeaders.length = 0;
});
afterAll(async () => {
  await new Promise((resolve) => api.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

/** Asks a service of these settings for one page, and ends it. Returns the log lines of requests. */
async function askOnce(settings: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    API_URL: apiUrl,
    RELEASES_DIR: join(dir, 'releases'),
    LOCKS_DIR: join(dir, 'locks'),
    ...settings,
  });
  const lines: { readonly msg: string; readonly requestId?: string; readonly trace?: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = await createWebService({ config, locks: lockFolder(config.LOCKS_DIR, log), log });
  await service.ready;
  const pages = createListener(service.app);
  const url = `http://127.0.0.1:${await pages.listen(0, '127.0.0.1')}`;
  expect((await fetch(`${url}/news?q=ada@x.example`, { headers })).status).toBe(200);
  await pages.drain({ idleGraceMs: 0, deadlineMs: 0 });
  await service.close();
  return lines.filter(({ msg }) => msg.startsWith('request '));
}

it('a page is a span, and what it asks the API for is one below it, with which the API goes on', async () => {
  await using collector = await startCollector();
  const [line] = await askOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' });
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  const page = named('GET /news');
  const call = named('ask the API');
  expect(page).toMatchObject({
    service: 'portal-web',
    attributes: { 'http.response.status_code': 200, 'portal.request.id': line?.requestId },
  });
  expect(line?.trace).toBe(page?.traceId);
  expect(call).toMatchObject({ traceId: page?.traceId, parentSpanId: page?.spanId });
  expect(named('make the page')).toMatchObject({ traceId: page?.traceId, parentSpanId: page?.spanId });
  expect(requestHeaders[0]).toMatchObject({
    traceparent: `00-${call?.traceId}-${call?.spanId}-01`,
    'x-request-id': line?.requestId,
  });
  expect(collector.text()).not.toMatch(/ada|x\.example/);
});

it('a page that is not recorded asks for no recording, and a visitor cannot ask for one', async () => {
  await using collector = await startCollector();
  const wanted = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  await askOnce(off, wanted);
  expect(requestHeaders[0]?.traceparent).toMatch(/^00-(?!4bf9)[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(collector.requests()).toBe(0);
  // The proxy may.
  await askOnce({ ...off, TRUST_PROXY: 'loopback' }, wanted);
  expect(requestHeaders[1]?.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /news');
});

it('without the setting nothing is passed on', async () => {
  const [line] = await askOnce(
    { TRUST_PROXY: 'loopback' },
    { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  );
  expect(requestHeaders[0]).not.toHaveProperty('traceparent');
  expect(line).not.toHaveProperty('trace');
});
