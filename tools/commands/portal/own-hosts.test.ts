import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusesHost } from './listener.ts';

const refuses = refusesHost('https://portal.example');
const server = createServer((asked, response) => {
  if (!refuses(asked, response)) response.end('welcome');
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => server.close());

function ask(host: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, headers: { host }, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:1',
  '127.0.0.1:80',
  '[::1]:3000',
  'a.localhost',
  'portal.example',
  'portal.example:443',
])('a portal is %s', async (host) => {
  await expect(ask(host)).resolves.toBe(200);
});

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'portal.example.evil.example',
  'x@localhost',
  'localhost/x',
  'localhost, evil.example',
  ' ',
  '%6cocalhost',
  'localhost:port',
])('and is not "%s"', async (host) => {
  await expect(ask(host)).resolves.toBe(421);
});
