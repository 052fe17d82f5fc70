import { setTimeout as wait } from 'node:timers/promises';
import { createClockWatch } from '@cytocomm/runtime';
import type { ChangeStream } from 'mongodb';
import type { Logger } from 'pino';
import { signersOf, type WebConfig } from '../config.ts';
import { createDiskSweep } from './disk-sweep.ts';
import { openReleaseDatabase, type ReleaseDatabase } from './release-database.ts';
import { createReleaseFetcher, type ReleaseFetcher } from './release-fetcher.ts';
import { createReplica, lockFiles } from './replica.ts';

/** How long until a stream that has ended is opened again, in ms: doubled each time. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
/** How often the state is read without a change event, in ms: events can be lost. */
const POLL_MS = 5000;

/** Calls `look` at the start, after each change of the live state, and every `pollMs`. Returns the function that ends it. */
function followLive(database: ReleaseDatabase, look: () => void, pollMs = POLL_MS): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let stream: ChangeStream | undefined;

  async function readUntilItEnds(opened: ChangeStream, onOpen: () => void): Promise<void> {
    // The first call opens the stream; earlier changes are found by reading.
    await opened.tryNext();
    onOpen();
    look();
    while (!signal.aborted) {
      // Throws when the stream has ended, as after a drop of the collection.
      await opened.next();
      look();
    }
  }

  async function follow(): Promise<void> {
    let breaks = 0;
    while (!signal.aborted) {
      try {
        stream = await database.watch();
        await readUntilItEnds(stream, () => {
          breaks = 0;
        });
      } catch {
        // Reading the state fails, too, and reports it.
      }
      await stream?.close().catch(() => undefined);
      const delay = Math.min(FIRST_RETRY_MS * 2 ** breaks, LAST_RETRY_MS);
      breaks += 1;
      await wait(delay, undefined, { signal }).catch(() => undefined);
    }
  }

  look();
  const poll = setInterval(look, pollMs).unref();
  const following = follow();
  return async () => {
    clearInterval(poll);
    ending.abort();
    await stream?.close().catch(() => undefined);
    await following;
  };
}

/** How often what is not needed any more is removed, in ms. */
const SWEEP_EVERY_MS = 3_600_000;

/** The folders as they follow the database. */
export interface RunningReplica extends AsyncDisposable {
  /** Resolves when the live lock has come for the first time, or that has failed; a canary may come later. */
  readonly first: Promise<void>;
  /** Returns why visitors do not get the database's state; undefined when they do. */
  trouble(): string | undefined;
  readonly fetchEarlier: ReleaseFetcher['fetchEarlier'];
  /** Returns how many releases were copied from the database so far, and how many copies failed. */
  readonly copies: ReleaseFetcher['copies'];
  /** Returns by how much this process's clock was ahead of the database's, in ms, when it last answered; undefined before. */
  clockOffBy(): number | undefined;
}

/** What of the settings the replica uses. */
export type ReplicaSettings = Pick<WebConfig, 'RELEASES_DIR' | 'LOCKS_DIR' | 'LOCK_PUBLIC_KEYS'>;

/** Starts to follow a database. `pollMs` is how often is looked without a change, 5 s by default. Throws MongoParseError for an address that is none. */
export function startReplica(uri: string, settings: ReplicaSettings, log: Logger, pollMs?: number): RunningReplica {
  const { RELEASES_DIR: releasesDir, LOCKS_DIR: locksDir } = settings;
  const publicKeys = signersOf(settings);
  const watchClock = createClockWatch(log);
  let clockOffBy: number | undefined;
  const database = openReleaseDatabase(uri, (time) => {
    clockOffBy = Date.now() - time.getTime();
    watchClock(clockOffBy);
  });
  const releases = createReleaseFetcher({ database, releasesDir, publicKeys, log });
  const replica = createReplica({ database, files: lockFiles(locksDir), releases, publicKeys, log });
  const sweep = createDiskSweep({ database, releasesDir, locksDir, log });
  const sweeper = setInterval(sweep, SWEEP_EVERY_MS).unref();
  const swept = sweep();
  const end = followLive(database, replica.update, pollMs);
  return {
    first: replica.first,
    trouble: replica.trouble,
    fetchEarlier: releases.fetchEarlier,
    copies: releases.copies,
    clockOffBy: () => clockOffBy,
    async [Symbol.asyncDispose]() {
      clearInterval(sweeper);
      await swept;
      await end();
      await database.close();
      await replica.close();
    },
  };
}
