import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say, whenAskedToEnd } from '../portal/command.ts';
import { addOutcomes, type Outcome, outcomeOf, saveTimes, showTimes } from './outcome.ts';
import { stopPrograms } from './program.ts';

/** A part of a test command. */
export interface Lane {
  readonly name: string;
  /** Runs it; `results` is a folder of its own for reports. */
  run(results: string): Promise<Outcome>;
}

/** Reads the report that a runner wrote. A runner that failed without a failure in its report counts as one. */
export function readReport<Report>(file: string, exitCode: number, read: (report: Report) => Outcome): Outcome {
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
  whenAskedToEnd(async () => {
    await stopPrograms();
    rmSync(results, { recursive: true, force: true });
    process.exit(1);
  });
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
