import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOT_BUILDS_PATH } from '@cytocomm/composition';
import { LockRefused } from '@cytocomm/releases';
import { type FederationRuntime, openReleaseStore } from '@cytocomm/remote-tools';
import { createHotChannel } from '@cytocomm/remote-tools/dev-server';
import { announce, askToRunAgain, say, startUntilAsked } from '../portal/command.ts';
import { type PagesSource, startPortal } from '../portal/portal.ts';
import { CannotStart, readStartSettings } from '../portal/settings.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { watchReleases } from './dev-releases.ts';

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

    const compose = () => {
      const shell = releases.newest.get('shell');
      if (!shell) throw new CannotStart('The shell does not build, so there are no pages; webpack says why above.');
      store.promote(
        shell,
        [...releases.newest.values()].filter((release) => release !== shell),
      );
    };
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

    say('Building for development …');
    const releases = await watchReleases(readWorkspaceNames(), store, join(dir, 'building'), say, recompose, {
      runtime,
      channel,
    });
    try {
      compose();
    } catch (error) {
      await releases.close();
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
          return releases.close();
        },
      },
    };
  };

/** The whole portal on development builds that follow the sources. Throws CannotStart. */
export async function servePortal(runtime: FederationRuntime = 'own'): Promise<void> {
  const startedAt = performance.now();
  const settings = await readStartSettings(process.env);
  if (settings.NODE_ENV === 'production')
    throw new CannotStart('npm run dev is for development; with NODE_ENV=production use npm start.');
  const portal = await startUntilAsked(() => startPortal(settings, say, watchedPages(runtime), 'npm run dev'));
  announce(portal.addresses, startedAt);
  askToRunAgain(portal);
  say('  Sources are watched: open pages replace what a change has touched, and reload where that cannot be.');
}
