import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/listener';
import { until } from '../../services/api/src/testing/until.ts';
import { bringProgram } from '../testing/system-program.ts';
import { caddyEdge } from './edge.ts';

it('what Caddy itself says of a request has no address of a person, no token and no header', async () => {
  bringProgram('caddy');
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'caddy-log-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const service = createServer((_request, response) => response.end('well')).listen(0, '127.0.0.1');
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
  const said = () => readFileSync(caddy.errorFile, 'utf8');
  await until('Caddy to say so', () => said().includes('"uri":"/api/users/[cut]"'));
  expect(said()).not.toMatch(/hugo|secret-token|secret-session/);
}, 60_000);
