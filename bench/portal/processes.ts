import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The checkout's root folder. */
export const ROOT = dirname(dirname(import.meta.dirname));

const START_TIMEOUT_MS = 180_000;
const startedSchema = z.object({ url: z.url() });

/** A program in a process of its own, until it is disposed of. It ends with this process, however that ends. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** The line by which it said that it is ready. */
  readonly line: string;
}

/** Starts a program; resolves when it has written a line that matches `ready`. Rejects with what it wrote when it ends before. */
export async function startProgram(args: readonly string[], env: NodeJS.ProcessEnv, ready: RegExp): Promise<Program> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    // The channel ends a portal or a bare server when this process ends; what is below ends the others.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  });
  const stop = () => void child.kill('SIGTERM');
  process.once('exit', stop);
  const ended = once(child, 'exit').finally(() => process.off('exit', stop));
  const timer = setTimeout(stop, START_TIMEOUT_MS);
  let [printed, isReady] = ['', false];
  for await (const text of createInterface({ input: child.stdout ?? Readable.from([]) })) {
    isReady = ready.test(text);
    printed = isReady ? text : `${printed}${text}\n`;
    if (isReady) break;
  }
  clearTimeout(timer);
  if (!isReady) throw new Error(`${args[0]} ended or was not ready in time. It printed:\n${printed}`);
  // What comes now is read and dropped, as a file would take it.
  child.stdout?.resume();
  return {
    pid: child.pid ?? 0,
    line: printed,
    async [Symbol.asyncDispose]() {
      stop();
      await ended;
    },
  };
}

async function startServer(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const program = await startProgram(args, { PATH: process.env.PATH, NODE_ENV: 'production', ...env }, /"url":/);
  return { ...program, url: startedSchema.parse(JSON.parse(program.line)).url };
}

/** Starts the bare contender over the portal's database, with the files of a folder. */
export function startBare(mongoUri: string, filesDir = '') {
  return startServer([join(import.meta.dirname, 'bare-server.ts'), mongoUri, filesDir]);
}

/** Starts services/web as in production, over folders of its own. */
export function startWeb(env: Readonly<Record<string, string>>) {
  const main = join(dirname(fileURLToPath(import.meta.resolve('@cytocomm/web'))), 'main.ts');
  return startServer([main], { PORT: '0', OPERATOR_PORT: '0', DRAIN_DELAY: '0', ...env });
}
