import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION } from '@cytocomm/contract';
import { writeAddresses } from './run-file.ts';
import { runningApi } from './running-api.ts';

let dir: string;
let server: Server;
let address: string;
let answer: RequestListener;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'running-api-'));
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const portal = {
  url: 'http://localhost:1',
  mailUrl: null,
  operatorUrl: 'http://localhost:2',
  mongoUri: 'x',
  pid: process.pid,
};

test('is this checkout’s while no portal runs over the folder', async () => {
  await expect(runningApi(dir)).resolves.toBe(API_VERSION);
});

test('is that of the portal that runs over the folder', async () => {
  writeAddresses(dir, { ...portal, api: '7.1.0' });
  await expect(runningApi(dir)).resolves.toBe('7.1.0');
});

test('is the first one when a portal runs that did not write it down yet', async () => {
  writeFileSync(join(dir, 'run.json'), JSON.stringify(portal));
  await expect(runningApi(dir)).resolves.toBe('1.0.0');
});

test('is that of the portal at a named address', async () => {
  writeAddresses(dir, { ...portal, api: '7.1.0' });
  answer = (request, response) =>
    response.end(request.url === '/api/openapi.json' ? '{"info":{"version":"3.2.1"}}' : 'another address');
  await expect(runningApi(dir, `${address}/anything`)).resolves.toBe('3.2.1');
});

test.each<[string, RequestListener, string]>([
  ['a page', (_, response) => response.end('<!doctype html>'), 'cannot be read'],
  ['an error', (_, response) => response.writeHead(503).end('{}'), 'the answer is 503'],
  ['a redirect', (_, response) => response.writeHead(302, { Location: '/' }).end(), 'cannot be read'],
  ['a cut answer', (_, response) => response.destroy(), 'cannot be read'],
  ['more than a document', (_, response) => response.end(`"${'x'.repeat(5_000_000)}"`), 'larger than 5000000 bytes'],
  ['another document', (_, response) => response.end('{"info":{}}'), 'says no version of the API'],
  ['nothing', (_, response) => response.end('null'), 'says no version of the API'],
])('is not known when there is %s', async (_, listener, words) => {
  answer = listener;
  await expect(runningApi(dir, address)).rejects.toThrow(words);
  await expect(runningApi(dir, address)).rejects.toThrow(`${address}/api/openapi.json`);
});

test.each(['', 'portal.example', 'file:///etc/passwd'])('is not asked for at "%s"', async (named) => {
  await expect(runningApi(dir, named)).rejects.toThrow('--api wants the address of a portal');
});
