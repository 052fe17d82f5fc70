import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClockWatch } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { signersOf, type WebConfig } from '../config.ts';
import { createReleaseUse, type ReleaseUsed } from '../files/release-use.ts';
import { createDiskCache } from './disk-cache.ts';
import { followLive } from './follow-live.ts';
import { LOCK_DRAFT, lockFiles } from './lock-files.ts';
import { DRAFTS_FOLDER } from './release-copy.ts';
import { openReleaseDatabase } from './release-database.ts';
import { createReleaseBringer, type ReleaseFetcher } from './release-fetcher.ts';
import { createReplica } from './replica.ts';

/** How old a draft of a process that has ended is at least, in ms: a release comes in less. */
const DRAFT_AGE_MS = 3_600_000;
/** How often what is not needed any more is removed, in ms. */
const TRIM_EVERY_MS = 10 * 60_000;

/** The folders as they follow the database. */
export interface RunningReplica extends AsyncDisposable {
  /** Resolves when the live lock has come for the first time, or that has failed; a canary may come later. */
  readonly first: Promise<void>;
  /** Returns why visitors do not get the database's state; undefined when they do. */
  trouble(): string | undefined;
  readonly fetchEarlier: ReleaseFetcher['fetchEarlier'];
  /** Returns how many releases were copied from the database so far, and how many copies failed. */
  readonly brought: ReleaseFetcher['copies'];
  /** Notes that somebody gets a file of a release. */
  readonly used: ReleaseUsed;
  /** Returns by how much this process's clock was ahead of the database's, in ms, when it last answered; undefined before. */
  clockOffBy(): number | undefined;
}

/** What of the settings the replica uses. */
export type ReplicaSettings = Pick<WebConfig, 'RELEASES_DIR' | 'LOCKS_DIR' | 'LOCK_PUBLIC_KEYS'>;

/** Removes what a process that was killed has left. */
async function sweepDrafts({ RELEASES_DIR, LOCKS_DIR }: ReplicaSettings): Promise<void> {
  const releases = join(RELEASES_DIR, DRAFTS_FOLDER);
  const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);
  const drafts = [
    ...(await namesIn(releases)).map((name) => join(releases, name)),
    ...(await namesIn(LOCKS_DIR)).filter((name) => name.endsWith(LOCK_DRAFT)).map((name) => join(LOCKS_DIR, name)),
  ];
  for (const path of drafts) {
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - DRAFT_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Starts to follow a database. `pollMs` is how often is looked without a change, 5 s by default. Throws MongoParseError for an address that is none. */
export function startReplica(uri: string, settings: ReplicaSettings, log: Logger, pollMs?: number): RunningReplica {
  const { RELEASES_DIR: releasesDir, LOCKS_DIR } = settings;
  const publicKeys = signersOf(settings);
  const watchClock = createClockWatch(log);
  let clockOffBy: number | undefined;
  const database = openReleaseDatabase(uri, (time) => {
    clockOffBy = Date.now() - time.getTime();
    watchClock(clockOffBy);
  });
  const releases = createReleaseBringer({ database, releasesDir, publicKeys, log });
  const replica = createReplica({ database, files: lockFiles(LOCKS_DIR), releases, publicKeys, log });
  sweepDrafts(settings).catch((error: unknown) => log.warn({ err: error }, 'old drafts cannot be removed'));
  const trim = createDiskCache({ releasesDir, locksDir: LOCKS_DIR, files: lockFiles(LOCKS_DIR), log });
  let trimming = Promise.resolve();
  const trimAll = () => {
    trimming = trimming
      .then(trim)
      .catch((error: unknown) => log.warn({ err: error }, 'old releases cannot be removed from the disk'));
  };
  const trimmer = setInterval(trimAll, TRIM_EVERY_MS).unref();
  trimAll();
  const end = followLive(database, replica.update, pollMs);
  return {
    first: replica.first,
    trouble: replica.trouble,
    fetchEarlier: releases.fetchEarlier,
    brought: releases.copies,
    used: createReleaseUse(releasesDir),
    clockOffBy: () => clockOffBy,
    async [Symbol.asyncDispose]() {
      clearInterval(trimmer);
      await trimming;
      await end();
      await database.close();
      await replica.close();
    },
  };
}
