import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A sign-in link that can still be used. */
export interface LinkRecord {
  /** E-mail and client: storing a newer link of both replaces the older one. */
  readonly _id: string;
  readonly email: string;
  /** The client that asked, as the limits identify it. */
  readonly client: string;
  /** The hash of the browser's mark: the code works there only. */
  readonly browser: string;
  readonly userId: string;
  /** sha256 of the token, which only the mail holds. */
  readonly tokenHash: string;
  /** Keyed hash of the 6-digit code. */
  readonly codeHash: string;
  readonly expiresAt: Date;
  readonly returnTo: string;
  /** When the link was asked for: a delayed mail never replaces a newer link. */
  readonly askedAt: Date;
}

/** A link before it is stored. */
export type NewLink = Omit<LinkRecord, '_id'>;

/** How long another client's link cannot replace a link, in ms. */
const PROTECTED_MS = 60_000;

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

/** Stores the newest link of an address and deletes the older ones, except other clients' of the last minute. */
export async function storeLink(links: Model<LinkRecord>, link: NewLink): Promise<void> {
  const { email, client, browser, askedAt } = link;
  const _id = `${email} ${client}`;
  await links.replaceOne({ _id }, link, { upsert: true });
  const protectedSince = new Date(askedAt.getTime() - PROTECTED_MS);
  await links.deleteMany({ email, _id: { $ne: _id }, $or: [{ browser }, { askedAt: { $lte: protectedSince } }] });
}

/** Whether a link that was asked for later takes this one's place. */
export async function isSuperseded(
  links: Model<LinkRecord>,
  { email, client, browser, askedAt }: Pick<NewLink, 'email' | 'client' | 'browser' | 'askedAt'>,
): Promise<boolean> {
  const later = await links.find({ email, askedAt: { $gt: askedAt } }).lean();
  return later.some(
    (link) =>
      link.client === client || link.browser === browser || link.askedAt.getTime() - askedAt.getTime() > PROTECTED_MS,
  );
}

/** Returns the model of sign-in links. */
export function linkModel(connection: Connection): Model<LinkRecord> {
  return connection.model<LinkRecord>('SignInLink', schema);
}
