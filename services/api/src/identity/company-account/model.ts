import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A sign-in that went to the company's provider and is not back. */
export interface BegunRecord {
  /** The hash of its state. */
  readonly _id: string;
  /** The hash of the browser's mark: the answer counts there only. */
  readonly browser: string;
  readonly nonce: string;
  /** What the code is redeemed with (PKCE). */
  readonly verifier: string;
  readonly returnTo: string;
  readonly beganAt: Date;
  readonly expiresAt: Date;
}

const schema = new Schema<BegunRecord>(
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
export function oidcStateModel(connection: Connection): Model<BegunRecord> {
  return connection.model<BegunRecord>('CompanySignIn', schema);
}
