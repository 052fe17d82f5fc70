import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median } from '../statistics.ts';
import { openServer } from './server.ts';

/** How many processes write to one trail. */
export const PROCESSES = [1, 2, 4] as const;
const ROUND_MS = 2000;
/** How many rows a process writes at a time: as many requests as are answered at once. */
const AT_ONCE = 16;
const SECRET = 'the secret that seals in this bench, and nowhere else';

/** How the trail is written: to segments, or as the release before did, to one chain. */
type Way = 'segments' | 'shared';

/** Rows a second of so many processes together, round by round. */
export interface AuditFigure {
  readonly processes: number;
  readonly segments: readonly number[];
  readonly shared: readonly number[];
}

interface Writer extends AsyncDisposable {
  /** Writes for so many ms. Returns the number of rows that were stored. */
  write(ms: number): Promise<number>;
}

async function startWriter(uri: string, way: Way): Promise<Writer> {
  const api = dirname(fileURLToPath(import.meta.resolve('@cytocomm/api')));
  const program = join(api, 'testing', 'audit-program.ts');
  const args = ['--disable-warning=ExperimentalWarning', program, uri, SECRET, way, String(AT_ONCE)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env.PATH } });
  const ended = once(child, 'exit');
  const lines: Interface = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return {
    write: async (ms) => {
      const answered = once(lines, 'line');
      child.stdin.write(`${ms}\n`);
      return Number((await answered)[0]);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}

async function round(uri: string, way: Way, count: number): Promise<number> {
  await using writers = new AsyncDisposableStack();
  const all = await Promise.all(Array.from({ length: count }, () => startWriter(uri, way)));
  for (const writer of all) writers.use(writer);
  // Each has opened its connection, and its segment.
  await Promise.all(all.map((writer) => writer.write(ROUND_MS / 4)));
  const rows = await Promise.all(all.map((writer) => writer.write(ROUND_MS)));
  return (rows.reduce((sum, each) => sum + each, 0) / ROUND_MS) * 1000;
}

/** Measures how many rows of the trail processes write a second, with segments and with one chain, in turn. */
export async function measureAudit(rounds: number, say: (line: string) => void): Promise<readonly AuditFigure[]> {
  await using server = await openServer();
  const figures: AuditFigure[] = [];
  for (const processes of PROCESSES) {
    const rates = { segments: [] as number[], shared: [] as number[] };
    for (let turn = 0; turn < rounds; turn += 1) {
      const ways: readonly Way[] = turn % 2 === 0 ? ['segments', 'shared'] : ['shared', 'segments'];
      for (const way of ways) rates[way].push(await round(server.uriOf(`${way}_${processes}_${turn}`), way, processes));
    }
    say(
      `  ${processes} processes: ${Math.round(median(rates.segments))} rows a second, one chain ${Math.round(median(rates.shared))}`,
    );
    figures.push({ processes, ...rates });
  }
  return figures;
}
