import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { handbook } from './handbook.ts';

let dir: string;
let server: Server;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'handbook-'));
  server = createServer(express().use('/docs', handbook(join(dir, 'handbook'))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

const port = () => (server.address() as AddressInfo).port;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port()}${path}`, { redirect: 'manual', ...init });

function build(): void {
  mkdirSync(join(dir, 'handbook', 'assets'), { recursive: true });
  mkdirSync(join(dir, 'handbook', 'run-it'));
  const files = {
    'site.txt': "'sha256-abc='\nTAG=",
    'index.html': 'start',
    '404.html': 'nothing',
    'run-it/install.html': 'install',
    'assets/app.1a2b.js': 'run()',
    '../secret.txt': 'secret',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(dir, 'handbook', path), content);
}

test('without a build the address says how to make one, and afterwards serves it', async () => {
  const answer = await ask('/docs');
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run docs')]);
  build();
  expect((await ask('/docs?x=1')).headers.get('location')).toBe('/docs/');
  expect(await (await ask('/docs/')).text()).toBe('start');
});

test('a page has a policy of its own and is asked for again; parts named by their content are kept', async () => {
  build();
  const page = await ask('/docs/run-it/install');
  expect([page.status, await page.text()]).toEqual([200, 'install']);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-abc=';");
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const again = (tag: string) =>
    ask('/docs/run-it/install', { headers: { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' } });
  expect((await again(page.headers.get('etag') ?? '')).status).toBe(304);
  expect((await again('"another"')).status).toBe(200);
  const head = await ask('/docs/assets/app.1a2b.js', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
  expect(head.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each(['/docs/nothing', '/docs/../secret.txt', '/docs/%2e%2e/secret.txt', '/docs/..%2fsecret.txt', '/docs/%00'])(
  '%s is no page, and nothing beside the handbook is served',
  async (path) => {
    build();
    const socket = connect(port(), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(answer).not.toMatch(/secret$/);
  },
);
