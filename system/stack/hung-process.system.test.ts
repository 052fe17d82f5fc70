import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { problemSchema } from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import { until } from '../../services/api/src/testing/clock.ts';
import { MAY_BE_DONE, startEdgeBefore } from './testing/small-stack.ts';

// A process that hangs takes connections and never answers: the system accepts them for it.

const PROGRAM = join(import.meta.dirname, 'testing', 'answering-program.ts');
/** What the portal's pages wait for a call, in ms (packages/http). */
const PAGES_WAIT_MS = 15_000;
/** What the edges wait for an answer. */
const EDGE_WAITS_MS = 8000;
const CLIENTS = 10;
/** At nginx places of their own. */
const CHANGED_PATHS = ['/api/events/1', '/api/admin/press-releases/1'];
/** Of each method at each path: so many that the hung process has some. */
const CHANGES = 5;

async function startProcess(started: AsyncDisposableStack, host: string, ports: readonly number[]) {
  const child = spawn(process.execPath, [PROGRAM, host, ...ports.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  started.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  return { child, place: `${host}:${ports[0]}` };
}

it.concurrent.each(['nginx', 'caddy'] as const)(
  'behind %s every read is answered while one of two processes hangs, soon by the other alone, and both after it',
  async (edge) => {
    await using started = new AsyncDisposableStack();
    const ports = [await freePort(), await freePort()];
    const hung = await startProcess(started, '127.0.0.21', ports);
    const other = await startProcess(started, '127.0.0.22', ports);
    const url = await startEdgeBefore(started, edge, [hung.place, other.place], ports[1] ?? 0);
    const read = async (path: string) => {
      const began = performance.now();
      const answer = await fetch(url + path);
      return { status: answer.status, by: Number(await answer.text()), ms: performance.now() - began };
    };
    /** Each client reads calls and pages, which have processes of their own. */
    const readAll = async () =>
      (await Promise.all(Array.from({ length: CLIENTS }, () => [read('/api/events'), read('/page')]).flat())).sort(
        (one, two) => one.ms - two.ms,
      );
    const change = async (method: string, path: string) => {
      const began = performance.now();
      const answer = await fetch(url + path, { method, body: '{}' });
      const isSoon = performance.now() - began < EDGE_WAITS_MS;
      const done = isSoon ? 'done at once' : 'done late';
      if (answer.status === 200) return { method, ending: done };
      const { status, detail } = problemSchema.parse(await answer.json());
      return { method, ending: `told with ${status} and ${answer.headers.get('retry-after')}: ${detail}` };
    };
    await until('both to answer', async () => new Set((await readAll()).map(({ by }) => by)).size === 2);

    hung.child.kill('SIGSTOP');
    // At the start the edge does not know.
    const first = readAll();
    const changed = Promise.all(
      ['POST', 'PUT', 'DELETE', 'PATCH'].flatMap((method) =>
        CHANGED_PATHS.flatMap((path) => Array.from({ length: CHANGES }, () => change(method, path))),
      ),
    );
    const asItBegan = await first;
    expect(asItBegan).toEqual(asItBegan.map((one) => ({ ...one, status: 200, by: other.child.pid })));
    expect(asItBegan.at(-1)?.ms).toBeLessThan(PAGES_WAIT_MS);
    // A change that the hung one has is not sent again: its sender is told, within the same time.
    const changes = await changed;
    const late = changes.filter(({ ending }) => ending !== 'done at once');
    expect(late).toEqual(late.map((one) => ({ ...one, ending: `told with 503 and 5: ${MAY_BE_DONE}` })));
    // Now it knows: only the one that tries waits.
    const later = await readAll();
    expect(later).toEqual(later.map((one) => ({ ...one, status: 200, by: other.child.pid })));
    expect(later.at(-3)?.ms).toBeLessThan(PAGES_WAIT_MS / 5);

    hung.child.kill('SIGCONT');
    await until('both to answer again', async () => new Set((await readAll()).map(({ by }) => by)).size === 2);
  },
  90_000,
);
