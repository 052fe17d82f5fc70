import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import {
  assertEnded,
  assertNoneAnnounced,
  type RestoreMark,
  RestoreRefusal,
  type Restores,
  timeOf,
} from './restore-mark.ts';
import { isDatabaseAway } from './trouble.ts';

/** The collection with a record of each API process that uses a database, which is in no backup. */
export const PRESENCES = 'readiness';

/** How long a process that was killed counts as one that uses the database, in ms. Each writes every 5 s. */
export const PRESENT_MS = 30_000;
/** Records of processes that were killed before are removed after so long, in ms. */
const FORGET_MS = 24 * 3600 * 1000;

interface PresenceRecord {
  readonly _id: string;
  readonly process: string;
  /** By the database's clock. */
  readonly at: Date;
}

/** The record by which an API process shows that it uses a database. */
export interface Presence {
  /** Writes it; rejects while the database takes no writes. */
  renew(): Promise<void>;
  /** Removes it. */
  remove(): Promise<void>;
  /** Removes the records of processes that have ended long ago. */
  forgetOthers(): Promise<void>;
}

/** Creates the record of this process. */
export function createPresence(db: Pick<mongo.Db, 'collection'>, timeoutMs: number, now: () => Date): Presence {
  const records = () => db.collection<PresenceRecord>(PRESENCES);
  const _id = randomUUID();
  const self = `${process.pid} on ${hostname()}`;
  const options = { timeoutMS: timeoutMs };
  return {
    renew: async () => {
      const change = { $set: { process: self }, $currentDate: { at: true as const } };
      await records().updateOne({ _id }, change, { upsert: true, ...options });
    },
    remove: async () => {
      await records().deleteOne({ _id }, options);
    },
    forgetOthers: async () => {
      await records().deleteMany({ at: { $lt: new Date(now().getTime() - FORGET_MS) } }, options);
    },
  };
}

const recordSchema = z.object({ process: z.string(), at: z.date() });

/** Returns the API processes that use a database, by the database's own clock. */
export async function processesUsing(db: mongo.Db): Promise<readonly string[]> {
  const now = await timeOf(db);
  const records = await db.collection(PRESENCES).find().toArray();
  return records.flatMap((record) => {
    const { success, data } = recordSchema.safeParse(record);
    // A time far ahead is of a process that has ended, too: the clock was set back since, and the others have written again.
    return success && Math.abs(now.getTime() - data.at.getTime()) < PRESENT_MS ? [data.process] : [];
  });
}

/** How often a process checks for a restore, and shows that it uses the database, in ms. */
const CHECK_INTERVAL_MS = PRESENT_MS / 6;
/** Maximum age of the last restore check, in ms. */
const FRESH_MS = PRESENT_MS / 3;

/** Keeps a process off a database that is restored under it. */
export interface RestoreGuard {
  /** Checks for a restore and renews the presence. Throws RestoreRefusal, or what the database throws. */
  check(): Promise<void>;
  /** Throws RestoreRefusal; checks again only when the last check is old. */
  assertUsable(): Promise<void>;
  /** Begins to use the database, and runs `recheck` each 5 s from now on. Throws as `check` does. */
  begin(recheck: () => Promise<void>): Promise<void>;
  /** Resolves when a restore is found that began since: what the process has cached of the database is wrong. */
  readonly replaced: Promise<void>;
  /** Ends the use, when the running checks have ended. */
  end(): Promise<void>;
}

/** Dependencies of `createRestoreGuard`. */
export interface RestoreGuardParts {
  readonly presence: Presence;
  readonly readRestores: () => Promise<Restores>;
  /** The database's time. */
  readonly now: () => Date;
  readonly databaseName: () => string;
}

/** Creates the guard of a process. */
export function createRestoreGuard({ presence, readRestores, now, databaseName }: RestoreGuardParts): RestoreGuard {
  let begunOn: { readonly run: string | undefined } | undefined;
  let refusal: RestoreRefusal | undefined;
  let checkedAt = { process: Number.NEGATIVE_INFINITY, day: Number.NEGATIVE_INFINITY };
  let checking: Promise<void> | undefined;
  const running = new Set<Promise<void>>();
  let isPresent = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const replaced = Promise.withResolvers<void>();

  async function readMark(): Promise<RestoreMark | undefined> {
    const { last, announced } = await readRestores();
    if (begunOn !== undefined && last?.run !== begunOn.run) {
      clearInterval(timer);
      refusal ??= new RestoreRefusal(
        'restored',
        'A restore into the database began while this process used it: start the process again.',
      );
      replaced.resolve();
    }
    if (refusal !== undefined) throw refusal;
    assertEnded(last, databaseName());
    assertNoneAnnounced(announced, now());
    return last;
  }

  async function checkNow(): Promise<void> {
    const at = { process: performance.now(), day: Date.now() };
    await readMark();
    checkedAt = at;
    if (isEnded) return;
    await presence.renew();
    isPresent = true;
  }

  function check(): Promise<void> {
    const result = checkNow().finally(() => running.delete(result));
    running.add(result);
    return result;
  }

  // `performance.now()` pauses in sleep; `Date.now()` can jump.
  const isFresh = () => Math.max(performance.now() - checkedAt.process, Date.now() - checkedAt.day) < FRESH_MS;

  async function leave(): Promise<void> {
    if (!isPresent) return;
    isPresent = false;
    await presence.remove();
  }

  return {
    check,
    assertUsable: async () => {
      if (refusal !== undefined) throw refusal;
      if (isFresh()) return;
      checking ??= check().finally(() => {
        checking = undefined;
      });
      await checking.catch((error: unknown) => {
        // With a full disk the presence cannot be written, and what is stored is served.
        if (error instanceof RestoreRefusal || !isFresh()) throw error;
      });
    },
    begin: async (recheck) => {
      await check().catch((error: unknown) => {
        // A process starts with a full disk, too.
        if (error instanceof RestoreRefusal || isDatabaseAway(error) || !isFresh()) throw error;
      });
      try {
        if (isPresent) await presence.forgetOthers();
        // Behind the presence: a restore that has not seen it has set its mark before.
        begunOn = { run: (await readMark())?.run };
      } catch (error) {
        await leave();
        throw error;
      }
      timer = setInterval(() => void recheck().catch(() => undefined), CHECK_INTERVAL_MS);
      timer.unref();
    },
    replaced: replaced.promise,
    end: async () => {
      clearInterval(timer);
      isEnded = true;
      // Else one would write the presence again behind its removal.
      await Promise.allSettled(running);
      await leave();
    },
  };
}
