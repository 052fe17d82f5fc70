import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';
import { originText, timeText } from './origin-text.ts';

const dataSchema = z.strictObject({
  tried: z.number().int(),
  until: z.iso.datetime(),
  from: z.string(),
  userAgent: z.string(),
});
/** Why codes are locked for an address, and until when. */
export type CodeLock = z.infer<typeof dataSchema>;

/** Registers the mail about locked codes. It is queued for every address; whether a user has it is looked up when it is sent. */
export function registerCodeLockMail(core: Core, users: Users): Enqueue<CodeLock> {
  return core.outbox.register({
    name: 'codes-locked',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      return letter({
        subject: 'Wrong sign-in codes were tried for your address',
        preview: 'Nobody got in by them.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          `${data.tried} wrong codes were tried for your address, the last one ${originText(createdAt, data)}. Nobody got in by them.`,
          `Until ${timeText(new Date(data.until))} codes do not work for your address. The links in sign-in mails do.`,
        ],
        closing: 'If this was not you, there is nothing you need to do. If it goes on, tell the administrator.',
      });
    },
  });
}
