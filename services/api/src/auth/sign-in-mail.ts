import { z } from 'zod';
import type { Core } from '../core.ts';
import { clientKey } from '../limits/client-key.ts';
import { letter } from '../mail/letter.ts';
import type { Enqueue } from '../mail/service.ts';
import type { Users } from '../users/service.ts';
import { askedFrom } from './asked-from.ts';
import { isOvertaken, linkModel, storeLink } from './link-model.ts';
import { LINK_LIFETIME_S, type MagicLinks } from './magic-link.ts';

const dataSchema = z.strictObject({
  returnTo: z.string(),
  from: z.string(),
  userAgent: z.string(),
  /** The hash of the browser that asked. */
  browser: z.string().default(''),
});
/** What is known when a link is asked for; nothing of it is secret. */
export type LinkRequest = z.infer<typeof dataSchema>;

/** Shows a link to somebody besides the mail: the terminal of a developer. */
export type ShowLink = (email: string, url: string, code: string) => void;

/**
 * Every request for a link becomes a row of the outbox, whoever asks: so the answer and its time are the same for all. Whether the
 * address is approved is looked up when the row's turn comes, and the link is made then, so no row ever holds one.
 */
export function registerSignInMail(
  core: Core,
  users: Users,
  links: MagicLinks,
  showLink?: ShowLink,
): Enqueue<LinkRequest> {
  const rows = linkModel(core.database.connection);
  return core.outbox.register({
    name: 'sign-in',
    data: dataSchema,
    urgent: true,
    uselessAfterMinutes: 60,

    compose: async ({ to: email, data, createdAt }) => {
      const origin = { actor: null, subject: email, from: data.from, userAgent: data.userAgent };
      const user = await users.byEmail(email);
      if (user === undefined) {
        await core.strangers.record({
          ...origin,
          action: 'sign-in.refused',
          detail: { reason: 'there is no user with this address' },
        });
        return undefined;
      }
      const asked = { email, client: clientKey(data.from), browser: data.browser, askedAt: createdAt };
      if (await isOvertaken(rows, asked)) return undefined;
      const fresh = await links.mint(email);
      await storeLink(rows, {
        ...asked,
        userId: String(user._id),
        tokenHash: fresh.tokenHash,
        codeHash: fresh.codeHash,
        expiresAt: new Date(core.database.now().getTime() + LINK_LIFETIME_S * 1000),
        returnTo: data.returnTo,
      });
      showLink?.(email, fresh.url, fresh.code);
      return letter({
        subject: 'Your sign-in link for Cytocomm',
        preview: 'Works for 10 minutes, once.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          'Use this link to sign in. It works once, for 10 minutes.',
          `It was asked for ${askedFrom(createdAt, data)}.`,
        ],
        action: { label: 'Sign in', url: fresh.url },
        code: {
          label: 'Reading this on another device? Enter this code in the browser where you asked for the link:',
          value: fresh.code,
        },
        closing: 'You did not ask for it? Then nothing needs to be done: without this mail nobody can sign in.',
      });
    },

    sent: ({ to: email, data }) =>
      core.audit.record({
        action: 'sign-in.link-sent',
        actor: null,
        subject: email,
        from: data.from,
        userAgent: data.userAgent,
      }),

    failed: ({ to: email, data }, reason) =>
      core.audit.record({
        action: 'sign-in.mail-failed',
        actor: null,
        subject: email,
        from: data.from,
        userAgent: data.userAgent,
        detail: { reason },
      }),
  });
}
