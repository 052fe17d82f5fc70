import { once } from 'node:events';
import { createServer as createSilentServer, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { makeCertificate } from '../../testing/smtp.ts';
import { showCertificate } from './metrics.ts';

const BEGIN = 'portal_certificate_begin_timestamp_seconds';
const END = 'portal_certificate_end_timestamp_seconds';
const DAY_MS = 86_400_000;

const started = new AsyncDisposableStack();
afterAll(() => started.disposeAsync());

/** Opens a server; returns its port and how often somebody came. */
async function open(server: Server) {
  let came = 0;
  server.on('connection', (socket) => {
    came += 1;
    started.defer(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  started.defer(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, came: () => came };
}

/** The metrics of a portal at an address. */
function metricsOf(publicUrl: string) {
  const registry = new Registry();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  showCertificate(registry, publicUrl, log);
  return { text: () => registry.metrics(), lines };
}

const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

it.each([
  ['is good', -DAY_MS, 90 * DAY_MS],
  ['has ended', -7 * DAY_MS, -DAY_MS],
])('from when to when a certificate is, that %s, is told, and looked at once an hour', async (_, sinceMs, untilMs) => {
  const [begin, end] = [new Date(Date.now() + sinceMs), new Date(Date.now() + untilMs)];
  const { port, came } = await open(createServer(makeCertificate(begin, end)));
  for (const host of ['localhost', '127.0.0.1']) {
    const { text, lines } = metricsOf(`https://${host}:${port}`);
    expect(await text()).toMatch(new RegExp(`^${BEGIN} ${inSeconds(begin)}$`, 'm'));
    expect(await text()).toMatch(new RegExp(`^${END} ${inSeconds(end)}$`, 'm'));
    expect(lines).toEqual([]);
  }
  expect(came()).toBe(2);
});

it.each([
  ['is not there', (server: Server) => void server.close()],
  ['hangs up', (server: Server) => void server.on('connection', (socket) => socket.end())],
  ['says nothing', () => undefined],
])('an edge that %s has no certificate, and a line says so', async (_, prepare) => {
  const server = createSilentServer();
  const { port } = await open(server);
  prepare(server);
  const { text, lines } = metricsOf(`https://127.0.0.1:${port}`);
  for (let times = 0; times < 2; times += 1) expect(await text()).not.toMatch(new RegExp(`^${END}`, 'm'));
  expect(lines).toEqual(['the certificate of PUBLIC_URL could not be read for the metrics']);
});

it('a portal without TLS has none', async () => {
  const { text, lines } = metricsOf('http://localhost:3000');
  expect([await text(), lines]).toEqual(['\n', []]);
});
