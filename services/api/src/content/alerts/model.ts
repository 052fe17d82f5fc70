import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A subscriber to public news. */
export interface SubscriberRecord {
  readonly _id: Types.ObjectId;
  readonly email: string;
  /** Only confirmed addresses get news. */
  readonly status: 'pending' | 'confirmed';
  readonly createdAt: Date;
  readonly confirmedAt?: Date;
  /** When an unconfirmed address is deleted. */
  readonly forgetAt?: Date;
}

/** The mails a user wants; `_id` is the user's. */
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

/** Returns the model of subscribers. */
export function subscriberModel(connection: Connection): Model<SubscriberRecord> {
  return connection.model<SubscriberRecord>('Subscriber', subscriberSchema);
}

/** Returns the model of preferences. */
export function preferenceModel(connection: Connection): Model<PreferenceRecord> {
  return connection.model<PreferenceRecord>('AlertPreference', preferenceSchema);
}
