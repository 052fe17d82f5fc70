import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, rotated } from './statistics.ts';

const run = promisify(execFile);
const PASSES = 3;

/** Median times of cold builds, in ms, each in a process of its own, start of the process included. */
export interface BuildTimes {
  /** By workspace: the shell and each remote. */
  readonly byWorkspace: Readonly<Record<string, number>>;
  /** The shell and all remotes, one after the other. */
  readonly everythingMs: number;
  /** The remote that takes longest. */
  readonly slowestRemote: { readonly name: string; readonly ms: number };
  /** The same sources as one application. */
  readonly monolithMs: number;
}

async function timeBuild(args: readonly string[]): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [join(import.meta.dirname, 'build-once.ts'), ...args]);
  return performance.now() - started;
}

/** Sums up builds by workspace. Throws when there is no remote. */
export function summarise(byWorkspace: Readonly<Record<string, number>>, monolithMs: number): BuildTimes {
  const remotes = Object.entries(byWorkspace).filter(([name]) => name !== 'shell');
  const [name, ms] = remotes.reduce<[string, number]>(
    (slowest, next) => (next[1] > slowest[1] ? next : slowest),
    ['', 0],
  );
  if (name === '') throw new RangeError('there is no remote whose build could be timed');
  const everythingMs = Object.values(byWorkspace).reduce((total, time) => total + time, 0);
  return { byWorkspace, everythingMs, slowestRemote: { name, ms }, monolithMs };
}

/** Times cold builds of the shell, of each remote and of the monolith, in turn, a few times over. */
export async function timeBuilds(
  remotes: readonly string[],
  workDir: string,
  say: (line: string) => void,
): Promise<BuildTimes> {
  const monolith = ['monolith', join(workDir, 'monolith-timed'), ...remotes];
  const builds = ['shell', ...remotes].map((name) => ({ name, args: [name], times: [] as number[] }));
  const ofMonolith = { name: 'monolith', args: monolith, times: [] as number[] };
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { args, times } of rotated([...builds, ofMonolith], pass)) times.push(await timeBuild(args));
    say(`  build pass ${pass + 1} of ${PASSES}`);
  }
  const byWorkspace = Object.fromEntries(builds.map(({ name, times }) => [name, median(times)]));
  return summarise(byWorkspace, median(ofMonolith.times));
}
