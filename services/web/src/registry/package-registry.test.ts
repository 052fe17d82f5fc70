import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRelease } from '@cytocomm/releases';
import pino from 'pino';
import { z } from 'zod';
import { createWebApp } from '../app.ts';
import { readWebConfig } from '../config.ts';
import { type LockSource, LockUnusable } from '../lock-source.ts';
import { lockedRelease, lockOf } from '../testing-lock.ts';
import { NPM_TIMEOUT_MS, npm, packTwo } from './testing-packages.ts';

/** The registry of all other packages; no server listens there. */
const CLOSED_REGISTRY = 'http://127.0.0.1:9/';

/** A folder of packages for each thing that they may say, with an index. */
let packed: string;
let dir: string;
let server: Server;
let url: string;
let logged: string[];
let live: LockSource;

const noLock: LockSource = {
  current: () => Promise.reject(new LockUnusable('there is none')),
  served: () => Promise.reject(new LockUnusable('there is none')),
};

/** Writes a release of the shell with packages; returns it as a lock names it. */
function shellWith(says: 'first' | 'second', alter: (folder: string) => void = () => undefined) {
  const building = mkdtempSync(join(dir, 'building-'));
  cpSync(join(packed, says), join(building, 'packages'), { recursive: true });
  writeFileSync(join(building, 'entry.js'), says);
  const { release: _, files: _files, baseUrl: _base, ...facts } = lockedRelease('shell');
  const manifest = describeRelease(building, facts);
  const place = join(dir, 'releases', 'shell', manifest.release);
  mkdirSync(join(place, '..'), { recursive: true });
  renameSync(building, place);
  writeFileSync(join(place, 'release.json'), JSON.stringify(manifest));
  alter(place);
  return lockedRelease('shell', { release: manifest.release, baseUrl: `/releases/shell/${manifest.release}/` });
}

/** Makes this the live lock, under a canary that has no packages. */
function promote(shell: ReturnType<typeof lockedRelease>): void {
  const lock = lockOf(shell);
  const canary = { lock: lockOf(lockedRelease('shell')), share: { percent: 50 } as const };
  live = { current: async () => lock, served: async () => ({ live: lock, canary, switchedOff: [] }) };
}

async function serve(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const config = readWebConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: url,
    RELEASES_DIR: join(dir, 'releases'),
    LOCKS_DIR: join(dir, 'locks'),
    ...settings,
  });
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const locks: LockSource = { current: () => live.current(), served: () => live.served() };
  server.removeAllListeners('request');
  server.on('request', createWebApp({ config, locks, log }));
}

beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'packed-'));
  await packTwo(packed, 'first');
  await packTwo(packed, 'second');
}, NPM_TIMEOUT_MS);
afterAll(() => rmSync(packed, { recursive: true, force: true }));
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'registry-'));
  logged = [];
  live = noLock;
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await serve();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const packumentSchema = z.object({
  name: z.string(),
  'dist-tags': z.object({ latest: z.string() }),
  versions: z.record(z.string(), z.looseObject({ dist: z.object({ tarball: z.string() }) })),
});
const tarballOf = async (name: string) => {
  const { versions } = packumentSchema.parse(await (await fetch(`${url}/packages/${name}`)).json());
  return Object.values(versions)[0]?.dist.tarball;
};

/** Sends a path as it is written. */
function bare(path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number | undefined; headers: Readonly<Record<string, unknown>>; body: string }>(
    (resolve, reject) => {
      const { port } = new URL(url);
      request({ port, host: '127.0.0.1', path, method, headers, agent: false }, async (response) => {
        let body = '';
        for await (const chunk of response) body += String(chunk);
        resolve({ status: response.statusCode, headers: response.headers, body });
      })
        .on('error', reject)
        .end();
    },
  );
}

test(
  'npm installs a package and what it needs with one line of .npmrc; its lock file keeps working when another release is live',
  async () => {
    promote(shellWith('first'));
    const team = join(dir, 'team');
    mkdirSync(team);
    writeFileSync(join(team, '.npmrc'), `@cytocomm:registry=${url}/packages/\nregistry=${CLOSED_REGISTRY}\n`);
    writeFileSync(join(team, 'package.json'), JSON.stringify({ name: 'team', version: '1.0.0', type: 'module' }));
    await npm(team, ['install', '@cytocomm/http']);
    const says = (name: string) => readFileSync(join(team, 'node_modules', '@cytocomm', name, 'index.js'), 'utf8');
    expect([says('http'), says('contract')]).toEqual([
      'export default "first by http";\n',
      'export default "first";\n',
    ]);
    expect(readFileSync(join(team, 'package.json'), 'utf8')).toContain('"@cytocomm/http":"^1.2.0"');
    expect(await npm(team, ['view', '@cytocomm/http', 'version'])).toBe('1.2.0\n');

    promote(shellWith('second'));
    rmSync(join(team, 'node_modules'), { recursive: true });
    rmSync(join(team, '.cache'), { recursive: true });
    await npm(team, ['ci']);
    expect(says('contract')).toBe('export default "first";\n');
    await npm(team, ['update']);
    expect(existsSync(join(team, 'node_modules', '@cytocomm', 'http', 'index.js'))).toBe(true);
    await expect(npm(team, ['install', '@cytocomm/nothing'])).rejects.toThrow(
      'The portal has no such package; it has @cytocomm/contract, @cytocomm/http.',
    );
  },
  NPM_TIMEOUT_MS,
);

