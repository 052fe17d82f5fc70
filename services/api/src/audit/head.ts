import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';
import { checkpointSealOf, isSame, type Place, type SealKeys } from './seal.ts';

const HEAD = 'head';

/** The sealed position of the last row, which reveals rows removed from the end. */
export interface HeadRecord extends Place {
  readonly _id: typeof HEAD;
  readonly key: string;
  readonly seal: string;
}

const schema = new Schema<HeadRecord>(
  {
    _id: String,
    seq: { type: Number, required: true },
    hash: { type: String, required: true },
    key: { type: String, required: true },
    seal: { type: String, required: true },
  },
  recordOptions('audit_head'),
);

/** Returns the model of heads; there is one at most. */
export function headModel(connection: Connection): Model<HeadRecord> {
  return connection.model<HeadRecord>('AuditHead', schema);
}

/** Whether a head says what it was sealed with. A key that is not known proves nothing. */
export function isGenuine(head: HeadRecord, keys: SealKeys): boolean {
  const key = keys.find(({ id }) => id === head.key);
  return key !== undefined && isSame(head.seal, checkpointSealOf(head, key));
}

/** The head of a trail. */
export interface AuditHead {
  read(): Promise<HeadRecord | undefined>;
  /** Creates the head of a new trail. */
  begin(place: Place): Promise<void>;
  /** Advances the head; never back, and never a missing one. */
  advance(place: Place): Promise<void>;
}

/** Creates the head of a database, sealed with the first key. */
export function createHead(connection: Connection, [key]: SealKeys): AuditHead {
  const heads = headModel(connection);
  const sealed = (place: Place) => ({ ...place, key: key.id, seal: checkpointSealOf(place, key) });
  return {
    read: async () => (await heads.findById(HEAD).lean()) ?? undefined,
    begin: async ({ seq, hash }) => {
      await heads.updateOne({ _id: HEAD }, { $setOnInsert: sealed({ seq, hash }) }, { upsert: true });
    },
    advance: async ({ seq, hash }) => {
      await heads.updateOne({ _id: HEAD, seq: { $lt: seq } }, { $set: sealed({ seq, hash }) });
    },
  };
}
