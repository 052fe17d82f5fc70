import { pageFor, SECURITY_PAGE } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';
import { originText } from './origin-text.ts';

const dataSchema = z.strictObject({ from: z.string(), userAgent: z.string() });

/** Registers the mail about a sign-in in a browser where the person has not signed in before. */
export function registerNewBrowserMail(core: Core, users: Users): Enqueue<z.infer<typeof dataSchema>> {
  return core.outbox.register({
    name: 'new-browser',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      const { companyAccount } = core.config;
      const other = companyAccount === undefined ? '' : `, or use ${companyAccount.name}`;
      return letter({
        subject: 'You signed in to Cytocomm in a new browser',
        preview: 'If it was not you, act now.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          `Somebody signed in as you ${originText(createdAt, data)}, in a browser where you had not signed in before.`,
          `If it was you, there is nothing you need to do. If not, open your security page. If there is a passkey that is not yours, tell the administrator at once and do not log out before. Otherwise log out everywhere and tell the administrator: whoever it was can read your mails${other}.`,
        ],
        action: { label: 'Open my security page', url: core.config.publicUrl + pageFor(SECURITY_PAGE, email) },
      });
    },
  });
}
