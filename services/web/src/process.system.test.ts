import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { waitForLine } from '@cytocomm/runtime/start';
import { lockedRelease, lockOf, recordOf } from './testing-lock.ts';

const shell = lockedRelease('shell', { components: { Main: { scripts: ['entry.js'], styles: [] } } });
const lock = lockOf(shell);

let dir: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'web-process-'));
  mkdirSync(join(dir, 'locks'));
  mkdirSync(join(dir, 'releases'));
  writeFileSync(join(dir, 'locks', `${lock.id}.json`), JSON.stringify(recordOf(lock)));
  writeFileSync(join(dir, 'locks', 'current'), lock.id);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

function launch(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(__dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      OPERATOR_PORT: '0',
      PUBLIC_URL: 'https://portal.example',
      RELEASES_DIR: join(dir, 'releases'),
      LOCKS_DIR: join(dir, 'locks'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  return { child, complaints: () => complaints };
}

/** Resolves to where a service listens; its log may say something before. */
const placesOf = (child: ChildProcess): Promise<{ readonly url: string; readonly operatorUrl: string }> =>
  waitForLine('services/web', child, (line) => (line.includes('"operatorUrl"') ? JSON.parse(line) : undefined));

/** Nothing answers at this address; it is not asked before the folders are there. */
const FOLLOWING = { MONGODB_URI: 'mongodb://127.0.0.1:9/portal', NODE_ENV: 'test' };

it('counts a request that cannot be read, without anything of it in the log', async () => {
  const { child } = launch({ NODE_ENV: 'test', LOG_LEVEL: 'info' });
  const messages: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(line));
  const { url, operatorUrl } = await placesOf(child);
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('FOO /secret-path HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*is not one of HTTP/s);
  const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();
  expect(metrics).toContain('\nhttp_unparsed_requests_total{reason="malformed"} 1\n');
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(messages.join()).not.toContain('secret-path');
});

it('makes the folders of what a database fills, as in a new container, and is not ready before it has a lock', async () => {
  const [releases, locks] = [join(dir, 'new', 'releases'), join(dir, 'new', 'locks')];
  const { child } = launch({ ...FOLLOWING, RELEASES_DIR: releases, LOCKS_DIR: locks });
  expect((await fetch(`${(await placesOf(child)).operatorUrl}/readyz`)).status).toBe(503);
  expect([releases, locks].every((path) => existsSync(path))).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it.each([
  [
    'each wrong setting',
    { PUBLIC_URL: 'http://portal.example', PORT: 'x', LOCKS_DIR: '' },
    ['PUBLIC_URL: must be an https address in production', 'PORT: a port number', 'LOCKS_DIR: is missing'],
  ],
  [
    'both folders that are not there',
    { RELEASES_DIR: '/no/such/releases', LOCKS_DIR: '/no/such/locks' },
    ['RELEASES_DIR: there is no folder /no/such/releases', 'LOCKS_DIR: there is no folder /no/such/locks'],
  ],
  [
    'both folders that it cannot make for what the database holds',
    { ...FOLLOWING, RELEASES_DIR: join(__filename, 'releases'), LOCKS_DIR: join(__filename, 'locks') },
    ['process.system.test.ts/releases cannot be made', 'process.system.test.ts/locks cannot be made'],
  ],
])('a start that cannot work ends with 1 and one line that names %s', async (_what, settings, words) => {
  const { child, complaints } = launch(settings);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(complaints().trim().split('\n')).toHaveLength(1);
  for (const each of words) expect(complaints()).toContain(each);
});

it('says that it is about to end, goes on for a while, and ends with 0', async () => {
  const { child } = launch({ DRAIN_DELAY: '0.5' });
  const { url, operatorUrl } = await placesOf(child);
  expect((await fetch(`${operatorUrl}/readyz`)).status).toBe(200);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  while ((await fetch(`${operatorUrl}/readyz`)).status === 200);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect(await ended).toEqual([0, null]);
});
