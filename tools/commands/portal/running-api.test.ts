import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiVersionAt } from './running-api.ts';

let server: Server;
let address: string;
let answer: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('is that of the portal at a named address', async () => {
  answer = (request, response) =>
    response.end(request.url === '/api/openapi.json' ? '{"info":{"version":"3.2.1"}}' : 'another address');
  await expect(apiVersionAt(new URL(`${address}/anything`))).resolves.toBe('3.2.1');
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
  await expect(apiVersionAt(new URL(address))).rejects.toThrow(words);
  await expect(apiVersionAt(new URL(address))).rejects.toThrow(`${address}/api/openapi.json`);
});
