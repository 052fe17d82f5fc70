import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockRecord } from '@cytocomm/releases';
import type { Logger } from 'pino';
import { evict, touch } from './disk-use.ts';
import { DRAFTS_FOLDER } from './release-copy.ts';
import { LOCK_DRAFT, type LockFiles } from './replica.ts';

/** How many bytes the releases on the disk may take, where it is large. */
const MAX_BYTES = 2 * 1024 ** 3;
/** How much of a small disk they may take: the rest is for what was needed within the hour, and for drafts. */
const MAX_SHARE = 0.5;
/** How many locks are kept. */
const MAX_LOCKS = 100;
/** What was needed since is kept, in ms: a tab loads its parts in less, and what is gone comes again. */
const RECENT_MS = 3_600_000;

/** What the cache uses. */
export interface DiskCacheOptions {
  readonly releasesDir: string;
  readonly locksDir: string;
  readonly files: LockFiles;
  readonly log: Logger;
  /** 2 GiB by default, half of the file system at most. */
  readonly maxBytes?: number;
  /** Resolves to the bytes that the file system of a folder has in all; the system's own by default. */
  readonly capacityOf?: (dir: string) => Promise<number>;
  /** 100 by default. */
  readonly maxLocks?: number;
}

interface Entry {
  readonly path: string;
  /** When it was needed last, in ms. */
  readonly usedAt: number;
}

const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

async function entryAt(path: string): Promise<Entry[]> {
  const stats = await stat(path).catch(() => undefined);
  return stats === undefined ? [] : [{ path, usedAt: stats.mtimeMs }];
}

async function bytesOf(dir: string): Promise<number> {
  const paths = await readdir(dir, { recursive: true }).catch((): string[] => []);
  let bytes = 0;
  for (const path of paths) bytes += (await stat(join(dir, path)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

async function systemCapacityOf(dir: string): Promise<number> {
  const { blocks, bsize } = await statfs(dir);
  return blocks * bsize;
}

/** Returns the paths of the releases of a lock; its file is not verified, since that keeps only more. */
function releasesOf(releasesDir: string, lock: unknown): readonly string[] {
  const { shell, remotes = [] }: Partial<LockRecord> = typeof lock === 'object' && lock !== null ? lock : {};
  return [shell, ...remotes].flatMap((part) => (part ? [join(releasesDir, part.name, part.release)] : []));
}

/**
 * Returns what bounds the folders of a web process: beyond the bound, the releases and locks that were needed longest ago go.
 * What is live, a canary, or was needed within the hour stays. It rejects when the pointer cannot be read: then nothing goes.
 */
export function createDiskCache(options: DiskCacheOptions): () => Promise<void> {
  const { releasesDir, locksDir, files, log } = options;
  const { maxBytes = MAX_BYTES, maxLocks = MAX_LOCKS, capacityOf = systemCapacityOf } = options;
  /** What a release takes never changes. */
  const sizes = new Map<string, number>();

  async function releases(): Promise<readonly Entry[]> {
    const names = (await namesIn(releasesDir)).filter((name) => name !== DRAFTS_FOLDER);
    const found: Entry[] = [];
    for (const name of names)
      for (const release of await namesIn(join(releasesDir, name)))
        found.push(...(await entryAt(join(releasesDir, name, release))));
    return found;
  }

  async function locks(): Promise<readonly Entry[]> {
    const found: Entry[] = [];
    for (const name of await namesIn(locksDir))
      if (/^[0-9a-f]{64}\.json$/.test(name)) found.push(...(await entryAt(join(locksDir, name))));
    return found;
  }

  /** Removes the entries that were needed longest ago while `isBeyond` says so. */
  async function trim(
    entries: readonly Entry[],
    kept: ReadonlySet<string>,
    wayOf: () => string,
    isBeyond: (removed?: Entry) => boolean,
  ): Promise<number> {
    const before = Date.now() - RECENT_MS;
    const unneeded = entries.filter(({ path, usedAt }) => !kept.has(path) && usedAt < before);
    let count = 0;
    let removed: Entry | undefined;
    for (const entry of unneeded.toSorted((one, other) => one.usedAt - other.usedAt)) {
      if (!isBeyond(removed)) break;
      removed = undefined;
      // Another process may have been faster.
      if (!(await evict(entry.path, wayOf(), entry.usedAt).catch(() => false))) continue;
      removed = entry;
      count += 1;
    }
    return count;
  }

  return async () => {
    const pointer = await files.pointer();
    if (pointer === undefined) return;
    const ids = pointer.canary === null ? [pointer.lock] : [pointer.lock, pointer.canary.lock];
    const needed = await Promise.all(ids.map((id) => files.lock(id)));
    if (needed.some((lock) => releasesOf(releasesDir, lock).length === 0))
      throw new Error('The live lock or the canary cannot be read from the disk.');

    const keptReleases = new Set(needed.flatMap((lock) => releasesOf(releasesDir, lock)));
    // Until now: when another lock becomes live, open tabs still ask for them.
    for (const path of keptReleases) await touch(path);
    const entries = await releases();
    let bytes = 0;
    for (const { path } of entries) {
      const size = sizes.get(path) ?? (await bytesOf(path));
      sizes.set(path, size);
      bytes += size;
    }
    await mkdir(join(releasesDir, DRAFTS_FOLDER), { recursive: true });
    const way = () => join(releasesDir, DRAFTS_FOLDER, `${process.pid}-${randomUUID()}`);
    const bound = Math.min(maxBytes, MAX_SHARE * (await capacityOf(releasesDir)));
    const removed = await trim(entries, keptReleases, way, (removed) => {
      if (removed) bytes -= sizes.get(removed.path) ?? 0;
      return bytes > bound;
    });

    const lockEntries = await locks();
    let count = lockEntries.length;
    const keptLocks = new Set(ids.map((id) => join(locksDir, `${id}.json`)));
    const lockWay = () => join(locksDir, `${process.pid}-${randomUUID()}${LOCK_DRAFT}`);
    const removedLocks = await trim(lockEntries, keptLocks, lockWay, (removed) => {
      if (removed) count -= 1;
      return count > maxLocks;
    });
    for (const path of sizes.keys()) if (!entries.some((entry) => entry.path === path)) sizes.delete(path);
    if (removed + removedLocks > 0)
      log.info({ releases: removed, locks: removedLocks }, 'what was not needed for long was removed from the disk');
  };
}
