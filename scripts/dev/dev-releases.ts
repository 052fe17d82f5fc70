import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { type BuildListener, type FederationRuntime, type ReleaseStore, watchWorkspace } from '@cytocomm/remote-tools';
import { ROOT } from '../root.ts';

/** How many releases of a workspace stay while it is worked on: enough for a page that is just loading. */
const MAX_KEPT_RELEASES = 3;

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

/**
 * Builds the named workspaces for development and publishes a release of each into the store, now and whenever its
 * sources change. Resolves when each has built or failed once; from then on `changed` is called after each new release.
 */
export async function watchReleases(
  names: readonly string[],
  store: ReleaseStore,
  buildDir: string,
  say: (line: string) => void,
  changed: () => void,
  runtime: FederationRuntime = 'own',
): Promise<DevReleases> {
  const newest = new Map<string, Release>();
  let complete = false;

  const watches = names.map((name) => {
    const first = Promise.withResolvers<void>();
    const listener: BuildListener = {
      built({ distDir }) {
        const release = store.publish(distDir);
        const before = newest.get(name)?.release;
        newest.set(name, release);
        dropOldReleases(store.releasesDir, name);
        if (before !== release.release) say(`  built ${name} ${release.release}`);
        if (complete && before !== release.release) changed();
        first.resolve();
      },
      failed(words) {
        say(`  ${name} does not build:\n${words}`);
        first.resolve();
      },
    };
    const watch = watchWorkspace(join(ROOT, name), join(buildDir, name), listener, runtime);
    return { watch, first: first.promise };
  });
  await Promise.all(watches.map(({ first }) => first));
  complete = true;
  return { newest, close: async () => void (await Promise.all(watches.map(({ watch }) => watch.close()))) };
}
