import { createHash } from 'node:crypto';
import type { TelemetryPhase } from '@cytocomm/contract';
import { type Connection, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { increaseAll } from './increase.ts';
import type { CauseWithStack } from './mapped-causes.ts';

/** How long a cause is kept after it was last reported, in days. */
const CAUSE_KEEP_DAYS = 7;
/** The most causes of a release that are kept; those of the fewest clients go first. */
const MAX_CAUSES_OF_RELEASE = 100;
/** The most causes in a list. */
const MAX_CAUSES = 200;

/** A cause of failures. */
interface CauseRecord {
  /** The hash of what names it. */
  readonly _id: string;
  readonly remote: string;
  readonly release: string;
  readonly component: string;
  readonly phase: TelemetryPhase;
  readonly reason: string;
  /** As the browser of the first report wrote it. */
  readonly stack?: string;
  readonly clients: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** When somebody signed in or a second network reported it: one network alone may have made it up. */
  readonly confirmedAt?: Date;
}

const schema = new Schema<CauseRecord>(
  {
    _id: String,
    remote: { type: String, required: true },
    release: { type: String, required: true },
    component: { type: String, required: true },
    phase: { type: String, required: true },
    reason: String,
    stack: String,
    clients: Number,
    firstAt: { type: Date, required: true },
    lastAt: { type: Date, required: true },
    confirmedAt: Date,
  },
  recordOptions('telemetry_causes'),
);
schema.index({ remote: 1, release: 1, clients: -1, lastAt: -1 });
schema.index({ clients: -1, lastAt: -1 });
schema.index({ lastAt: 1 }, { expireAfterSeconds: CAUSE_KEEP_DAYS * 24 * 3600 });

/** What names a cause, and the stack that comes with it. */
export type Cause = Pick<CauseRecord, 'remote' | 'release' | 'component' | 'phase' | 'reason' | 'stack'>;

/** A cause that more than one network reported, or somebody who is signed in. */
interface ConfirmedCause extends Pick<CauseRecord, 'remote' | 'release' | 'component'> {
  readonly id: string;
  readonly at: Date;
}

/** The causes of failures. */
export interface Causes {
  /** Counts a client for each of these causes; one that is a person confirms them. */
  add(causes: readonly Cause[], now: Date, isPerson: boolean): Promise<void>;
  /** Returns those of some ids that are there. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the causes of the most clients, those reported last first. */
  newest(): Promise<readonly CauseWithStack[]>;
  /** Returns the causes that are confirmed, the latest first. */
  confirmed(): Promise<readonly ConfirmedCause[]>;
}

/** Returns the id of a cause. */
export function causeIdOf({ remote, release, component, phase, reason }: Cause): string {
  return createHash('sha256')
    .update(JSON.stringify([remote, release, component, phase, reason]))
    .digest('base64url');
}

/** Creates the causes of a database. */
export function createCauses(connection: Connection): Causes {
  const { name } = connection.model<CauseRecord>('TelemetryCause', schema).collection;
  const collection = connection.collection<CauseRecord>(name);

  async function forgetRarest(remote: string, release: string): Promise<void> {
    const rarest = await collection
      .find({ remote, release }, { projection: { _id: 1 } })
      .sort({ clients: -1, lastAt: -1 })
      .skip(MAX_CAUSES_OF_RELEASE)
      .toArray();
    if (rarest.length > 0) await collection.deleteMany({ _id: { $in: rarest.map(({ _id }) => _id) } });
  }

  return {
    known: async (ids) => {
      const found = await collection.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    add: async (causes, now, isPerson) => {
      const byId = new Map(causes.map((cause) => [causeIdOf(cause), cause]));
      const made = await increaseAll(
        connection,
        name,
        [...byId].map(([_id, { remote, release, component, phase, reason, stack }]) => ({
          _id,
          by: { clients: 1 },
          first: { remote, release, component, phase, reason, ...(stack !== undefined && { stack }), firstAt: now },
          set: { lastAt: now },
        })),
      );
      const unconfirmed = { _id: { $in: [...byId.keys()] }, confirmedAt: { $exists: false } };
      if (byId.size > 0)
        await collection.updateMany(
          { ...unconfirmed, ...(isPerson ? {} : { clients: { $gte: 2 } }) },
          { $set: { confirmedAt: now } },
        );
      const grown = new Map(
        made.flatMap((id) => byId.get(id) ?? []).map((cause) => [`${cause.remote} ${cause.release}`, cause]),
      );
      for (const { remote, release } of grown.values()) await forgetRarest(remote, release);
    },
    newest: async () =>
      // Those of the most clients are listed: by ever new causes a single one must not push them out.
      (await collection.find().sort({ clients: -1, lastAt: -1 }).limit(MAX_CAUSES).toArray())
        .toSorted((one, other) => other.lastAt.getTime() - one.lastAt.getTime())
        .map(({ _id, firstAt, lastAt, confirmedAt: _, ...cause }) => ({
          ...cause,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
    confirmed: async () => {
      const rows = await collection
        // Those of before this was noted have no time of it.
        .find({ $or: [{ confirmedAt: { $exists: true } }, { clients: { $gte: 2 } }] })
        .sort({ clients: -1, lastAt: -1 })
        .limit(MAX_CAUSES)
        .toArray();
      return rows
        .map(({ _id, remote, release, component, confirmedAt, firstAt }) => ({
          ...{ id: String(_id), remote, release, component },
          at: confirmedAt ?? firstAt,
        }))
        .toSorted((one, other) => other.at.getTime() - one.at.getTime());
    },
  };
}
