import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOT_BUILDS_PATH } from '@cytocomm/composition';
import type { Release } from '@cytocomm/contract';
import { LockRefused } from '@cytocomm/releases';
import { type BuildListener, type FederationRuntime, openReleaseStore, watchWorkspace } from '@cytocomm/remote-tools';
import { createHotChannel, HotUpdates } from '@cytocomm/remote-tools/dev-server';
import { announce, askToRunAgain, readStartSettings, say, startUntilAsked } from '../portal/command.ts';
import { type PagesSource, startPortal } from '../portal/portal.ts';
import { CannotStart } from '../portal/settings.ts';
import { ROOT, readWorkspaceNames } from '../workspaces.ts';

/**
 * How many releases of a workspace stay while it is worked on. A page that is open asks for those of its lock: it catches up
 * with what has been built since when it loads the first component of a remote.
 */
const MAX_KEPT_RELEASES = 10;

/** Removes all but the newest releases of a workspace: a day of work makes hundreds. */
export function dropOldReleases(releasesDir: string, name: string): void {
  const dir = join(releasesDir, name);
  const byAge = readdirSync(dir)
    .map((release) => ({ path: join(dir, release), made: statSync(join(dir, release)).mtimeMs }))
    .sort((a, b) => b.made - a.made);
  for (const { path } of byAge.slice(MAX_KEPT_RELEASES)) rmSync(path, { recursive: true, force: true });
}

/** A script of a release that is in the store. */
const RELEASED_SCRIPT = /^\/releases\/((?:[\w-][\w.-]*\/)+[\w-][\w.-]*\.js)$/;

/** Returns the source map of a script in the store; undefined where there is none. */
function mapIn(releasesDir: string, script: string): Buffer | undefined {
  const [, path] = RELEASED_SCRIPT.exec(script) ?? [];
  try {
    return path === undefined ? undefined : readFileSync(join(releasesDir, `${path}.map`));
  } catch {
    return undefined;
  }
}

/**
 * Development builds of everything, in a store of their own that is emptied at the start: the releases and locks that
 * `npm start` and `npm run release` keep are left alone. Each rebuild makes a new lock for pages that load, and open pages
 * replace what has changed in place.
 */
const watchedPages =
  (runtime: FederationRuntime): PagesSource =>
  async (dataDir) => {
    const dir = join(dataDir, 'dev');
    rmSync(dir, { recursive: true, force: true });
    const store = openReleaseStore(dir);
    const channel = createHotChannel((script) => mapIn(store.releasesDir, script));

    const newest = new Map<string, Release>();
    let isComplete = false;

    const compose = () => {
      const shell = newest.get('shell');
      if (!shell) throw new CannotStart('The shell does not build, so there are no pages; webpack says why above.');
      store.promote(
        shell,
        [...newest.values()].filter((release) => release !== shell),
      );
    };
    /** Returns whether pages get what has been built. */
    const recompose = () => {
      try {
        compose();
        return true;
      } catch (error) {
        if (!(error instanceof LockRefused)) throw error;
        say(`${error.message}\nThe pages stay as they were.`);
        channel.failed('The lock', [{ text: `${error.message}\nThe pages stay as they were.` }]);
        return false;
      }
    };
    /** Publishes a release of a workspace now and whenever its sources change. */
    const watch = (name: string) => {
      const first = Promise.withResolvers<void>();
      const updates = new HotUpdates();
      const listener: BuildListener = {
        built({ distDir }, hash) {
          const release = store.publish(distDir);
          const before = newest.get(name)?.release;
          newest.set(name, release);
          dropOldReleases(store.releasesDir, name);
          if (before !== release.release) say(`  built ${name} ${release.release}`);
          // After the lock, so that a page that loads again gets it.
          if (!isComplete || before === release.release || recompose())
            channel.built({ release, distDir, hash, updates });
          first.resolve();
        },
        failed(words, faults) {
          channel.failed(name, faults);
          say(`  ${name} does not build:\n${words}`);
          first.resolve();
        },
      };
      const watching = watchWorkspace(join(ROOT, name), join(dir, 'building', name), listener, { runtime, updates });
      return { watching, first: first.promise };
    };

    say('Building for development …');
    const watches = readWorkspaceNames().map(watch);
    const close = async () => void (await Promise.all(watches.map(({ watching }) => watching.close())));
    await Promise.all(watches.map(({ first }) => first));
    isComplete = true;
    try {
      compose();
    } catch (error) {
      await close();
      throw error;
    }
    return {
      folders: { RELEASES_DIR: store.releasesDir, LOCKS_DIR: store.locksDir },
      development: {
        scripts: [],
        scriptFolders: [HOT_BUILDS_PATH],
        handle: channel.handle,
        close() {
          channel.close();
          return close();
        },
      },
    };
  };

/** The whole portal on development builds that follow the sources. Throws CannotStart. */
export async function servePortal(runtime: FederationRuntime = 'own'): Promise<void> {
  const startedAt = performance.now();
  const notHere = 'npm run dev is for development; with NODE_ENV=production use npm start.';
  const settings = await readStartSettings(process.env, notHere);
  const portal = await startUntilAsked(() => startPortal(settings, say, watchedPages(runtime), 'npm run dev'));
  announce(portal.addresses, startedAt);
  askToRunAgain(portal);
  say('  Sources are watched: open pages replace what a change has touched, and reload where that cannot be.');
}
