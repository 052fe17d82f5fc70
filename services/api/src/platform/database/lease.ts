import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { isDatabaseAway, RestoreRefusal } from './trouble.ts';

/** The collection with a lease of each process that uses a database, and of a restore until all is back. In no backup. */
export const LEASES = 'readiness';
/** How long a process that was killed counts as one that uses the database, in ms. */
const LEASE_MS = 30_000;
const RENEW_INTERVAL_MS = LEASE_MS / 6;
const FORGET_MS = 24 * 3600 * 1000;
const RESTORE = 'restore';

interface LeaseRecord {
  readonly _id: string;
  readonly process: string;
  /** By the database's clock. */
  readonly at: Date;
  /** Of a restore alone. */
  readonly run?: string;
  readonly file?: string;
  readonly begunAt?: Date;
}

type Records = Pick<mongo.Db, 'collection'>;

const leasesOf = (db: Records) => db.collection<LeaseRecord>(LEASES);
const self = () => `${process.pid} on ${hostname()}`;
const NOW = { at: true } as const;

/** Returns the restore into the database that has not ended. */
export function findRestore(db: Records, options: mongo.FindOptions = {}): Promise<LeaseRecord | null> {
  return leasesOf(db).findOne({ _id: RESTORE }, options);
}

/** Throws RestoreRefusal while a restore into the database has not ended. */
export async function assertRestored(db: Records, database: string, options: mongo.FindOptions = {}): Promise<void> {
  const restore = await findRestore(db, options);
  if (restore === null) return;
  const { file, begunAt } = restore;
  throw new RestoreRefusal(
    'restoring',
    `A restore of ${file} into this database began at ${begunAt?.toISOString()} and has not ended: half of it may be there. Wait for it, or, if it was broken off, run it again with "--replace ${database}".`,
  );
}

/** The use of a database by a process. */
export interface Lease {
  /** Takes or renews it. Throws RestoreRefusal, or what the database throws. */
  renew(): Promise<void>;
  /** Throws as `renew` does where the database was never free to use; RestoreRefusal once the lease is lost. */
  assertUsable(): Promise<void>;
  /** Takes it, and runs `renew` each 5 s. With a full disk there is none: no restore could begin either. */
  begin(renew: () => Promise<void>): Promise<void>;
  /** Releases it. */
  end(): Promise<void>;
}

/** Creates the lease of this process. */
export function createLease(db: Records, databaseName: () => string, now: () => Date, timeoutMS: number): Lease {
  const _id = randomUUID();
  let [isAskedFor, isHeld, isUsable] = [false, false, false];
  let lost: RestoreRefusal | undefined;
  let timer: NodeJS.Timeout | undefined;
  const change = () => ({ $set: { process: self() }, $currentDate: NOW });
  const assertNoRestore = () => assertRestored(db, databaseName(), { timeoutMS });

  async function take(): Promise<void> {
    await assertNoRestore();
    isAskedFor = true;
    await leasesOf(db).updateOne({ _id }, change(), { upsert: true, timeoutMS });
    try {
      // Behind the lease: a restore that has not seen it has marked itself before.
      await assertNoRestore();
    } catch (error) {
      if (!isHeld) await leasesOf(db).deleteOne({ _id }, { timeoutMS });
      throw error;
    }
    [isHeld, isUsable] = [true, true];
  }

  async function renew(): Promise<void> {
    if (lost !== undefined) throw lost;
    if (!isHeld) return take();
    const { matchedCount } = await leasesOf(db).updateOne({ _id }, change(), { timeoutMS });
    if (matchedCount > 0) return;
    clearInterval(timer);
    lost = new RestoreRefusal('restored', 'The database was restored while this process used it: start it again.');
    throw lost;
  }

  return {
    renew,
    assertUsable: async () => {
      if (lost !== undefined) throw lost;
      if (!isUsable) await renew();
    },
    begin: async (renewAgain) => {
      await assertNoRestore();
      await renew().catch((error: unknown) => {
        if (error instanceof RestoreRefusal || isDatabaseAway(error)) throw error;
      });
      isUsable = true;
      if (isHeld) await leasesOf(db).deleteMany({ at: { $lt: new Date(now().getTime() - FORGET_MS) } }, { timeoutMS });
      timer = setInterval(() => void renewAgain().catch(() => undefined), RENEW_INTERVAL_MS);
      timer.unref();
    },
    end: async () => {
      clearInterval(timer);
      if (isAskedFor) await leasesOf(db).deleteOne({ _id }, { timeoutMS });
    },
  };
}

const helloSchema = z.object({ localTime: z.date() });

/** Throws RestoreRefusal while a process or another restore than this one uses a database, by the database's own clock. */
export async function assertUnused(db: mongo.Db, run = ''): Promise<void> {
  const now = helloSchema.parse(await db.command({ hello: 1 })).localTime.getTime();
  const others = await leasesOf(db)
    .find({ run: { $ne: run } })
    .toArray();
  // A time far ahead is of one that has ended, too: the clock was set back since, and the others have renewed theirs.
  const using = others.filter(({ at }) => Math.abs(now - at.getTime()) < LEASE_MS).map((each) => each.process);
  if (using.length === 0) return;
  const processes = using.length === 1 ? `process ${using[0]} uses` : `processes ${using.join(', ')} use`;
  throw new RestoreRefusal(
    'restoring',
    `Nothing was changed: ${processes} the database ${db.databaseName}. Stop the API first. A process that was killed counts for ${LEASE_MS / 1000} s.`,
  );
}

/** A restore that has the database for itself. */
export interface RestoreLease {
  /** Renews it. Throws RestoreRefusal when another restore began since. */
  renew(): Promise<void>;
  /** Frees the database: all is back. Throws as `renew` does. */
  end(): Promise<void>;
}

/**
 * Takes a database for a restore: until its end no API process, command or backup uses it. Throws RestoreRefusal beside a process
 * or another restore that does, and has changed nothing then.
 */
export async function takeForRestore(db: mongo.Db, path: string): Promise<RestoreLease> {
  const leases = leasesOf(db);
  const run = randomUUID();
  const own = { _id: RESTORE, run };
  await assertUnused(db, run);
  const mark = { run, process: self(), file: basename(path), begunAt: new Date() };
  const change = { $set: mark, $currentDate: NOW };
  const { upsertedCount } = await leases.updateOne({ _id: RESTORE }, change, { upsert: true });
  try {
    // A process that began since has not seen the mark; from now on each does.
    await assertUnused(db, run);
  } catch (error) {
    if (upsertedCount > 0) await leases.deleteOne(own);
    throw error;
  }
  // A process that was paused all the time finds its own gone.
  await leases.deleteMany({ _id: { $ne: RESTORE } });
  const assertOwn = (count: number) => {
    if (count > 0) return;
    throw new RestoreRefusal('restored', 'Another restore into this database began since, so this one ended.');
  };
  return {
    renew: async () => assertOwn((await leases.updateOne(own, { $currentDate: NOW })).matchedCount),
    end: async () => assertOwn((await leases.deleteOne(own)).deletedCount),
  };
}
