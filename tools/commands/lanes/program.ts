import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../workspaces.ts';

/** What is asked to end has this long. */
const STOP_MS = 5000;
/** No program of the tests runs longer: more than twice what the slowest, the suite in Firefox, takes on two cores. */
const DEADLINE_MS = 100 * 60_000;

const running = new Set<ChildProcess>();
let isStopping = false;

/** A signal for a program and everything below it, which is a process group of its own. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Runs a program of this checkout's packages with this terminal; resolves to its exit code, 1 when it did not end in time. */
export function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  deadlineMs = DEADLINE_MS,
): Promise<number> {
  // The process that waits for it is about to end.
  if (isStopping) return new Promise(() => undefined);
  return new Promise((resolve, reject) => {
    const program = join(ROOT, 'node_modules', '.bin', name);
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: 'inherit',
      detached: true,
      env: { ...process.env, ...env },
    });
    running.add(child);
    const late = setTimeout(() => {
      process.stderr.write(`${name} has not ended within ${deadlineMs / 60_000} minutes and is stopped.\n`);
      signalGroup(child, 'SIGKILL');
    }, deadlineMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Ends the programs that run now, with everything that they have started; no further one is started. */
export async function stopPrograms(): Promise<void> {
  isStopping = true;
  await Promise.all(
    [...running].map(async (child) => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      signalGroup(child, 'SIGTERM');
      const impatient = setTimeout(signalGroup, STOP_MS, child, 'SIGKILL');
      await ended;
      clearTimeout(impatient);
      // What took no notice while its parent ended.
      signalGroup(child, 'SIGKILL');
    }),
  );
}
