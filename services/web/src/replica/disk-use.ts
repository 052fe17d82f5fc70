import { rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Marks a file or folder as used now. Returns false when it is not there. */
export async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/**
 * Removes a file or folder that was last touched at `usedAt` (ms), by way of another path. Users touch it before they check
 * that it exists, so it either stays, or they see that it is gone. Returns whether it was removed.
 */
export async function evict(path: string, by: string, usedAt: number): Promise<boolean> {
  const isUsedIn = async (place: string) => (await stat(place)).mtimeMs > usedAt;
  if (await isUsedIn(path)) return false;
  await rename(path, by);
  // Between the two.
  const isUsed = await isUsedIn(by);
  // Move it back, unless it was fetched again meanwhile.
  const isBack =
    isUsed &&
    (await rename(by, path).then(
      () => true,
      () => false,
    ));
  if (!isBack) await rm(by, { recursive: true, force: true });
  return !isUsed;
}

/** How often the use of a release is written to the disk, in ms. */
const TOUCH_INTERVAL_MS = 10 * 60_000;
/** Bounds the memory. */
const MAX_RELEASES = 1000;

/** Called with each release of which somebody gets a file. */
export type ReleaseUsed = (name: string, release: string) => void;

/** Returns the function that marks releases on the disk as used, at most every ten minutes, so that the cache keeps them. */
export function createReleaseUse(releasesDir: string): ReleaseUsed {
  const lastTouchAt = new LRUCache<string, number>({ max: MAX_RELEASES });
  return (name, release) => {
    const dir = join(releasesDir, name, release);
    const now = Date.now();
    if (Math.abs(now - (lastTouchAt.get(dir) ?? 0)) < TOUCH_INTERVAL_MS) return;
    lastTouchAt.set(dir, now);
    void touch(dir);
  };
}
