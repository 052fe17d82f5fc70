import { type MatchedRoute, SERVER_BUNDLE, SERVER_FOLDER } from '@cytocomm/composition';
import type { Lock, LockedRelease, PageData } from '@cytocomm/contract';
import { PageStarved, type ServerBundle, startPageProcess } from '@cytocomm/releases/prerender';
import type { Logger } from 'pino';
import { ReleaseFileUnusable, readReleaseFile } from '../release-file.ts';
import { createMarkupThread } from './markup-thread.ts';
import { createRenderQueue, type PageTimes, type RenderQueue, TooBusy } from './render-queue.ts';

/** How many failures in a row start a page's cooldown. */
const MAX_FAILURES = 3;
/** The first cooldown, in ms; doubled after each further failure. */
const FIRST_COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const MAX_REMEMBERED = 500;

/** The cooldowns of pages that failed repeatedly, in which they are not rendered. */
export interface PageCooldowns {
  /** Returns how much of a page's cooldown is left, in ms; 0 without one. */
  remainingOf(page: string): number;
  /** Records a rendered page. */
  succeeded(page: string): void;
  /** Records a failed page. Returns its cooldown, in ms; 0 without one. */
  failed(page: string): number;
}

/** Creates cooldowns without any failure. */
export function createPageCooldowns(now: () => number = Date.now): PageCooldowns {
  const failuresByPage = new Map<string, { failures: number; until: number }>();
  return {
    remainingOf: (page) => Math.max(0, (failuresByPage.get(page)?.until ?? 0) - now()),
    succeeded: (page) => void failuresByPage.delete(page),
    failed(page) {
      const failures = (failuresByPage.get(page)?.failures ?? 0) + 1;
      const further = failures - MAX_FAILURES;
      const cooldownMs = further < 0 ? 0 : Math.min(FIRST_COOLDOWN_MS * 2 ** further, MAX_COOLDOWN_MS);
      failuresByPage.delete(page);
      failuresByPage.set(page, { failures, until: now() + cooldownMs });
      const oldest = failuresByPage.keys().next().value;
      if (failuresByPage.size > MAX_REMEMBERED && oldest !== undefined) failuresByPage.delete(oldest);
      return cooldownMs;
    },
  };
}

/** How many queues exist at most; a process takes some 100 MB. */
const MAX_QUEUES = 4;

/** The queues, by their releases. */
export interface RenderQueues {
  /** Returns the queue of this name, or creates it in place of the longest idle one. Throws TooBusy. */
  get(name: string, create: () => RenderQueue): RenderQueue;
  end(): void;
}

/** Creates an empty set of queues. */
export function createRenderQueues(): RenderQueues {
  const queues = new Map<string, RenderQueue>();

  function makePlace(): void {
    if (queues.size < MAX_QUEUES) return;
    for (const [name, queue] of queues)
      if (!queue.busy) {
        queues.delete(name);
        queue.end();
        return;
      }
    throw new TooBusy(`all ${MAX_QUEUES} processes are at work`);
  }

  return {
    get(name, create) {
      const existing = queues.get(name);
      if (existing) queues.delete(name);
      else makePlace();
      const queue = existing ?? create();
      queues.set(name, queue);
      return queue;
    },
    end() {
      for (const queue of queues.values()) queue.end();
      queues.clear();
    },
  };
}

const BUNDLE_PATH = `${SERVER_FOLDER}/${SERVER_BUNDLE}`;

/** The timeouts of a page, in ms: 20 to 100 are usual, some 200 for a remote's first. */
const PAGE_TIMES: PageTimes = { waitMs: 3000, workMs: 2000, pageMs: 5000 };
/** The timeout of a process's start, in ms, at least. */
const START_MS = 10_000;

/** A page was not prerendered. The message says why; the browser renders it. */
export class PrerenderFailed extends Error {
  override readonly name = 'PrerenderFailed';
  readonly reason: 'busy' | 'cooldown' | 'failed';

  constructor(reason: PrerenderFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Renders public pages of a lock's releases, each remote in a process of its own. */
export interface Prerenderer {
  /** Returns the markup of a page with its frame. Rejects with PrerenderFailed. */
  render(lock: Lock, matched: MatchedRoute, search?: string, initialData?: PageData): Promise<string>;
  /** Ends all processes. They also end with this one. */
  end(): void;
}

/** Creates a prerenderer on a release store. By default a page is queued 3 s at most, and takes 2 s of CPU and 5 s in all. */
export function createPrerenderer(releasesDir: string, log: Logger, times = PAGE_TIMES): Prerenderer {
  const queues = createRenderQueues();
  const cooldowns = createPageCooldowns();
  const markupThread = createMarkupThread(times.pageMs);

  async function bundleOf(release: LockedRelease): Promise<ServerBundle> {
    const code = await readReleaseFile(releasesDir, release, BUNDLE_PATH);
    return { name: `${release.name} ${release.release}`, code };
  }

  async function startFor(shell: LockedRelease, remote: LockedRelease) {
    return startPageProcess(
      { shell: await bundleOf(shell), remote: await bundleOf(remote) },
      Math.max(START_MS, times.pageMs),
    );
  }

  async function markupOf(lock: Lock, { release, route }: MatchedRoute, search: string, initialData?: PageData) {
    // Without a server build there is nothing to start: its pages must not wait for one another's failures.
    if (!release.files.some(({ path }) => path === BUNDLE_PATH))
      throw new ReleaseFileUnusable(`${release.name} ${release.release} lists no file ${BUNDLE_PATH}`);
    const name = `${lock.shell.release} ${release.name} ${release.release}`;
    const queue = queues.get(name, () => createRenderQueue(() => startFor(lock.shell, release), times));
    const markup = await queue.render({ lock, path: route.path, search, component: route.component, initialData });
    await markupThread.check(markup);
    return markup;
  }

  return {
    async render(lock, matched, search = '', initialData) {
      const { release, route } = matched;
      const page = `${lock.shell.release} ${release.name} ${release.release} ${route.component}`;
      const leftMs = cooldowns.remainingOf(page);
      if (leftMs > 0)
        throw new PrerenderFailed('cooldown', `${route.path} failed too often and is not tried for ${leftMs} ms`);
      try {
        const markup = await markupOf(lock, matched, search, initialData);
        cooldowns.succeeded(page);
        return markup;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const isBusy = error instanceof TooBusy || error instanceof PageStarved;
        const cooldownMs = isBusy ? 0 : cooldowns.failed(page);
        if (cooldownMs > 0)
          log.error(
            { remote: release.name, release: release.release, path: route.path, reason, cooldownMs },
            'a page is not rendered for a while: it failed too often',
          );
        const which = `${route.path} of ${release.name} ${release.release}`;
        throw new PrerenderFailed(isBusy ? 'busy' : 'failed', which, { cause: error });
      }
    },
    end() {
      queues.end();
      markupThread.end();
    },
  };
}
