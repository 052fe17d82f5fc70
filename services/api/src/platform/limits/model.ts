import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A counter of rate-limiter-flexible, which uses the collection itself; the model declares the indexes. */
export interface LimitRecord {
  readonly key: string;
  readonly points: number;
  readonly expire: Date;
}

const schema = new Schema<LimitRecord>({ key: String, points: Number, expire: Date }, recordOptions('limits'));
schema.index({ key: 1 }, { unique: true });
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of counters. */
export function limitModel(connection: Connection): Model<LimitRecord> {
  return connection.model<LimitRecord>('Limit', schema);
}
