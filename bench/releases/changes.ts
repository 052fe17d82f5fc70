import { setTimeout as pause } from 'node:timers/promises';
import type { LockItem } from '@cytocomm/contract';
import type { NewRelease } from './new-releases.ts';
import type { Team } from './team.ts';

const VISIBLE_TIMEOUT_MS = 20_000;
const BETWEEN_VISITORS_MS = 10;

/** How long changes took until a new visitor of every web process got them, in ms. */
export interface ChangeTimes {
  /** From the start of an upload, with the promotion after it. */
  readonly publishMs: readonly number[];
  readonly promoteMs: readonly number[];
  readonly rollBackMs: readonly number[];
}

/** Waits until a new visitor's Home of each process is made of a lock. Throws after 20 s. */
async function untilVisible(lock: string, urls: readonly string[]): Promise<void> {
  const deadline = performance.now() + VISIBLE_TIMEOUT_MS;
  await Promise.all(
    urls.map(async (url) => {
      for (;;) {
        const page = await fetch(url);
        await page.arrayBuffer();
        if (page.headers.get('X-Portal-Lock') === lock) return;
        await pause(BETWEEN_VISITORS_MS);
        if (performance.now() > deadline) throw new Error(`${url} does not serve lock ${lock}`);
      }
    }),
  );
}

async function timeOf(change: () => Promise<LockItem>, urls: readonly string[]): Promise<number> {
  const before = performance.now();
  await untilVisible((await change()).id, urls);
  return performance.now() - before;
}

/** Publishes and promotes releases. Returns how long each took until new visitors of all web processes got it, in ms. */
export async function timePublishing(
  team: Pick<Team, 'promote'> & { publish(release: NewRelease): Promise<unknown> },
  urls: readonly string[],
  releases: readonly NewRelease[],
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const release of releases) {
    const publishAndPromote = async () => {
      await team.publish(release);
      return team.promote(release);
    };
    times.push(await timeOf(publishAndPromote, urls));
  }
  return times;
}

/**
 * Publishes and promotes some releases, promotes others that are published already, and rolls back as often. Each release is
 * new to the web processes when it is promoted.
 */
export async function timeChanges(
  team: Team,
  urls: readonly string[],
  published: readonly NewRelease[],
  promoted: readonly NewRelease[],
): Promise<ChangeTimes> {
  const publishMs = await timePublishing(team, urls, published);
  const times = { publishMs, promoteMs: [] as number[], rollBackMs: [] as number[] };
  for (const release of promoted) await team.publish(release);
  for (const release of promoted) times.promoteMs.push(await timeOf(() => team.promote(release), urls));
  for (const _ of promoted) times.rollBackMs.push(await timeOf(() => team.rollBack(), urls));
  return times;
}
