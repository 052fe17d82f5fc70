import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** What a browser or a mail was given, to come back once. */
export interface ChallengeRecord {
  /** What it is for, and the session or half-open sign-in that it counts in: a newer one replaces it. */
  readonly _id: string;
  /** The challenge itself, or the keyed hash of a mailed code. */
  readonly secret: string;
  /** Whose it is. */
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
