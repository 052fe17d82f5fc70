import { RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A message of the contact form. */
export interface ContactRecord {
  readonly _id: Types.ObjectId;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly createdAt: Date;
}

const schema = new Schema<ContactRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true },
    subject: { type: String, default: '' },
    message: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  recordOptions('contact_messages'),
);
schema.index({ createdAt: -1, _id: -1 });
// A message was mailed to the company on its first day.
schema.index({ createdAt: 1 }, { expireAfterSeconds: RETENTION.contactMessageDays * 24 * 3600 });

/** Returns the model of messages. */
export function contactModel(connection: Connection): Model<ContactRecord> {
  return connection.model<ContactRecord>('ContactMessage', schema);
}
