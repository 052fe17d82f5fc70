import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/listener';
import { until } from '../../services/api/src/testing/until.ts';
import { bringProgram } from '../testing/system-program.ts';
import { caddyEdge, nginxEdge } from './edge.ts';

/** What DRAIN_DELAY of `npm run stack` is; 5 s in production. */
const DRAIN_DELAY_MS = 4000;

// A process that ends closes what is idle: a change that was sent on such a connection at that moment would be lost to its sender.
it.each([
  ['nginx', nginxEdge],
  ['caddy', caddyEdge],
] as const)(
  '%s keeps no idle connection for as long as a process says that it ends',
  async (name, edgeOf) => {
    bringProgram(name);
    await using started = new AsyncDisposableStack();
    const dir = mkdtempSync(join(tmpdir(), 'idle-'));
    started.defer(() => rmSync(dir, { recursive: true, force: true }));
    const serve = async () => {
      const open = new Set<Socket>();
      const server = createServer({ keepAliveTimeout: 75_000 }, (_request, response) => response.end('well'));
      server.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      server.listen(0, '127.0.0.1');
      started.defer(() => void server.close().closeAllConnections());
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('There is no port.');
      return { port: address.port, open };
    };
    const [{ port, open }, operators] = [await serve(), await serve()];
    const outer = `127.0.0.1:${await freePort()}`;
    const running = edgeOf(dir, {
      services: new Map(['api-1', 'api-2', 'web-1', 'web-2'].map((each) => [each, `127.0.0.1:${port}`] as const)),
      operatorPorts: { api: operators.port, web: operators.port },
      outer,
      inner: `127.0.0.1:${await freePort()}`,
      metrics: `127.0.0.1:${await freePort()}`,
    }).start();
    started.defer(() => running.stop());
    await running.ready();
    expect(await (await fetch(`http://${outer}/page`)).text()).toBe('well');
    expect(open.size).toBeGreaterThan(0);
    await until('the edge to close it', () => open.size === 0, DRAIN_DELAY_MS);
  },
  60_000,
);
