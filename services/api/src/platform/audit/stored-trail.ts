import type { Connection } from 'mongoose';
import type { AuditHeads, HeadRecord } from './head.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { type SealRecord, sealModel } from './seal-model.ts';

/** How many are read at once: few enough that a small database answers its heartbeat meanwhile. */
const BATCH = 500;

/** A trail as it is read to be verified. */
export interface StoredTrail {
  heads(): Promise<readonly HeadRecord[]>;
  head(name: string): Promise<HeadRecord | undefined>;
  /** Returns the seals of higher numbers, in order. */
  seals(after: number): AsyncIterable<SealRecord>;
  /** Returns all rows, in order, those included whose id no row can have. */
  rows(): AsyncIterable<AuditRecord>;
  /** Returns the hashes of rows by their ids; of a missing row there is none. */
  hashesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Returns the trail of a database. */
export function storedTrail(connection: Connection, heads: AuditHeads): StoredTrail {
  const rows = auditModel(connection);
  return {
    heads: heads.all,
    head: heads.read,
    seals: (after) =>
      sealModel(connection)
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .lean()
        .cursor({ batchSize: BATCH }),
    rows: () => rows.find().sort({ _id: 1 }).lean().cursor({ batchSize: BATCH }),
    hashesOf: async (ids) => {
      const found = await rows.find({ _id: { $in: [...ids] } }, { hash: 1 }).lean();
      return new Map(found.map(({ _id, hash }) => [_id, hash]));
    },
  };
}
