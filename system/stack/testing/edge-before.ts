import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { caddyEdge, nginxEdge } from '../../../tools/commands/stack/edge.ts';
import type { EdgeProgram } from '../../../tools/commands/stack/edge-program.ts';
import { bringProgram } from '../../testing/system-program.ts';

const EDGES = { nginx: nginxEdge, caddy: caddyEdge } as const;
const FILES = { nginx: 'nginx.conf', caddy: 'Caddyfile' } as const;

/** An edge of a test. */
interface EdgeBefore {
  readonly url: string;
  /** Its file, as it runs. */
  readonly file: string;
  /** Has it read its file again. Throws when it does not take it. */
  reload(): Promise<void>;
}

/**
 * Starts an edge before two processes, given by host and port, which are both services, and stops it with the rest of a
 * test. `operatorPort` is where Caddy asks each of them.
 */
export async function runEdgeBefore(
  started: AsyncDisposableStack,
  name: EdgeProgram,
  processes: readonly [one: string, two: string],
  operatorPort: number,
): Promise<EdgeBefore> {
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
  return { url: `http://${outer}`, file: join(dir, FILES[name]), reload: () => running.reload() };
}

/** Does the same, and returns the edge's address alone. */
export async function startEdgeBefore(...edge: Parameters<typeof runEdgeBefore>): Promise<string> {
  return (await runEdgeBefore(...edge)).url;
}
