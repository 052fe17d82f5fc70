import { randomInt } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import { z } from 'zod';
import { rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { letter, originText } from '../../platform/mail/letter.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';
import type { Origin } from '../auth/sign-in-notes.ts';
import type { Users } from '../users/service.ts';
import { challengeModel } from './model.ts';

const dataSchema = z.strictObject({ sid: z.string(), from: z.string(), userAgent: z.string() });

/** The codes by which people without a passkey confirm that it is them: each is mailed, and counts in the session that asked. */
export interface ConfirmationCodes {
  /** Mails a new code, which takes the place of an earlier one. */
  send(holder: ChallengeHolder, origin: Origin): Promise<void>;
  /**
   * Spends the code. Returns why it does not count: a sentence for the audit trail; undefined when it does. Throws 429 after
   * ten wrong ones of a session in an hour.
   */
  spend(holder: ChallengeHolder, code: string): Promise<string | undefined>;
}

/** Creates the codes of a portal. */
export function createConfirmationCodes(core: Core, users: Users, challenges: Challenges): ConfirmationCodes {
  const { limits } = core;
  const keys = deriveKeys(core.config.tokenSecrets, 'confirmation-code');
  const textOf = ({ id, email }: ChallengeHolder, code: string) => `${email}\n${id}\n${code}`;

  const queue = core.outbox.register({
    name: 'confirmation',
    data: dataSchema,
    urgent: true,
    expiresAfterMinutes: 10,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      // The session is over: the code is not needed any more.
      if (user === undefined || user.sessions?.some(({ id }) => id === data.sid) !== true) return undefined;
      // Made now, so that no row of the outbox holds it.
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const holder = { id: data.sid, email };
      await challenges.keep('confirmation-code', holder, signatureOf(keys[0], textOf(holder, code)));
      return letter({
        subject: 'Confirm that it is you',
        preview: 'Your code works for 10 minutes, once.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          'You are about to do something in the Cytocomm portal that wants a fresh confirmation.',
          `It was asked for ${originText(createdAt, data)}.`,
        ],
        code: { label: 'Enter this code in the window that asked for it:', value: code },
        closing:
          'It was not you? Then somebody uses your session: sign in, log out everywhere and tell the administrator.',
      });
    },
  });

  return {
    send: async ({ id: sid, email }, origin) => {
      await queue(email, { ...origin, sid });
    },

    spend: async (holder, code) => {
      // Not the limits of sign-in codes: anybody can use those up for any address.
      const session = `${holder.id} ${holder.email}`;
      const hour = await limits.count('wrong-confirmation-codes-an-hour', session);
      if (!hour.allowed) throw rateLimited(hour.secondsLeft);
      const signature = await challenges.look('confirmation-code', holder);
      if (signature === undefined) return 'no code waits for this session, or its time is over';
      const ofMail = await limits.count('code-tries', signature);
      if (!ofMail.allowed) return 'the code of this mail was tried too often';
      if (!isSignedBy(keys, textOf(holder, code), signature))
        return `wrong code, try ${ofMail.number} of ${ofMail.limit}`;
      if ((await challenges.take('confirmation-code', holder)) !== signature) return 'the code was used already';
      await limits.giveBack('wrong-confirmation-codes-an-hour', session);
      return undefined;
    },
  };
}

/** The purpose of a challenge; one of another purpose does not count. */
type ChallengePurpose = 'second-factor' | 'new-passkey' | 'confirmation' | 'confirmation-code';

/** The holder of a challenge: a session or pending sign-in, and its person. */
export interface ChallengeHolder {
  readonly id: string;
  readonly email: string;
}

/** How long a challenge or mailed code counts, in ms. */
export const CHALLENGE_MS = RETENTION.signInLinkMinutes * 60_000;

/** Single-use secrets given to browsers and mails; in the database, so that any process accepts them. */
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
