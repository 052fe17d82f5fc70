import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { until } from '../../services/api/src/testing/clock.ts';
import { caddyEdge } from '../../tools/commands/stack/edge.ts';
import { bringProgram } from '../testing/system-program.ts';

/** What a page is sent with. */
const PAGE_HEADERS = {
  'Content-Security-Policy': 'x'.repeat(600),
  'Permissions-Policy': 'x'.repeat(900),
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Request-Id': '8a5f6d0e-0f5c-4b0a-9d1e-2b8f0c9d7e11',
  'X-Portal-Lock': 'a'.repeat(64),
  'Set-Cookie': 'portal-lock=x',
  Vary: 'Accept-Encoding',
};

it('what Caddy itself says of a request has no address of a person, no token and no header', async () => {
  bringProgram('caddy');
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'caddy-log-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const service = createServer((_request, response) => response.writeHead(200, PAGE_HEADERS).end('well')).listen(
    0,
    '127.0.0.1',
  );
  started.defer(() => void service.close().closeAllConnections());
  await once(service, 'listening');
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const { port } = address;
  const outer = `127.0.0.1:${await freePort()}`;
  const caddy = caddyEdge(dir, {
    services: new Map(['api-1', 'api-2', 'web-1', 'web-2'].map((name) => [name, `127.0.0.1:${port}`] as const)),
    operatorPorts: { api: port, web: port },
    outer,
    inner: `127.0.0.1:${await freePort()}`,
    metrics: `127.0.0.1:${await freePort()}`,
  });
  // Which lines have the request depends on the version of Caddy; 2.6 has it at debug only.
  const file = join(dir, 'Caddyfile');
  writeFileSync(file, readFileSync(file, 'utf8').replace('log default {', 'log default {\n\t\tlevel DEBUG'));
  const running = caddy.start();
  started.defer(() => running.stop());
  await running.ready();
  const path = '/api/users/hugo@x.example?token=secret-token';
  expect(await (await fetch(`http://${outer}${path}`, { headers: { Cookie: 'portal=secret-session' } })).text()).toBe(
    'well',
  );
  const readLog = () => readFileSync(caddy.errorFile, 'utf8');
  await until('Caddy to say so', () => readLog().includes('"uri":"/api/users/[cut]"'));
  expect(readLog()).not.toMatch(/hugo|secret-token|secret-session/);
  // By its own minute, with the id of the request and little else: 250 MB are days.
  const lines = () => readFileSync(caddy.logFile, 'utf8').split('\n');
  const line = await until('the line', () => lines().find((each) => each.includes('"uri":"/api/users/[cut]"')));
  expect(line.length).toBeLessThanOrEqual(400);
  expect(JSON.parse(line)).toMatchObject({
    ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    level: 'info',
    resp_headers: { 'X-Request-Id': ['8a5f6d0e-0f5c-4b0a-9d1e-2b8f0c9d7e11'] },
  });
}, 60_000);
