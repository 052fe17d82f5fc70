import { createHash, randomBytes } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../../platform/database/database.ts';
import { recordOptions } from '../../platform/database/record.ts';

/** A sign-in that went to the company's provider and is not back. */
interface PendingSignInRecord {
  /** The hash of its state. */
  readonly _id: string;
  /** The hash of the browser's mark: the answer counts there only. */
  readonly browser: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
  readonly returnTo: string;
  readonly beganAt: Date;
  readonly expiresAt: Date;
}

const schema = new Schema<PendingSignInRecord>(
  {
    _id: String,
    browser: { type: String, required: true },
    nonce: { type: String, required: true },
    verifier: { type: String, required: true },
    returnTo: { type: String, required: true },
    beganAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('company_sign_ins'),
);
schema.index({ browser: 1, beganAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of sign-ins that are at the company's provider. */
export function oidcStateModel(connection: Connection): Model<PendingSignInRecord> {
  return connection.model<PendingSignInRecord>('CompanySignIn', schema);
}

/** The values that the provider's answer must match. */
export type Expected = Pick<PendingSignInRecord, 'nonce' | 'verifier' | 'returnTo'> & { readonly state: string };

/** The sign-ins that went to the provider; in the database, so that any process takes what comes back. */
export interface PendingSignIns {
  /** Begins one in a browser. The oldest of more than five of a browser ends. */
  begin(browser: string, returnTo: string): Promise<Expected>;
  /** Ends one: of many calls at once one gets it. Undefined when it is spent, late, or another browser's. */
  take(state: string, browser: string | undefined): Promise<Expected | undefined>;
}

/** How long somebody may take at the provider, in ms. */
const LIFETIME_MS = RETENTION.signInLinkMinutes * 60_000;
/** How many sign-ins of a browser may be at the provider, one in each tab. */
const MAX_OF_BROWSER = 5;

const random = () => randomBytes(32).toString('base64url');
const hashOf = (state: string) => createHash('sha256').update(state).digest('base64url');

/** Creates the pending sign-ins of a database. */
export function createPendingSignIns(database: Database): PendingSignIns {
  const rows = oidcStateModel(database.connection);
  return {
    begin: async (browser, returnTo) => {
      const expected: Expected = { state: random(), nonce: random(), verifier: random(), returnTo };
      const { state, ...kept } = expected;
      const beganAt = database.now();
      const expiresAt = new Date(beganAt.getTime() + LIFETIME_MS);
      await rows.create({ _id: hashOf(state), browser, ...kept, beganAt, expiresAt });
      const tooMany = await rows.find({ browser }, { _id: 1 }).sort({ beganAt: -1 }).skip(MAX_OF_BROWSER).lean();
      if (tooMany.length > 0) await rows.deleteMany({ _id: { $in: tooMany.map(({ _id }) => _id) } });
      return expected;
    },
    take: async (state, browser) => {
      if (browser === undefined) return undefined;
      const expiresAt = { $gt: database.now() };
      const row = await rows.findOneAndDelete({ _id: hashOf(state), browser, expiresAt }).lean();
      return row === null ? undefined : { state, nonce: row.nonce, verifier: row.verifier, returnTo: row.returnTo };
    },
  };
}
