import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LockRefused } from '@cytocomm/releases';
import { type FederationRuntime, openReleaseStore } from '@cytocomm/remote-tools';
import { announce, askToRunAgain, say, startUntilAsked } from '../portal/command.ts';
import { type PagesSource, startPortal } from '../portal/portal.ts';
import { CannotStart, readSettings } from '../portal/settings.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { watchReleases } from './dev-releases.ts';
import { createReloadChannel, RELOAD_SCRIPT } from './reload-channel.ts';

/**
 * Development builds of everything, in a store of their own that is emptied at the start: the releases and locks that
 * `npm start` and `npm run release` keep are left alone. Each rebuild makes a new lock, and open pages reload.
 */
const watchedPages =
  (runtime: FederationRuntime): PagesSource =>
  async (dataDir) => {
    const dir = join(dataDir, 'dev');
    rmSync(dir, { recursive: true, force: true });
    const store = openReleaseStore(dir);
    const channel = createReloadChannel();

    const compose = () => {
      const shell = releases.newest.get('shell');
      if (!shell) throw new CannotStart('The shell does not build, so there are no pages; webpack says why above.');
      const lock = store.promote(
        shell,
        [...releases.newest.values()].filter((release) => release !== shell),
      );
      channel.announce(lock.id);
    };
    const recompose = () => {
      try {
        compose();
      } catch (error) {
        if (!(error instanceof LockRefused)) throw error;
        say(`${error.message}\nThe pages stay as they were.`);
      }
    };

    say('Building for development …');
    const releases = await watchReleases(readWorkspaceNames(), store, join(dir, 'building'), say, recompose, runtime);
    try {
      compose();
    } catch (error) {
      await releases.close();
      throw error;
    }
    return {
      folders: { RELEASES_DIR: store.releasesDir, LOCKS_DIR: store.locksDir },
      development: {
        scripts: [RELOAD_SCRIPT],
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
  const settings = readSettings(process.env);
  if (settings.NODE_ENV === 'production')
    throw new CannotStart('npm run dev is for development; with NODE_ENV=production use npm start.');
  const portal = await startUntilAsked(() => startPortal(settings, say, watchedPages(runtime), 'npm run dev'));
  announce(portal.addresses, startedAt);
  askToRunAgain(portal);
  say('  Sources are watched: a change is built at once, and open pages reload.');
}
