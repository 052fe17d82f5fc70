import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../root.ts';

const runSchema = z.object({
  lanes: z.array(z.object({ name: z.string(), seconds: z.number() })).readonly(),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })).readonly(),
});
const keptSchema = z.record(z.string(), runSchema);

/** How long the lanes and files of a test command took, in seconds. */
export type Times = z.output<typeof runSchema>;

/** Where the times of each test command's last run are kept. */
const TIMES_FILE = join(ROOT, '.portal', 'test-times.json');
const SHOWN_FILES = 10;

function readKept(path: string): Record<string, Times> {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Keeps the times of a run in place of those of the command's run before, which it returns where there was one. */
export function keepTimes(command: string, times: Times, path = TIMES_FILE): Times | undefined {
  const kept = readKept(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify({ ...kept, [command]: times }, null, 2)}\n`);
  return kept[command];
}

const line = (name: string, seconds: number, before: number | undefined) =>
  `${seconds.toFixed(1).padStart(8)} s  ${name}${before === undefined ? '' : ` (before: ${before.toFixed(1)} s)`}`;

/** Returns the lines for the console: the time of each lane and the ten slowest files, beside those of the run before. */
export function showTimes({ lanes, files }: Times, before?: Times): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN_FILES);
  const laneBefore = (name: string) => before?.lanes.find((lane) => lane.name === name)?.seconds;
  const fileBefore = (path: string) => before?.files.find(({ file }) => file === path)?.seconds;
  return [
    '\nLanes',
    ...lanes.map(({ name, seconds }) => line(name, seconds, laneBefore(name))),
    ...(slowest.length > 0 ? ['\nSlowest files'] : []),
    ...slowest.map(({ file, seconds }) => line(file, seconds, fileBefore(file))),
  ].join('\n');
}
