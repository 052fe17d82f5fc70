import type { Lock } from '@cytocomm/contract';
import { type FileRound, inTurn } from './rounds.ts';
import { type FileServer, nginxVersion, startNginx } from './servers.ts';

/** One release file by services/web and by nginx; in each round the two right after one another. */
export interface ReleaseFileFigures {
  readonly path: string;
  readonly bytes: number;
  readonly nginx: string;
  readonly rounds: readonly { readonly ours: FileRound; readonly theirs: FileRound }[];
}

/**
 * Serves the largest script of a lock by services/web and by nginx from one folder, both packed with gzip beforehand. Undefined
 * where nginx is not installed, after saying so.
 */
export async function measureReleaseFiles(
  portal: FileServer,
  releasesDir: string,
  lock: Pick<Lock, 'shell' | 'remotes'>,
  workDir: string,
  rounds: number,
  say: (line: string) => void,
): Promise<ReleaseFileFigures | undefined> {
  const version = nginxVersion();
  if (version === undefined) {
    say('Release files are not measured: that needs an nginx with gzip_static on the path.');
    return undefined;
  }
  const scripts = [lock.shell, ...lock.remotes].flatMap(({ name, release, files }) =>
    files
      .filter(({ path }) => /^[^.].*\.js$/.test(path))
      .map(({ path, bytes }) => ({ path: `/releases/${name}/${release}/${path}`, bytes })),
  );
  const { path, bytes } = scripts.reduce((largest, script) => (script.bytes > largest.bytes ? script : largest));
  await using nginx = await startNginx(releasesDir, workDir, path);
  return { path, bytes, nginx: version, rounds: await inTurn([portal, path, 'gzip'], [nginx, path, 'gzip'], rounds) };
}