test('a package is told in both forms, with a tag; the next release has another', async () => {
  promote(shellWith('first'));
  const forInstall = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';
  const first = await bare('/packages/@cytocomm%2fhttp', 'GET', { accept: forInstall });
  expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    200,
    'application/vnd.npm.install-v1+json; charset=utf-8',
    'no-cache',
  ]);
  expect(JSON.parse(first.body)).toMatchObject({
    name: '@cytocomm/http',
    'dist-tags': { latest: '1.2.0' },
    versions: {
      '1.2.0': {
        dependencies: { '@cytocomm/contract': '^1.0.0' },
        dist: { integrity: expect.stringMatching(/^sha512-/) },
      },
    },
  });
  const tag = String(first.headers.etag);
  const again = { accept: forInstall, 'if-none-match': tag };
  expect((await bare('/packages/@cytocomm/http', 'GET', again)).status).toBe(304);
  expect((await bare('/packages/@cytocomm/http', 'GET', { 'if-none-match': tag })).headers['content-type']).toBe(
    'application/json; charset=utf-8',
  );
  expect(await bare('/packages/@cytocomm%2Fhttp', 'HEAD')).toMatchObject({ status: 200, body: '' });

  promote(shellWith('second'));
  expect((await bare('/packages/@cytocomm/http', 'GET', again)).status).toBe(200);
  expect(JSON.parse((await bare('/packages/')).body)).toEqual([
    { name: '@cytocomm/contract', version: '1.0.0' },
    { name: '@cytocomm/http', version: '1.2.0' },
  ]);
});

test('the archive has the address of the settings, not of the request, or that of the CDN', async () => {
  const shell = shellWith('first');
  promote(shell);
  const { body } = await bare('/packages/@cytocomm/http', 'GET', {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  });
  expect(body).toContain(`"${url}/releases/shell/${shell.release}/packages/cytocomm-http-1.2.0.tgz"`);
  expect(body).not.toContain('evil');
  const archive = await fetch((await tarballOf('@cytocomm/http')) ?? '');
  expect([archive.status, archive.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
  await serve({ RELEASE_BASE_URL: 'https://cdn.example/files' });
  expect(await tarballOf('@cytocomm/http')).toBe(
    `https://cdn.example/files/releases/shell/${shell.release}/packages/cytocomm-http-1.2.0.tgz`,
  );
});

test.each([
  '/packages/react',
  '/packages/@cytocomm/nothing',
  '/packages/@cytocomm',
  '/packages/@cytocomm/http/1.2.0',
  '/packages/@other%2fhttp',
  '/packages/@cytocomm%2f..%2f..%2frelease.json',
  '/packages/%E0%A4%A',
  '/packages//evil.example/%2f..',
  '/packages/@cytocomm/constructor',
  '/packages/-/ping',
])('%s is not there, in a form that npm reads', async (path) => {
  promote(shellWith('first'));
  const { status, headers, body } = await bare(path);
  expect([status, headers['content-type'], headers['cache-control'], headers.location]).toEqual([
    404,
    'application/json; charset=utf-8',
    'no-store',
    undefined,
  ]);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('The portal has no such package; it has @cyto') });
});

test.each(['PUT', 'POST', 'DELETE', 'OPTIONS'])('%s is refused: nothing can be published here', async (method) => {
  promote(shellWith('first'));
  const { status, headers, body } = await bare('/packages/@cytocomm%2fhttp', method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('only read') });
});

test('a release without packages says so', async () => {
  const bareShell = shellWith('first', (place) => {
    const { release: _, files: _files, baseUrl: _base, ...facts } = lockedRelease('shell');
    rmSync(join(place, 'packages'), { recursive: true });
    rmSync(join(place, 'release.json'));
    writeFileSync(join(place, 'release.json'), JSON.stringify(describeRelease(place, facts)));
  });
  promote(bareShell);
  expect(JSON.parse((await bare('/packages/')).body)).toEqual([]);
  const { status, body } = await bare('/packages/@cytocomm/http');
  expect([status, body]).toEqual([404, expect.stringContaining('brings no packages')]);
});

const altered: readonly [string, (place: string) => void][] = [
  ['index', (place) => writeFileSync(join(place, 'packages', 'index.json'), '[]')],
  [
    'manifest',
    (place) => {
      const path = join(place, 'release.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"title":"shell"', '"title":"other"'));
    },
  ],
  ['manifest that is cut', (place) => writeFileSync(join(place, 'release.json'), '{"files":')],
  ['folder', (place) => rmSync(place, { recursive: true })],
];
test.each(altered)('an altered package is not served: %s', async (_what, alter) => {
  promote(shellWith('first', alter));
  const { status, headers, body } = await bare('/packages/@cytocomm/http');
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('Try again soon') });
  expect(logged.join()).toContain('the packages cannot be told');
});

test('a folder that is mended is read again', async () => {
  let mend = () => undefined as unknown;
  promote(
    shellWith('first', (place) => {
      const path = join(place, 'packages', 'index.json');
      const content = readFileSync(path);
      writeFileSync(path, '[]');
      mend = () => writeFileSync(path, content);
    }),
  );
  expect((await bare('/packages/')).status).toBe(503);
  mend();
  expect((await bare('/packages/')).status).toBe(200);
});

test('without a lock that can be used it is not available', async () => {
  expect((await bare('/packages/')).status).toBe(503);
});
