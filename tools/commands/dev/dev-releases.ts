import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { type BuildListener, type FederationRuntime, type ReleaseStore, watchWorkspace } from '@cytocomm/remote-tools';
import { type HotChannel, HotUpdates } from '@cytocomm/remote-tools/dev-server';
import { ROOT } from '../root.ts';

/**
 * How many releases of a workspace stay while it is worked on. A page that is open asks for those of its lock: it catches up
 * with what has been built since when it loads the first component of a remote.
 */
const MAX_KEPT_RELEASES = 10;

/** The newest release of each watched workspace. */
export interface DevReleases {
  /** By name; one that does not build yet is missing. */
  readonly newest: ReadonlyMap<string, Release>;
  close(): Promise<void>;
}

/** Removes all but the newest releases of a workspace: a day of work makes hundreds. */
export function dropOldReleases(releasesDir: string, name: string): void {
  const dir = join(releasesDir, name);
  const byAge = readdirSync(dir)
    .map((release) => ({ path: join(dir, release), made: statSync(join(dir, release)).mtimeMs }))
    .sort((a, b) => b.made - a.made);
  for (const { path } of byAge.slice(MAX_KEPT_RELEASES)) rmSync(path, { recursive: true, force: true });
}

/** How workspaces are watched. */
export interface WatchOptions {
  /** By default the shell's own. */
  readonly runtime?: FederationRuntime;
  /** Is told of each build, after `changed`, so that a page that loads again gets it; without, builds have no hot updates. */
  readonly channel?: HotChannel;
}

/**
 * Builds the named workspaces for development and publishes a release of each into the store, now and whenever its
 * sources change. Resolves when each has built or failed once; from then on `changed` is called after each new release and
 * returns whether pages get it.
 */
export async function watchReleases(
  names: readonly string[],
  store: ReleaseStore,
  buildDir: string,
  say: (line: string) => void,
  changed: () => boolean,
  { runtime = 'own', channel }: WatchOptions = {},
): Promise<DevReleases> {
  const newest = new Map<string, Release>();
  let complete = false;

  const watches = names.map((name) => {
    const first = Promise.withResolvers<void>();
    const updates = channel && new HotUpdates();
    const listener: BuildListener = {
      built({ distDir }, hash) {
        const release = store.publish(distDir);
        const before = newest.get(name)?.release;
        newest.set(name, release);
        dropOldReleases(store.releasesDir, name);
        if (before !== release.release) say(`  built ${name} ${release.release}`);
        const isServed = !complete || before === release.release || changed();
        if (isServed && updates) channel?.built({ release, distDir, hash, updates });
        first.resolve();
      },
      failed(words, faults) {
        channel?.failed(name, faults);
        say(`  ${name} does not build:\n${words}`);
        first.resolve();
      },
    };
    const watch = watchWorkspace(join(ROOT, name), join(buildDir, name), listener, { runtime, updates });
    return { watch, first: first.promise };
  });
  await Promise.all(watches.map(({ first }) => first));
  complete = true;
  return { newest, close: async () => void (await Promise.all(watches.map(({ watch }) => watch.close()))) };
}
