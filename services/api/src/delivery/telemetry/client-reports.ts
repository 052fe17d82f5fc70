import { RETENTION, type TelemetryRow } from '@cytocomm/contract';
import { type Connection, mongo, Schema } from 'mongoose';
import { DUPLICATE_KEY } from '../../platform/database/duplicate-key.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { Share } from './fisher.ts';
import type { Side } from './releases-in-use.ts';

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
export function duplicatesOf(error: unknown): ReadonlySet<number> {
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
