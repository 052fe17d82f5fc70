import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { caddyEdge } from '../../tools/commands/stack/edge.ts';
import { bringProgram } from '../testing/system-program.ts';

it('Caddy shows metrics at the place of their own, and nothing of them to browsers', async () => {
  bringProgram('caddy');
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'caddy-metrics-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const service = createServer((_request, response) => response.end('a page')).listen(0, '127.0.0.1');
  started.defer(() => void service.close().closeAllConnections());
  await once(service, 'listening');
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const { port } = address;
  const [outer, metrics] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const caddy = caddyEdge(dir, {
    services: new Map(['api-1', 'api-2', 'web-1', 'web-2'].map((name) => [name, `127.0.0.1:${port}`] as const)),
    operatorPorts: { api: port, web: port },
    outer,
    inner: `127.0.0.1:${await freePort()}`,
    metrics,
  });
  const running = caddy.start();
  started.defer(() => running.stop());
  await running.ready();
  const shown = await fetch(`http://${metrics}/metrics`);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toMatch(/^process_start_time_seconds /m);
  expect(await (await fetch(`http://${metrics}/config/`)).text()).toBe('');
  expect(await (await fetch(`http://${outer}/metrics`)).text()).toBe('a page');
}, 60_000);
