import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say, whenLeftAlone } from '../portal/command.ts';
import { ROOT } from '../workspaces.ts';
import { addOutcomes, type Outcome, outcomeOf, saveTimes, showTimes } from './outcome.ts';

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
async function stopPrograms(): Promise<void> {
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

/** A part of a test command. */
export interface Lane {
  readonly name: string;
  /** Runs it; `results` is a folder of its own for reports. */
  run(results: string): Promise<Outcome>;
}

/** Reads the report that a runner wrote. A runner that failed without a failure in its report counts as one. */
export function readReport(file: string, exitCode: number, read: (json: unknown) => Outcome): Outcome {
  const outcome = read(JSON.parse(readFileSync(file, 'utf8')));
  return exitCode !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

async function runLane({ name, run }: Lane, results: string): Promise<Outcome> {
  say(`\n== ${name}`);
  mkdirSync(results);
  try {
    return await run(results);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return outcomeOf(false);
  }
}

/**
 * Runs lanes one after the other, shows and keeps their times and those of their slowest files, and ends with the line
 * 'N passed, N failed'; the exit code is 1 where something failed. `command` is what the times are kept under.
 */
export async function runLanes(command: string, lanes: readonly Lane[]): Promise<void> {
  const results = mkdtempSync(join(tmpdir(), 'portal-test-'));
  const stop = async () => {
    await stopPrograms();
    rmSync(results, { recursive: true, force: true });
    process.exit(1);
  };
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  whenLeftAlone(() => void stop());
  try {
    const outcomes: Outcome[] = [];
    const seconds: { name: string; seconds: number }[] = [];
    for (const [index, lane] of lanes.entries()) {
      const start = performance.now();
      outcomes.push(await runLane(lane, join(results, String(index))));
      seconds.push({ name: lane.name, seconds: (performance.now() - start) / 1000 });
    }
    const total = addOutcomes(outcomes);
    const before = saveTimes(command, { lanes: seconds, files: total.files });
    say(showTimes({ lanes: seconds, files: total.files }, before));
    for (const name of total.skipped) say(`Skipped: ${name}`);
    say(`\n${total.passed} passed, ${total.failed} failed`);
    process.exitCode = total.failed === 0 ? 0 : 1;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
