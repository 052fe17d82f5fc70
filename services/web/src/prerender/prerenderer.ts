import { type MatchedRoute, SERVER_BUNDLE, SERVER_FOLDER } from '@cytocomm/composition';
import type { Lock, LockedRelease, PageData } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { readReleaseFile } from '../release-file.ts';
import { createMarkupThread } from './markup-thread.ts';
import type { ServerBundle } from './messages.ts';
import { startPageProcess } from './page-process.ts';
import { createPageRests } from './page-rests.ts';
import { openPageRoom, type PageTimes, TooBusy } from './page-room.ts';
import { createPageRooms, MAX_ROOMS } from './page-rooms.ts';

/** A page takes some 20 to 100 ms; the first of a remote waits for a process, which takes some 200. */
const PAGE_TIMES: PageTimes = { waitMs: 3000, workMs: 2000, pageMs: 5000 };
/** How long starting a process and reading its bundles may take, in ms. */
const START_MS = 10_000;

/** A page is not rendered here. The message says why; the browser renders it all the same. */
class PrerenderFailed extends Error {
  override readonly name = 'PrerenderFailed';
}

/** Renders public pages to markup from the server builds of a lock's releases, each remote's in a process of its own. */
export interface Prerenderer {
  /** The markup of a page, frame and all, made with this data at its address with this query. Rejects with PrerenderFailed. */
  render(lock: Lock, matched: MatchedRoute, search?: string, initialData?: PageData): Promise<string>;
  /**
   * Starts what the public pages of this lock need and makes one of each remote's for nobody: the first one of a process
   * takes some 200 ms of work, those after it some 30.
   */
  prepare(lock: Lock): void;
  /** Ends every process. They also end with this one, and do not keep it from ending. */
  end(): void;
}

/** A prerenderer over the release store. By default a page waits at most 3 s and takes at most 2 s of work, 5 by the clock. */
export function createPrerenderer(releasesDir: string, log: Logger, times = PAGE_TIMES): Prerenderer {
  const rooms = createPageRooms();
  const rests = createPageRests();
  const markupThread = createMarkupThread();

  async function bundleOf(release: LockedRelease): Promise<ServerBundle> {
    const code = await readReleaseFile(releasesDir, release, `${SERVER_FOLDER}/${SERVER_BUNDLE}`);
    return { name: `${release.name} ${release.release}`, code };
  }

  async function startFor(shell: LockedRelease, remote: LockedRelease) {
    return startPageProcess({ shell: await bundleOf(shell), remote: await bundleOf(remote) }, START_MS);
  }

  async function markupOf(lock: Lock, { release, route }: MatchedRoute, search: string, initialData?: PageData) {
    const name = `${lock.shell.release} ${release.name} ${release.release}`;
    const room = rooms.get(name, () => openPageRoom(() => startFor(lock.shell, release), times));
    const markup = await room.render({ lock, path: route.path, search, component: route.component, initialData });
    await markupThread.check(markup);
    return markup;
  }

  return {
    async render(lock, matched, search = '', initialData) {
      const { release, route } = matched;
      const page = `${lock.shell.release} ${release.name} ${release.release} ${route.component}`;
      const rest = rests.restOf(page);
      if (rest > 0) throw new PrerenderFailed(`${route.path} failed too often and is not tried for ${rest} ms`);
      try {
        const markup = await markupOf(lock, matched, search, initialData);
        rests.succeeded(page);
        return markup;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const restMs = error instanceof TooBusy ? 0 : rests.failed(page);
        if (restMs > 0)
          log.error(
            { remote: release.name, release: release.release, path: route.path, reason, restMs },
            'a page is not rendered for a while: it failed too often',
          );
        throw new PrerenderFailed(`${route.path} of ${release.name} ${release.release}`, { cause: error });
      }
    },
    prepare(lock) {
      const firstPages = [lock.shell, ...lock.remotes].flatMap((release) => {
        const route = release.contributions.routes.find((candidate) => candidate.public);
        return route ? [{ release, route }] : [];
      });
      for (const matched of firstPages.slice(0, MAX_ROOMS)) markupOf(lock, matched, '').catch(() => undefined);
    },
    end() {
      rooms.end();
      markupThread.end();
    },
  };
}
