import { pageFor } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from './service.ts';

const dataSchema = z.strictObject({ name: z.string() });

/** Registers the mail about a new user's access. It has no sign-in link: the user asks for one on the page. */
export function registerInvitationMail(core: Core, users: Pick<Users, 'byEmail'>): Enqueue<z.infer<typeof dataSchema>> {
  return core.outbox.register({
    name: 'invitation',
    data: dataSchema,
    compose: async ({ to, data }) => {
      // Deleted since it was queued.
      if ((await users.byEmail(to)) === undefined) return undefined;
      return letter({
        subject: 'Your access to the Cytocomm portal',
        preview: 'You can sign in with this e-mail address.',
        heading: `Welcome ${data.name}`,
        paragraphs: [
          `You now have access to the Cytocomm member portal. Sign in with this address, ${to}: the portal mails you a link, there is no password.`,
        ],
        action: { label: 'Open the portal', url: core.config.publicUrl + pageFor('/dashboard', to) },
        closing: 'You did not expect this? Then you can ignore it.',
      });
    },
  });
}
