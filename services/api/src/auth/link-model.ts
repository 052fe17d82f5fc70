import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A sign-in link that somebody may still use. */
export interface LinkRecord {
  /** The e-mail and the client: one row for both, so a newer link takes the place of an older one by being stored. */
  readonly _id: string;
  readonly email: string;
  /** The client that asked, as limits count it. */
  readonly client: string;
  /** The hash of the browser that asked: the code counts there only. */
  readonly browser: string;
  readonly userId: string;
  /** sha256 of the link's token; the token itself is only in the mail. */
  readonly tokenHash: string;
  /** Keyed hash of the 6-digit code. */
  readonly codeHash: string;
  readonly expiresAt: Date;
  readonly returnTo: string;
  /** When the link was asked for: a mail that was held up never replaces a newer one's link. */
  readonly askedAt: Date;
}

/** A link before it is stored. */
export type NewLink = Omit<LinkRecord, '_id'>;

/** So long a link is safe from being replaced by a link that another client asked for. */
const YOUNG_MS = 60_000;

const schema = new Schema<LinkRecord>(
  {
    _id: String,
    email: { type: String, required: true },
    client: { type: String, required: true },
    browser: { type: String, default: '' },
    userId: { type: String, required: true },
    tokenHash: { type: String, required: true },
    codeHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    returnTo: { type: String, required: true },
    askedAt: { type: Date, required: true },
  },
  recordOptions('sign_in_links'),
);
schema.index({ email: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Stores the newest link of an address, in place of the older ones but for those that other clients asked for a moment ago. */
export async function storeLink(rows: Model<LinkRecord>, link: NewLink): Promise<void> {
  const { email, client, browser, askedAt } = link;
  const _id = `${email} ${client}`;
  await rows.replaceOne({ _id }, link, { upsert: true });
  const young = new Date(askedAt.getTime() - YOUNG_MS);
  await rows.deleteMany({ email, _id: { $ne: _id }, $or: [{ browser }, { askedAt: { $lte: young } }] });
}

/** Whether a link that was asked for later stands where this one would. */
export async function isOvertaken(
  rows: Model<LinkRecord>,
  { email, client, browser, askedAt }: Pick<NewLink, 'email' | 'client' | 'browser' | 'askedAt'>,
): Promise<boolean> {
  const later = await rows.find({ email, askedAt: { $gt: askedAt } }).lean();
  return later.some(
    (link) =>
      link.client === client || link.browser === browser || link.askedAt.getTime() - askedAt.getTime() > YOUNG_MS,
  );
}

/** The sign-in links of a connection. */
export function linkModel(connection: Connection): Model<LinkRecord> {
  return connection.model<LinkRecord>('SignInLink', schema);
}
