import { RETENTION, type TelemetryRow } from '@cytocomm/contract';
import { type Connection, mongo, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { DUPLICATE_KEY } from '../../platform/database/trouble.ts';
import type { Side } from './releases-in-use.ts';

/** The number of clients, and of those with a failure. */
export interface Share {
  readonly failing: number;
  readonly clients: number;
}

/** Cached logarithms of factorials from 0 on. */
const logFactorials = [0];

function logFactorial(of: number): number {
  let last = logFactorials.at(-1) ?? 0;
  for (let each = logFactorials.length; each <= of; each += 1) {
    last += Math.log(each);
    logFactorials.push(last);
  }
  return logFactorials[of] ?? 0;
}

/** Returns the logarithm of the binomial coefficient; -Infinity if `taken` exceeds `all`. */
function logChoices(all: number, taken: number): number {
  if (taken > all) return Number.NEGATIVE_INFINITY;
  return logFactorial(all) - logFactorial(taken) - logFactorial(all - taken);
}

/**
 * Fisher's exact test, one-sided: returns the probability that the first group has at least its number of failures by chance, if
 * both groups fail equally often; 1 without failures.
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

/** One report per client and period; repeated ones do not count. */
export interface ClientReport {
  /** The hour, release, load or phase, and client; or the day, cause and client. */
  readonly _id: string;
  /** Unset for causes. */
  readonly remote?: string;
  readonly release?: string;
  readonly kind?: TelemetryRow['kind'];
  /** The side of the page while a canary runs. */
  readonly side?: Side;
  /** Whether it is from a signed-in person, so not invented. */
  readonly isPerson?: true;
  /** A keyed hash of the day and the person, or of the network without a session. */
  readonly client: string;
  readonly at: Date;
}

const KEEP_SECONDS = RETENTION.telemetryClientDays * 24 * 3600;
/** Maximum compared reports of a release, the newest. */
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

/** Which reports to compare. */
interface ReportFilter {
  readonly remote: string;
  readonly release: string;
  readonly since: Date;
  /** Exclusive end; by default none. */
  readonly before?: Date;
  /** Only this side; by default all. */
  readonly side?: Side | undefined;
  /** Only signed-in people; by default all. */
  readonly isPerson?: true | undefined;
}

/** The reports of clients. */
export interface ClientReports {
  /** Stores reports. Returns the ids of new ones. */
  add(clientReports: readonly ClientReport[]): Promise<ReadonlySet<string>>;
  /** Returns the clients that reported a release, and those with a failure. */
  shareOf(of: ReportFilter): Promise<Share>;
}

/** Returns the indexes of writes that failed with a duplicate key. Rethrows other errors. */
function duplicatesOf(error: unknown): ReadonlySet<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Creates the client reports. */
export function createClientReports(connection: Connection): ClientReports {
  const { name } = connection.model<ClientReport>('TelemetryVoice', schema).collection;
  const collection = connection.collection<ClientReport>(name);
  return {
    add: async (clientReports) => {
      if (clientReports.length === 0) return new Set();
      const duplicates = await collection.insertMany([...clientReports], { ordered: false }).then(
        () => new Set<number>(),
        (error: unknown) => duplicatesOf(error),
      );
      return new Set(clientReports.filter((_, index) => !duplicates.has(index)).map(({ _id }) => _id));
    },
    shareOf: async ({ remote, release, since, before, side, isPerson }) => {
      const at = { $gte: since, ...(before === undefined ? {} : { $lt: before }) };
      const projection = { kind: 1, client: 1 } as const;
      const clientReports = await collection
        // A slow load has no outcome yet.
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

/** An increase of counters in a record, created if missing. */
export interface Increase {
  readonly _id: string;
  /** The amount by field. */
  readonly by: Readonly<Record<string, number>>;
  /** The other fields of a new record. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Fields set each time. */
  readonly set?: Readonly<Record<string, unknown>>;
}

function upsertOf({ _id, by, first, set }: Increase) {
  const update = { $inc: by, $setOnInsert: first, ...(set !== undefined && { $set: set }) };
  return { updateOne: { filter: { _id }, update, upsert: true } };
}

/** Increases counters in one write. Returns the ids of new records. */
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
    // Created by a concurrent process: it exists now.
    const late = duplicatesOf(error);
    await write(increases.filter((_, index) => late.has(index)));
    return [];
  }
}
