import { RETENTION, type TelemetryRow } from '@cytocomm/contract';
import { type Connection, mongo, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { DUPLICATE_KEY } from '../../platform/database/trouble.ts';
import type { Side } from './releases-in-use.ts';

/** How many of some clients had a failure. */
export interface Share {
  readonly failing: number;
  readonly clients: number;
}

/** The logarithms of the factorials from 0 on, as far as they were needed. */
const logFactorials = [0];

function logFactorial(of: number): number {
  let last = logFactorials.at(-1) ?? 0;
  for (let each = logFactorials.length; each <= of; each += 1) {
    last += Math.log(each);
    logFactorials.push(last);
  }
  return logFactorials[of] ?? 0;
}

/** Returns the logarithm of the number of ways to take `taken` of `all`; -Infinity when there is none. */
function logChoices(all: number, taken: number): number {
  if (taken > all) return Number.NEGATIVE_INFINITY;
  return logFactorial(all) - logFactorial(taken) - logFactorial(all - taken);
}

/**
 * Fisher's exact test, one-sided: returns how probable it is that chance alone gives the first group as many failures as it has,
 * or more, when both groups fail equally often. 1 when there is nothing to compare with.
 */
export function fisherExact(group: Share, other: Share): number {
  const clients = group.clients + other.clients;
  const failing = group.failing + other.failing;
  const all = logChoices(clients, group.clients);
  const most = Math.min(group.clients, failing);
  let probability = 0;
  for (let each = group.failing; each <= most; each += 1)
    probability += Math.exp(logChoices(failing, each) + logChoices(clients - failing, group.clients - each) - all);
  return Math.min(1, probability);
}

/** That a client reported something: it counts once, however often it is said. */
export interface ClientReport {
  /** What is counted once: the hour, the release, load or phase, and the client; or the day, a cause and the client. */
  readonly _id: string;
  /** What of which release; absent of a cause. */
  readonly remote?: string;
  readonly release?: string;
  readonly kind?: TelemetryRow['kind'];
  /** Whose page it was, while a canary runs. */
  readonly side?: Side;
  /** Whether it is a person's who is signed in: nobody invents those. */
  readonly isPerson?: true;
  /** A keyed hash of the day and the person, or the network of who is not signed in. */
  readonly client: string;
  readonly at: Date;
}

const KEEP_SECONDS = RETENTION.telemetryClientDays * 24 * 3600;
/** The most client reports of a release that are compared, the newest. */
const MAX_COMPARED = 5000;

const schema = new Schema<ClientReport>(
  {
    _id: String,
    remote: String,
    release: String,
    kind: String,
    side: String,
    isPerson: Boolean,
    client: { type: String, required: true },
    at: { type: Date, required: true },
  },
  recordOptions('telemetry_voices'),
);
schema.index({ remote: 1, release: 1, at: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** Whose client reports are compared. */
interface VoicesOf {
  readonly remote: string;
  readonly release: string;
  readonly since: Date;
  /** Not those of this hour or later; all since then by default. */
  readonly before?: Date;
  /** Those of pages of this side alone; all by default. */
  readonly side?: Side | undefined;
  /** Those of people who are signed in; all by default. */
  readonly isPerson?: true | undefined;
}

/** The reports of clients. */
export interface ClientReports {
  /** Stores client reports; returns the ids of those that were not there yet. */
  add(clientReports: readonly ClientReport[]): Promise<ReadonlySet<string>>;
  /** Returns how many clients reported a release, and how many of them a failure. */
  shareOf(of: VoicesOf): Promise<Share>;
}

/** Returns the indexes of the writes that failed because their key was there. Rethrows any other failure. */
function duplicatesOf(error: unknown): ReadonlySet<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Creates the client reports of a database. */
export function createClientReports(connection: Connection): ClientReports {
  const { name } = connection.model<ClientReport>('TelemetryVoice', schema).collection;
  const collection = connection.collection<ClientReport>(name);
  return {
    add: async (clientReports) => {
      if (clientReports.length === 0) return new Set();
      const known = await collection.insertMany([...clientReports], { ordered: false }).then(
        () => new Set<number>(),
        (error: unknown) => duplicatesOf(error),
      );
      return new Set(clientReports.filter((_, index) => !known.has(index)).map(({ _id }) => _id));
    },
    shareOf: async ({ remote, release, since, before, side, isPerson }) => {
      const at = { $gte: since, ...(before === undefined ? {} : { $lt: before }) };
      const projection = { kind: 1, client: 1 } as const;
      const clientReports = await collection
        // Who waits has not yet seen how it ends.
        .find(
          { remote, release, kind: { $ne: 'slow' }, at, ...(side && { side }), ...(isPerson && { isPerson }) },
          { projection },
        )
        .sort({ at: -1 })
        .limit(MAX_COMPARED)
        .toArray();
      const failing = new Set(clientReports.filter(({ kind }) => kind === 'failure').map(({ client }) => client));
      return { failing: failing.size, clients: new Set(clientReports.map(({ client }) => client)).size };
    },
  };
}

/** A record whose counters grow; it is made when it is not there. */
export interface Increase {
  readonly _id: string;
  /** By how much, by field. */
  readonly by: Readonly<Record<string, number>>;
  /** The other fields of a new record. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Fields that are set each time. */
  readonly set?: Readonly<Record<string, unknown>>;
}

function upsertOf({ _id, by, first, set }: Increase) {
  const update = { $inc: by, $setOnInsert: first, ...(set !== undefined && { $set: set }) };
  return { updateOne: { filter: { _id }, update, upsert: true } };
}

/** Increases counters of a collection in one write. Returns the ids of the records that it has made. */
export async function increaseAll(
  connection: Connection,
  collection: string,
  increases: readonly Increase[],
): Promise<readonly string[]> {
  const write = (chosen: readonly Increase[]) =>
    connection.collection<{ _id: string }>(collection).bulkWrite(chosen.map(upsertOf), { ordered: false });
  if (increases.length === 0) return [];
  try {
    const { upsertedIds } = await write(increases);
    return Object.values(upsertedIds).map(String);
  } catch (error) {
    // Another process made the record at this moment: now it is there.
    const late = duplicatesOf(error);
    await write(increases.filter((_, index) => late.has(index)));
    return [];
  }
}
