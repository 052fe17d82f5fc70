import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockRecordSchema } from '@cytocomm/releases';
import type { Logger } from 'pino';
import { keyOf } from '../files/release-access.ts';
import { DRAFTS_FOLDER } from './release-copy.ts';
import type { ReleaseDatabase } from './release-database.ts';
import { recentSince } from './release-fetcher.ts';
import { LOCK_DRAFT, lockFiles } from './replica.ts';

/** How old a draft of a process that has ended is at least, in ms: a release comes in less. */
const DRAFT_AGE_MS = 3_600_000;

/** What the sweep uses. */
export interface SweepOptions {
  readonly database: Pick<ReleaseDatabase, 'recent'>;
  readonly releasesDir: string;
  readonly locksDir: string;
  readonly log: Logger;
}

const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

async function removeOldDrafts(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const stats = await stat(join(dir, name)).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - DRAFT_AGE_MS) await rm(join(dir, name), { recursive: true, force: true });
  }
}

/**
 * Returns what removes from the folders which no tab may have any more: releases and locks that are not recent, and the drafts
 * that killed processes have left. What the pointer names stays. Nothing goes while the database or the pointer cannot be read. It never rejects.
 */
export function createDiskSweep({ database, releasesDir, locksDir, log }: SweepOptions): () => Promise<void> {
  const files = lockFiles(locksDir);

  async function sweep(): Promise<void> {
    const drafts = join(releasesDir, DRAFTS_FOLDER);
    const lockNames = await namesIn(locksDir);
    await removeOldDrafts(drafts, await namesIn(drafts));
    await removeOldDrafts(
      locksDir,
      lockNames.filter((name) => name.endsWith(LOCK_DRAFT)),
    );

    const recent = await database.recent(recentSince());
    const pointer = await files.pointer();
    if (!pointer) return;
    const pointed = [pointer.lock, pointer.canary?.lock].filter((id) => id !== undefined);
    const locks = new Set([...recent.locks, ...pointed]);
    const releases = new Set(recent.releases);
    for (const id of pointed) {
      const lock = lockRecordSchema.parse(await files.lock(id));
      for (const { name, release } of [lock.shell, ...lock.remotes]) releases.add(keyOf(name, release));
    }
    for (const name of (await namesIn(releasesDir)).filter((each) => each !== DRAFTS_FOLDER))
      for (const release of await namesIn(join(releasesDir, name)))
        if (!releases.has(keyOf(name, release)))
          await rm(join(releasesDir, name, release), { recursive: true, force: true });
    for (const name of lockNames) {
      const [, id] = /^([0-9a-f]{64})\.json$/.exec(name) ?? [];
      if (id !== undefined && !locks.has(id)) await rm(join(locksDir, name), { force: true });
    }
  }

  return () =>
    sweep().catch((error: unknown) => log.warn({ err: error }, 'old releases cannot be removed from the disk'));
}
