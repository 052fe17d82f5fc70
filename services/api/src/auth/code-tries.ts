import { createHash } from 'node:crypto';
import type { Core } from '../core.ts';
import type { Use } from '../limits/service.ts';
import type { Users } from '../users/service.ts';
import { writtenTime } from './asked-from.ts';
import { registerCodeLockMail } from './code-lock-mail.ts';
import type { Origin, SignInNotes } from './sign-in-notes.ts';

/** One try of a code, counted. */
export interface CodeTry {
  /** Why the code must not even be looked at; undefined when it may. */
  readonly refusal: string | undefined;
  /** Which try of this mail's code it is: `2 of 5`. */
  readonly place: string;
  /** The code was right: the address has not lost this try. */
  giveBack(): Promise<void>;
  /** Nobody got in by it. When it was the last one of a period, the person is told, and the trail has it. */
  failed(origin: Origin): Promise<void>;
}

/**
 * Counts the tries of codes: of one mail, and of one address over all its mails. Each is counted before the code is looked at, for any
 * address, whether anybody has it or not: so many at once cannot try more often, and the work tells nothing.
 */
export interface CodeTries {
  /** `mail` is whatever stands for the mail whose code is tried. */
  count(email: string, mail: string): Promise<CodeTry>;
}

/** The tries of codes of a database. */
export function createCodeTries(core: Core, users: Users, notes: SignInNotes): CodeTries {
  const { limits } = core;
  const tell = registerCodeLockMail(core, users);

  /** Links only, from now on until the period is over. */
  async function lock(email: string, { limit: tried, secondsLeft }: Use, { from, userAgent }: Origin): Promise<void> {
    const until = new Date(Date.now() + secondsLeft * 1000);
    const reason = `${tried} wrong codes were tried; until ${writtenTime(until)} only links work`;
    notes.add({ from, userAgent, action: 'sign-in.codes-locked', email, reason });
    // To the minute, so that whichever process counts the last try names the same period.
    const period = Math.round(until.getTime() / 60_000);
    const key = createHash('sha256').update(`${email} ${tried} ${period}`).digest('base64url');
    await tell(email, { tried, until: until.toISOString(), from, userAgent }, `codes-locked:${key}`);
  }

  return {
    count: async (email, mail) => {
      const hour = await limits.count('wrong-codes-an-hour', email);
      const day = hour.allowed ? await limits.count('wrong-codes-a-day', email) : hour;
      const ofMail = await limits.count('code-tries', mail);
      const locked = !hour.allowed || !day.allowed;
      return {
        refusal: locked
          ? 'too many wrong codes were tried for this address: for a while only links work'
          : ofMail.allowed
            ? undefined
            : 'the code of this mail was tried too often; its link still works',
        place: `${ofMail.number} of ${ofMail.limit}`,
        giveBack: async () => {
          await limits.giveBack('wrong-codes-an-hour', email);
          await limits.giveBack('wrong-codes-a-day', email);
        },
        failed: async (origin) => {
          // The longer period first: where both are over at once, the person is told of that one.
          const over = [day, hour].find(({ number, limit }) => number === limit);
          if (over !== undefined) await lock(email, over, origin);
        },
      };
    },
  };
}
