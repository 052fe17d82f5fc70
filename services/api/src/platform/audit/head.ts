import { type Connection, type Model, Schema } from 'mongoose';
import { MAJORITY, trailOptions } from './model.ts';
import { headSealOf, isSame, type Place, type SealKeys } from './seal.ts';

/** The name of the head of the chain of seals. */
export const SEALS_HEAD = 'seals';
const SEGMENT = /^segment-(\d+)$/;

/** The sealed position of the last row of a chain, which reveals rows removed from the end. */
export interface HeadRecord extends Place {
  readonly _id: string;
  readonly key: string;
  readonly seal: string;
  /** When it was advanced last; not sealed, for it proves nothing. */
  readonly movedAt?: Date;
}

const schema = new Schema<HeadRecord>(
  {
    _id: String,
    seq: { type: Number, required: true },
    hash: { type: String, required: true },
    key: { type: String, required: true },
    seal: { type: String, required: true },
    movedAt: Date,
  },
  trailOptions('audit_head'),
);

/** Returns the model of heads: one of the seals, and one of each segment that may grow. */
export function headModel(connection: Connection): Model<HeadRecord> {
  return connection.model<HeadRecord>('AuditHead', schema);
}

/** Returns the name of the head of a segment. */
export function headOf(segment: number): string {
  return `segment-${segment}`;
}

/** Returns the segment of a head; undefined for that of the seals. */
export function segmentOfHead({ _id }: Pick<HeadRecord, '_id'>): number | undefined {
  const [, number] = SEGMENT.exec(_id) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Returns a head of a place, sealed. */
export function sealedHead(name: string, { seq, hash }: Place, key: SealKeys[number]): HeadRecord {
  return { _id: name, seq, hash, key: key.id, seal: headSealOf(name, { seq, hash }, key) };
}

/** Whether a head says what it was sealed with. A key that is not known proves nothing. */
export function isGenuine(head: HeadRecord, keys: SealKeys): boolean {
  const key = keys.find(({ id }) => id === head.key);
  return key !== undefined && isSame(head.seal, headSealOf(head._id, head, key));
}

/** The heads of a trail. */
export interface AuditHeads {
  all(): Promise<readonly HeadRecord[]>;
  read(name: string): Promise<HeadRecord | undefined>;
  /** Creates the head of a new chain. */
  begin(name: string, place: Place): Promise<void>;
  /** Advances a head; never back, and never a missing one. Returns whether it was there, and not ahead. */
  advance(name: string, place: Place): Promise<boolean>;
  /** Removes the head of a segment that is sealed to its end. */
  remove(name: string): Promise<void>;
}

/** Creates the heads of a database, sealed with the first key. */
export function createHeads(connection: Connection, [key]: SealKeys, now: () => Date): AuditHeads {
  const heads = headModel(connection);
  const moved = (name: string, place: Place) => {
    const { _id, ...head } = sealedHead(name, place, key);
    return { ...head, movedAt: now() };
  };
  return {
    // By the index of ids.
    all: () =>
      heads
        .find({ _id: { $gt: '' } })
        .readConcern(MAJORITY)
        .lean(),
    read: async (name) => (await heads.findById(name).readConcern(MAJORITY).lean()) ?? undefined,
    begin: async (name, place) => {
      await heads.updateOne({ _id: name }, { $setOnInsert: moved(name, place) }, { upsert: true });
    },
    advance: async (name, place) => {
      const { matchedCount } = await heads.updateOne(
        { _id: name, seq: { $lte: place.seq } },
        { $set: moved(name, place) },
      );
      return matchedCount === 1;
    },
    remove: async (name) => {
      await heads.deleteOne({ _id: name });
    },
  };
}
