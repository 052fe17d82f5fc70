import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentBuild, latestBuild, type SourceMaps, type WorkspaceBuild } from '@cytocomm/remote-tools';
import { assertWithinBudget } from '../checks/size-budgets.ts';
import { endWithFailure, readCommandLine } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { knownWorkspaces, ROOT, readWorkspaceNames } from './workspaces.ts';

const run = promisify(execFile);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Builds in a process of its own: webpack keeps one core busy, and two builds at once use both. */
async function buildInChild(name: string, maps: SourceMaps, say: (line: string) => void): Promise<void> {
  const program = [
    join(ROOT, 'tools', 'commands', 'build-workspace.ts'),
    name,
    ...(maps === 'hidden' ? ['--maps'] : []),
  ];
  const building = run(process.execPath, program, { cwd: ROOT });
  const kill = () => void building.child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    const { stdout } = await building;
    say(stdout.trimEnd());
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new CannotStart(`${name} does not build:\n${words}`, { cause: error });
  } finally {
    process.off('exit', kill);
  }
}

/** Sources that were edited while webpack ran do not matter here: the next build takes them in. */
function built(name: string): WorkspaceBuild {
  const build = latestBuild(join(ROOT, name));
  if (!build) throw new Error(`${name} left no build behind`);
  return build;
}

/**
 * Builds what changed among the named workspaces, as many at once as there are cores; `maps` are for what is published,
 * and take time. Throws with webpack's words.
 */
export async function buildChanged(
  names: readonly string[],
  say: (line: string) => void = print,
  maps: SourceMaps = 'none',
): Promise<WorkspaceBuild[]> {
  const waiting = names.filter((name) => !currentBuild(join(ROOT, name), 'production', maps));
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await buildInChild(name, maps, say);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), waiting.length) }, worker));
  return names.map(built);
}

/** The same for what is to be released: throws CannotStart, too, when a build is larger than it may be. */
export async function buildWithinBudget(names: readonly string[], maps?: SourceMaps): Promise<WorkspaceBuild[]> {
  const builds = await buildChanged(names, print, maps);
  assertWithinBudget(builds);
  return builds;
}

const USAGE = `usage: npm run build                build what changed
       npm run build WORKSPACE …   build these where they changed: shell, or a remote by its name`;

async function build(): Promise<void> {
  const { positionals: named } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const names = named.length > 0 ? knownWorkspaces(named) : readWorkspaceNames();
  for (const { release } of await buildWithinBudget(names)) print(`${release.name} ${release.release}`);
}

if (import.meta.main) build().catch(endWithFailure);
