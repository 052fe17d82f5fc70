import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** The newest sign-in link of an address. There is one row an address, so an older link is gone by itself. */
export interface LinkRecord {
  /** The e-mail. */
  readonly _id: string;
  readonly userId: string;
  /** sha256 of the link's token; the token itself is only in the mail. */
  readonly tokenHash: string;
  /** Keyed hash of the 6-digit code. */
  readonly codeHash: string;
  readonly codeTries: number;
  readonly expiresAt: Date;
  readonly returnTo: string;
  /** When the link was asked for: a mail that was held up never replaces a newer one's link. */
  readonly askedAt: Date;
}

const schema = new Schema<LinkRecord>(
  {
    _id: String,
    userId: { type: String, required: true },
    tokenHash: { type: String, required: true },
    codeHash: { type: String, required: true },
    codeTries: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true },
    returnTo: { type: String, required: true },
    askedAt: { type: Date, required: true },
  },
  recordOptions('sign_in_links'),
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Stores the newest link of an address, in place of any older one. */
export async function storeLink(
  rows: Model<LinkRecord>,
  email: string,
  link: Omit<LinkRecord, '_id' | 'codeTries'>,
): Promise<void> {
  await rows.updateOne({ _id: email }, { $set: { ...link, codeTries: 0 } }, { upsert: true });
}

/** The sign-in links of a connection. */
export function linkModel(connection: Connection): Model<LinkRecord> {
  return connection.model<LinkRecord>('SignInLink', schema);
}
