import { once } from 'node:events';
import { connect } from 'node:net';
import { createListener, type Listener } from './listener.ts';
import { refuseForeignHosts } from './trusted-hosts.ts';

let listener: Listener;
let port: number;
beforeAll(async () => {
  const check = refuseForeignHosts(['api-1']);
  listener = createListener((request, response) => check(request, response, () => response.end('in')));
  port = await listener.listen(0, '127.0.0.1');
});
afterAll(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

async function statusFor(hostLine: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => {
    response += String(chunk);
  });
  socket.end(`GET / HTTP/1.1\r\n${hostLine}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  return Number(response.slice(9, 12));
}

it.each([
  'localhost',
  'LOCALHOST:3001',
  '127.0.0.1',
  '127.0.0.1:99',
  '[::1]:3001',
  '10.2.3.4:3001',
  'api-1:3001',
  'API-1',
])('answers at %s', async (host) => expect(await statusFor(`Host: ${host}\r\n`)).toBe(200));

it.each([
  'evil.example',
  'evil.example:3001',
  'localhost.evil.example',
  'api-1.evil.example',
  'api-2',
  '127.0.0.1.evil.example',
  'evil.example@localhost',
  'localhost:3001@evil.example',
  'localhost\\evil.example',
  'localhost/evil',
  '[::1]evil.example',
  '[evil.example]',
  '',
])('refuses %j', async (host) => expect(await statusFor(`Host: ${host}\r\n`)).toBe(421));

it('refuses a request without the header', async () => {
  expect(await statusFor('')).toBe(400);
});
