import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import type { Use } from '../../platform/limits/service.ts';
import { letter, originText, timeText } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';
import type { Origin, SignInNotes } from './sign-in-notes.ts';

const dataSchema = z.strictObject({
  tried: z.number().int(),
  until: z.iso.datetime(),
  from: z.string(),
  userAgent: z.string(),
});
/** Why codes are locked for an address, and until when. */
type CodeLock = z.infer<typeof dataSchema>;

/** Registers the mail about locked codes. It is queued for every address; whether a user has it is looked up when it is sent. */
function registerCodeLockMail(core: Core, users: Users): Enqueue<CodeLock> {
  return core.outbox.register({
    name: 'codes-locked',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      return letter({
        subject: 'Wrong sign-in codes were tried for your address',
        preview: 'None of them was right.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          `${data.tried} wrong codes were tried for your address, the last one ${originText(createdAt, data)}. None of them was right.`,
          `Until ${timeText(new Date(data.until))} codes do not work for your address. The links in sign-in mails do.`,
        ],
        closing: 'If this was not you, there is nothing you need to do. If it goes on, tell the administrator.',
      });
    },
  });
}

/** One counted try of a code. */
interface CodeTry {
  /** Why the code must not be checked; undefined when it may. */
  readonly refusal: string | undefined;
  /** The number of the try among those of this mail's code: `2 of 5`. */
  readonly number: string;
  /** Takes back the counted try of a right code. */
  giveBack(): Promise<void>;
  /** Ends a try of a wrong code. If it was the last of a period, mails the user and records the lock. */
  fail(origin: Origin): Promise<void>;
}

/**
 * Counts the tries of codes per mail, and per address over all its mails. Each is counted before the code is checked, so
 * many at once get no more tries, and for unknown addresses too, so the work reveals nothing.
 */
export interface CodeTries {
  /** Counts one try; `mail` identifies the mail whose code is tried. */
  count(email: string, mail: string): Promise<CodeTry>;
}

/** Creates the counters of a database. */
export function createCodeTries(core: Core, users: Users, notes: SignInNotes): CodeTries {
  const { limits } = core;
  const queueLockMail = registerCodeLockMail(core, users);

  /** Records that codes are locked until the period ends, and mails the user. */
  async function lock(email: string, { limit: tries, secondsLeft }: Use, { from, userAgent }: Origin): Promise<void> {
    const until = new Date(Date.now() + secondsLeft * 1000);
    const reason = `${tries} wrong codes were tried; until ${timeText(until)} only links work`;
    notes.add({ from, userAgent, action: 'sign-in.codes-locked', email, reason });
    // Rounded to a minute: each process that counts the last try gets the same key, and one mail is sent.
    const period = Math.round(until.getTime() / 60_000);
    const key = createHash('sha256').update(`${email} ${tries} ${period}`).digest('base64url');
    await queueLockMail(email, { tried: tries, until: until.toISOString(), from, userAgent }, `codes-locked:${key}`);
  }

  return {
    count: async (email, mail) => {
      const hour = await limits.count('wrong-codes-an-hour', email);
      const day = hour.allowed ? await limits.count('wrong-codes-a-day', email) : hour;
      const isLocked = !hour.allowed || !day.allowed;
      // None of a mail's tries is taken by one whose code is not checked.
      const ofMail = isLocked ? day : await limits.count('code-tries', mail);
      return {
        refusal: isLocked
          ? 'too many wrong codes were tried for this address: for a while only links work'
          : ofMail.allowed
            ? undefined
            : 'the code of this mail was tried too often; its link still works',
        number: `${ofMail.number} of ${ofMail.limit}`,
        giveBack: async () => {
          await limits.giveBack('wrong-codes-an-hour', email);
          await limits.giveBack('wrong-codes-a-day', email);
        },
        fail: async (origin) => {
          // The longer period first: the mail names that one when both end at once.
          const exhausted = [day, hour].find(({ number, limit }) => number === limit);
          if (exhausted !== undefined) await lock(email, exhausted, origin);
        },
      };
    },
  };
}
