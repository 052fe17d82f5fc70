import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../../tools/commands/portal/publish-builds.ts';
import { settingsSchema } from '../../../tools/commands/portal/settings.ts';
import { caddyEdge, type EdgeProgram, nginxEdge } from '../../../tools/commands/stack/edge.ts';
import { type Stack, startStack } from '../../../tools/commands/stack/stack.ts';
import { fakeBuild } from '../../../tools/commands/testing/release-builds.ts';
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

const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A stack of small releases, with a database of its own, until it is disposed of. */
export interface SmallStack extends AsyncDisposable {
  readonly stack: Stack;
  /** What it tells the person at the terminal. */
  readonly lines: readonly string[];
  /** Addresses of two pages, one of them made from what the API answers, and of a release file. */
  readonly pages: readonly string[];
}

/** Starts a small stack on free ports; `given` are settings of it and of the services. Its edge is nginx by default. */
export async function startSmallStack(
  given: Readonly<Record<string, string>> = {},
  edge: EdgeProgram = 'nginx',
): Promise<SmallStack> {
  bringProgram(edge);
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(SCRATCH, 'small-stack-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const lines: string[] = [];
  const builds = [
    fakeBuild(dir, 'shell'),
    fakeBuild(dir, 'mfe-lab'),
    fakeBuild(dir, 'mfe-figures', { list: '/api/press-releases' }),
  ];
  const stack = await startStack({
    settings: settingsSchema.parse({ NODE_ENV: 'test', PORT: '0', DATA_DIR: join(dir, 'data'), ...given }),
    given: { ...PROGRAM_ENVIRONMENT, ...given },
    promote: (desk) => publishBuilds(desk, builds, { by: 'test', reason: 'a test' }),
    edges: [edge],
    say: (line) => void lines.push(line),
  });
  started.defer(() => stack.stop());
  const resources = started.move();
  return {
    stack,
    lines,
    pages: ['/lab', '/figures', `/releases/mfe-lab/${builds[1]?.release.release}/entry.js`],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
