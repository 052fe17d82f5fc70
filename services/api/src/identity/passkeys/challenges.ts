import { RETENTION } from '@cytocomm/contract';
import type { Database } from '../../platform/database/database.ts';
import { challengeModel } from './model.ts';

/** What a challenge is for; one that was given for something else does not count. */
type ChallengePurpose = 'second-factor' | 'new-passkey' | 'confirmation' | 'confirmation-code';

/** Whose challenge it is: the session or half-open sign-in it was given to, and the person of it. */
export interface ChallengeHolder {
  readonly id: string;
  readonly email: string;
}

/** How long a challenge or mailed code counts, in ms. */
export const CHALLENGE_MS = RETENTION.signInLinkMinutes * 60_000;

/** What was given to browsers and mails, to come back once; in the database, so that any process takes it. */
export interface Challenges {
  /** Keeps a secret for its holder, in place of an earlier one. */
  keep(purpose: ChallengePurpose, holder: ChallengeHolder, secret: string): Promise<void>;
  /** Returns the secret and forgets it: of many calls at once one gets it. Undefined when there is none or its time is over. */
  take(purpose: ChallengePurpose, holder: ChallengeHolder): Promise<string | undefined>;
  /** Returns the secret and keeps it. */
  look(purpose: ChallengePurpose, holder: ChallengeHolder): Promise<string | undefined>;
}

/** Creates the challenges of a database. */
export function createChallenges(database: Database): Challenges {
  const rows = challengeModel(database.connection);
  const filter = async (purpose: ChallengePurpose, { id, email }: ChallengeHolder) => ({
    _id: `${purpose} ${id}`,
    email,
    expiresAt: { $gt: await database.askNow() },
  });
  return {
    keep: async (purpose, { id, email }, secret) => {
      const expiresAt = new Date((await database.askNow()).getTime() + CHALLENGE_MS);
      await rows.replaceOne({ _id: `${purpose} ${id}` }, { secret, email, expiresAt }, { upsert: true });
    },
    take: async (purpose, holder) => (await rows.findOneAndDelete(await filter(purpose, holder)).lean())?.secret,
    look: async (purpose, holder) => (await rows.findOne(await filter(purpose, holder)).lean())?.secret,
  };
}
