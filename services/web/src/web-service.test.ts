import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListener, type Listener, type Service } from '@cytocomm/runtime';
import pino from 'pino';
import { readWebConfig } from './config.ts';
import { writeRelease } from './files/testing-server.ts';
import { lockFolder } from './lock-source.ts';
import type { RunningReplica } from './replica/index.ts';
import { lockedRelease, lockOf, recordOf } from './testing-lock.ts';
import { createWebService } from './web-service.ts';

const NEWS = { list: '/api/press-releases', item: { parameter: 'release', path: '/api/item', text: 'content' } };
const shell = lockedRelease('shell', {
  components: { Main: { scripts: ['entry.js'], styles: [] } },
  contributions: {
    routes: [
      { path: '/news', component: 'News', title: 'News', public: true, data: NEWS },
      { path: '/dashboard', component: 'Main', title: 'Dashboard', public: false },
    ],
    links: [],
    sections: [],
    overlays: [],
  },
});
const lock = lockOf(shell);
const build = { version: expect.stringMatching(/^\d+\./), commit: expect.any(String) };

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly req?: { readonly id: string; readonly path?: string };
}

let dir: string;
let service: Service;
let pages: Listener;
let operators: Listener;
let url: string;
let operatorUrl: string;
let lines: Line[];
let written = 0;
/** The request ids that the API has got. */
let askedAs: (string | undefined)[];
const api = createServer(({ headers }, response) => {
  const id = headers['x-request-id'];
  askedAs.push(typeof id === 'string' ? id : undefined);
  response.end('{"items":[]}');
});

function point(id: string): void {
  writeFileSync(join(dir, 'locks', 'current'), id);
  // Two writes within one tick of the clock would look like one.
  written += 1;
  utimesSync(join(dir, 'locks', 'current'), new Date(), new Date(Date.now() + written * 1000));
}

async function start(settings: Readonly<Record<string, string>> = {}, replica?: RunningReplica): Promise<void> {
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    API_URL: api.listening ? `http://127.0.0.1:${portOf()}` : undefined,
    RELEASES_DIR: join(dir, 'releases'),
    LOCKS_DIR: join(dir, 'locks'),
    OPERATOR_NAMES: 'web-1',
    ...settings,
  });
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  service = await createWebService({ config, locks: lockFolder(config.LOCKS_DIR, log), log, replica });
  await service.ready;
  pages = createListener(service.app);
  operators = createListener(service.operatorApp);
  url = `http://127.0.0.1:${await pages.listen(0, '127.0.0.1')}`;
  operatorUrl = `http://127.0.0.1:${await operators.listen(0, '127.0.0.1')}`;
}

function portOf(): number {
  const address = api.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => api.close(resolve)));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'web-service-'));
  mkdirSync(join(dir, 'locks'));
  writeRelease(join(dir, 'releases'), 'shell', { 'entry.js': 'const plain = 1;' });
  writeFileSync(join(dir, 'locks', `${lock.id}.json`), JSON.stringify(recordOf(lock)));
  lines = [];
  askedAs = [];
});
afterEach(async () => {
  const atOnce = { idleGraceMs: 0, deadlineMs: 0 };
  await Promise.all([pages.drain(atOnce), operators.drain(atOnce)]);
  rmSync(dir, { recursive: true, force: true });
});

const readyz = async () => {
  const answer = await fetch(`${operatorUrl}/readyz`);
  return { status: answer.status, body: await answer.json() };
};
const metrics = async () => (await fetch(`${operatorUrl}/metrics`)).text();

/** Waits for a figure: a file is counted when it is sent, which its reader may see first. */
async function until(figure: () => Promise<number>, wanted: number): Promise<void> {
  for (const end = performance.now() + 5000; (await figure()) !== wanted && performance.now() < end; );
  expect(await figure()).toBe(wanted);
}

