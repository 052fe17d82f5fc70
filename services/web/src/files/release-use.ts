import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { touch } from '../replica/evict.ts';

/** How often the disk is told that a release is used, in ms. */
const EVERY_MS = 10 * 60_000;
/** How many releases that are used are known at once. */
const MAX_KNOWN = 1000;

/** Called with each release of which somebody gets a file. */
export type ReleaseUsed = (name: string, release: string) => void;

/** Returns what notes on the disk which releases are used, every ten minutes, so that the cache keeps them. */
export function createReleaseUse(releasesDir: string): ReleaseUsed {
  const told = new LRUCache<string, number>({ max: MAX_KNOWN });
  return (name, release) => {
    const dir = join(releasesDir, name, release);
    const now = Date.now();
    if (Math.abs(now - (told.get(dir) ?? 0)) < EVERY_MS) return;
    told.set(dir, now);
    void touch(dir);
  };
}
