import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { mongo } from 'mongoose';
import { z } from 'zod';

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

const helloSchema = z.object({ localTime: z.date() });
const recordSchema = z.object({ process: z.string(), at: z.date() });

/** Returns the time of the database's own clock. */
export async function timeOf(db: mongo.Db): Promise<Date> {
  return helloSchema.parse(await db.admin().command({ hello: 1 })).localTime;
}

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
