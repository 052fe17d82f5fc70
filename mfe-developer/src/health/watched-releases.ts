import type { LockItem, ReleaseHealth } from '@cytocomm/contract';
import { type LockPart, partNamed, partsOf } from '../live/lock-parts.ts';

/** Who gets a release: everybody, or those of the canary. */
export type Stage = 'live' | 'canary';

/** A release that visitors get now, and what their browsers reported of it. */
export interface WatchedRelease {
  readonly part: LockPart;
  readonly stage: Stage;
  /** Null until a browser has reported. */
  readonly health: ReleaseHealth | null;
}

/** Returns who gets a release; null for one that nobody gets any more. */
export function stageOf(
  { remote, release }: Pick<ReleaseHealth, 'remote' | 'release'>,
  live: LockItem | null,
  canary: LockItem | null,
): Stage | null {
  if (partNamed(live, remote)?.release === release) return 'live';
  return partNamed(canary, remote)?.release === release ? 'canary' : null;
}

/** Returns the live release of each remote, by name, each before the one that the canary has in its place. */
export function watchedReleases(
  live: LockItem,
  canary: LockItem | null,
  healths: readonly ReleaseHealth[],
): WatchedRelease[] {
  const watched = (part: LockPart, stage: Stage): WatchedRelease => ({
    part,
    stage,
    health: healths.find(({ remote, release }) => remote === part.name && release === part.release) ?? null,
  });
  const names = [...partsOf(live), ...(canary ? partsOf(canary) : [])].map(({ name }) => name);
  // Browsers report of remotes; the shell is what reports.
  return [...new Set(names)]
    .filter((name) => name !== live.shell.name)
    .sort()
    .flatMap((name) => {
      const now = partNamed(live, name);
      const tried = partNamed(canary, name);
      return [
        ...(now ? [watched(now, 'live')] : []),
        ...(tried && tried.release !== now?.release ? [watched(tried, 'canary')] : []),
      ];
    });
}
