import { z } from 'zod';
import type { Core } from '../core.ts';
import { letter } from '../mail/letter.ts';
import type { Enqueue } from '../mail/service.ts';
import type { Users } from '../users/service.ts';
import { askedFrom, writtenTime } from './asked-from.ts';

const dataSchema = z.strictObject({
  tried: z.number().int(),
  until: z.iso.datetime(),
  from: z.string(),
  userAgent: z.string(),
});
/** What a person is told when codes stop to work for their address. */
export type CodeLock = z.infer<typeof dataSchema>;

/** The mail that says so. It is queued for every address alike; whether it is a person's is looked up when its turn comes. */
export function registerCodeLockMail(core: Core, users: Users): Enqueue<CodeLock> {
  return core.outbox.register({
    name: 'codes-locked',
    data: dataSchema,
    uselessAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      return letter({
        subject: 'Wrong sign-in codes were tried for your address',
        preview: 'Nobody got in by them.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          `${data.tried} wrong codes were tried for your address, the last one ${askedFrom(createdAt, data)}. Nobody got in by them.`,
          `Until ${writtenTime(new Date(data.until))} codes do not work for your address. The links in sign-in mails do.`,
        ],
        closing: 'If this was not you, there is nothing you need to do. If it goes on, tell the administrator.',
      });
    },
  });
}
