import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A single-use secret given to a browser or a mail. */
export interface ChallengeRecord {
  /** Its purpose and its session or pending sign-in: a newer one replaces it. */
  readonly _id: string;
  /** The challenge itself, or the keyed hash of a mailed code. */
  readonly secret: string;
  /** The e-mail of its person. */
  readonly email: string;
  readonly expiresAt: Date;
}

/** A sign-in whose link was spent, and whose second factor is missing. */
export interface PendingSecondFactorRecord {
  /** The hash of the browser's cookie. */
  readonly _id: string;
  readonly email: string;
  readonly userId: string;
  readonly returnTo: string;
  readonly expiresAt: Date;
}

const challengeSchema = new Schema<ChallengeRecord>(
  {
    _id: String,
    secret: { type: String, required: true },
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('sign_in_challenges'),
);
challengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const halfSignInSchema = new Schema<PendingSecondFactorRecord>(
  {
    _id: String,
    email: { type: String, required: true },
    userId: { type: String, required: true },
    returnTo: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('half_sign_ins'),
);
halfSignInSchema.index({ email: 1 });
halfSignInSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of challenges. */
export function challengeModel(connection: Connection): Model<ChallengeRecord> {
  return connection.model<ChallengeRecord>('SignInChallenge', challengeSchema);
}

/** Returns the model of sign-ins that wait for their second factor. */
export function pendingSecondFactorModel(connection: Connection): Model<PendingSecondFactorRecord> {
  return connection.model<PendingSecondFactorRecord>('HalfSignIn', halfSignInSchema);
}
