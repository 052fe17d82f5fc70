import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/listener';
import { bringProgram } from '../../testing/system-program.ts';
import { caddyEdge, nginxEdge } from '../edge.ts';
import type { EdgeProgram } from '../edge-program.ts';

const EDGES = { nginx: nginxEdge, caddy: caddyEdge } as const;

/**
 * Starts an edge before two processes, given by host and port, which are both services, and stops it with the rest of a
 * test. `operatorPort` is where Caddy asks each of them. Returns its address.
 */
export async function startEdgeBefore(
  started: AsyncDisposableStack,
  name: EdgeProgram,
  processes: readonly [one: string, two: string],
  operatorPort: number,
): Promise<string> {
  bringProgram(name);
  const dir = mkdtempSync(join(tmpdir(), 'edge-before-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const places = ['api', 'web'].flatMap((service) =>
    processes.map((place, index) => [`${service}-${index + 1}`, place] as const),
  );
  const outer = `127.0.0.1:${await freePort()}`;
  const running = EDGES[name](dir, {
    services: new Map(places),
    operatorPorts: { api: operatorPort, web: operatorPort },
    outer,
    inner: `127.0.0.1:${await freePort()}`,
    metrics: `127.0.0.1:${await freePort()}`,
  }).start();
  started.defer(() => running.stop());
  await running.ready();
  return `http://${outer}`;
}
