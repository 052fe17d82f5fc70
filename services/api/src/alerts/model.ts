import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** Somebody who wants the public news by mail. */
export interface SubscriberRecord {
  readonly _id: Types.ObjectId;
  readonly email: string;
  /** Nobody gets news before having confirmed, by a link, that the address is theirs. */
  readonly status: 'pending' | 'confirmed';
  readonly createdAt: Date;
  readonly confirmedAt?: Date;
  /** When an address that was not confirmed is forgotten. */
  readonly forgetAt?: Date;
}

/** Which mails a member wants; `_id` is the user's. */
export interface PreferenceRecord {
  readonly _id: Types.ObjectId;
  readonly email: string;
  readonly newReport: boolean;
  readonly investorNews: boolean;
}

const subscriberSchema = new Schema<SubscriberRecord>(
  {
    email: { type: String, required: true },
    status: { type: String, required: true },
    createdAt: { type: Date, required: true },
    confirmedAt: Date,
    forgetAt: Date,
  },
  recordOptions('subscribers'),
);
subscriberSchema.index({ email: 1 }, { unique: true });
subscriberSchema.index({ status: 1, _id: 1 });
subscriberSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

const preferenceSchema = new Schema<PreferenceRecord>(
  {
    email: { type: String, required: true },
    newReport: { type: Boolean, required: true },
    investorNews: { type: Boolean, required: true },
  },
  recordOptions('alert_preferences'),
);
preferenceSchema.index({ newReport: 1, _id: 1 });
preferenceSchema.index({ investorNews: 1, _id: 1 });

/** The subscribers of a connection. */
export function subscriberModel(connection: Connection): Model<SubscriberRecord> {
  return connection.model<SubscriberRecord>('Subscriber', subscriberSchema);
}

/** The preferences of a connection. */
export function preferenceModel(connection: Connection): Model<PreferenceRecord> {
  return connection.model<PreferenceRecord>('AlertPreference', preferenceSchema);
}
