import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../../tools/commands/portal/publish-builds.ts';
import { settingsSchema } from '../../../tools/commands/portal/settings.ts';
import { caddyEdge, type EdgeProgram, nginxEdge } from '../../../tools/commands/stack/edge.ts';
import { type Stack, startStack } from '../../../tools/commands/stack/stack.ts';
import { fakeBuild } from '../../../tools/commands/testing/release-builds.ts';
import { ROOT } from '../../../tools/commands/workspaces.ts';
import { bringProgram } from '../../testing/system-program.ts';

const API = readFileSync(join(ROOT, 'services/api/src/platform/database/trouble.ts'), 'utf8');
const [, sentence] = /\bunknown: '(.+)'/.exec(API) ?? [];
if (sentence === undefined) throw new Error('The API has no sentence for a change without an outcome any more.');

/** What an edge says of a change that a process has and did not answer: its outcome in the words of the API. */
export const MAY_BE_DONE = `No process of the service answered. ${sentence}`;
/** What an edge says of a request that no process has. */
export const NOT_SENT = 'No process of the service answers. Try again in a moment.';

const EDGES = { nginx: nginxEdge, caddy: caddyEdge } as const;

/**
 * Starts an edge before two processes, given by host and port, which are both services, and stops it with the rest of a
 * test. `operatorPort` is where Caddy asks each of them. Returns the edge's address.
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
  ...edges: readonly EdgeProgram[]
): Promise<SmallStack> {
  const [edge = 'nginx', ...others] = edges;
  for (const name of [edge, ...others]) bringProgram(name);
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
    edges: [edge, ...others],
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