function statusAs(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(operatorUrl + path, { headers: { Host: host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('what operators ask', () => {
  it('is ready with the lock that it uses, which the metrics name as well', async () => {
    point(lock.id);
    await start();
    expect(await readyz()).toEqual({
      status: 200,
      body: { ...build, status: 'ready', lock: lock.id, warnings: [] },
    });
    expect(await metrics()).toContain(`portal_lock_info{lock="${lock.id}"} 1`);
    expect(await metrics()).toContain('portal_lock_trouble 0');
    expect(await metrics()).toMatch(
      /portal_build_info\{service="web",version="[^"]+",commit="[^"]+",node="v[^"]+"\} 1/,
    );
  });

  it('warns while the state of the database cannot be taken, and goes on', async () => {
    point(lock.id);
    const trouble = jest.fn<string | undefined, []>(() => 'The database cannot be read: it is away');
    await start(
      {},
      {
        first: Promise.resolve(),
        trouble,
        fetchEarlier: async () => false,
        copies: () => ({ copied: 3, failed: 1 }),
        clockOffBy: () => 3_600_000,
        [Symbol.asyncDispose]: async () => undefined,
      },
    );
    expect(await readyz()).toEqual({
      status: 200,
      body: {
        status: 'ready',
        ...build,
        lock: lock.id,
        warnings: ['The database cannot be read: it is away'],
      },
    });
    expect(await metrics()).toContain('portal_replica_trouble 1');
    expect(await metrics()).toContain('portal_clock_offset_seconds 3600');
    expect(await metrics()).toContain('portal_releases_brought_total{outcome="brought"} 3');
    expect(await metrics()).toContain('portal_releases_brought_total{outcome="failed"} 1');
    trouble.mockReturnValue(undefined);
    expect(await readyz()).toMatchObject({ body: { warnings: [] } });
    expect(await metrics()).toContain('portal_replica_trouble 0');
  });

  it('is not ready while there is no lock, and pages say when to come back; it needs no restart', async () => {
    await start();
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'not-ready', lock: null } });
    const page = await fetch(`${url}/dashboard`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining('no lock yet') }));
    point(lock.id);
    expect(await readyz()).toMatchObject({ status: 200, body: { lock: lock.id } });
    expect((await fetch(`${url}/dashboard`)).status).toBe(200);
  });

  it('stays ready on the last good lock when the pointer is damaged before any page was asked for, and says so', async () => {
    point(lock.id);
    await start();
    point('damaged');
    expect((await fetch(`${url}/dashboard`)).status).toBe(200);
    const { status, body } = await readyz();
    expect([status, body]).toMatchObject([200, { status: 'ready', lock: lock.id }]);
    expect(body).toMatchObject({ warnings: [expect.stringContaining('does not hold the id of a lock')] });
    expect(await metrics()).toContain('portal_lock_trouble 1');
  });

  it('is not ready when the process is about to end', async () => {
    point(lock.id);
    await start();
    service.beginDrain();
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'draining', lock: lock.id } });
    expect((await fetch(`${url}/dashboard`)).status).toBe(200);
  });

  it('is answered by its own names only', async () => {
    point(lock.id);
    await start();
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect([path, await statusAs('web-1:3002', path)]).toEqual([path, 200]);
      expect([path, await statusAs('evil.example', path)]).toEqual([path, 421]);
    }
    expect((await fetch(`${operatorUrl}/dashboard`)).status).toBe(404);
    // At the public listener they are no more than addresses without a page.
    for (const path of ['/readyz', '/metrics']) {
      const page = await fetch(url + path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(await page.text()).not.toMatch(/portal_build_info|"status":"ready"/);
    }
  });

  it('counts requests by what they are, not by their addresses', async () => {
    point(lock.id);
    await start();
    for (const path of [
      '/dashboard',
      '/news?page=2',
      '/no/such/page',
      `${shell.baseUrl}entry.js`,
      '/favicon.svg',
      '/healthz',
      '/packages/@cytocomm/kit',
    ])
      await (await fetch(url + path)).arrayBuffer();
    const text = await metrics();
    for (const [route, status] of [
      ['/dashboard', 200],
      ['/news', 200],
      ['other', 404],
      ['release file', 200],
      ['site file', 200],
      ['package', 404],
      ['/healthz', 200],
    ])
      expect(text).toContain(`http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} 1`);
    // This release has no server build, so its public page goes out without markup.
    expect(text).toContain('portal_pages_unrendered_total{reason="failed"} 1');
    expect(text).toContain('portal_pages_unrendered_total{reason="busy"} 0');
  });
});

it('the bytes of release files are counted as they are sent, and no others', async () => {
  point(lock.id);
  await start();
  const bytes = async () =>
    Number(/^portal_file_bytes_total\{direction="read",kind="releases"\} (\d+)$/m.exec(await metrics())?.[1]);
  expect(await bytes()).toBe(0);
  const path = `${url}${shell.baseUrl}entry.js`;
  const headers = { 'Accept-Encoding': 'identity' };
  const { length } = await (await fetch(path, { headers })).text();
  expect(length).toBeGreaterThan(0);
  await until(bytes, length);
  await (await fetch(path, { headers })).text();
  await until(bytes, 2 * length);
  await (await fetch(path, { headers: { ...headers, Range: 'bytes=0-4' } })).text();
  await until(bytes, 2 * length + 5);
  await (await fetch(path, { method: 'HEAD', headers })).text();
  await (await fetch(`${url}/favicon.svg`)).text();
  await until(bytes, 2 * length + 5);
});

describe('a request', () => {
  it('has an id, which is in the answer, in its line of the log, and goes with what the API is asked', async () => {
    point(lock.id);
    await start();
    const answer = await fetch(`${url}/news?release=${'a'.repeat(24)}&token=secret`); // Not rendered before.
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(askedAs.filter((asked) => asked !== undefined))).toEqual(new Set([id]));
    const requestLines = lines.filter(({ msg }) => msg === 'request completed');
    expect(requestLines).toEqual([
      expect.objectContaining({ level: 30, requestId: id, req: { method: 'GET', path: '/news' } }),
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    service.beginDrain();
    for (const path of ['/healthz', '/readyz', '/readyz/process', '/metrics'])
      await (await fetch(operatorUrl + path)).arrayBuffer();
    expect(lines.flatMap(({ req }) => req?.path ?? [])).toEqual(['/news']);
  });

  it.each([
    ['a proxy that is trusted', 'loopback', true],
    ['anybody else', '', false],
  ])('keeps the id that %s gave it: %#', async (_who, trusted, isKept) => {
    point(lock.id);
    await start({ TRUST_PROXY: trusted });
    const answer = await fetch(`${url}/dashboard`, { headers: { 'X-Request-Id': 'given-by-the-edge' } });
    expect(answer.headers.get('x-request-id') === 'given-by-the-edge').toBe(isKept);
  });
});
