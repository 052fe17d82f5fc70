import { clientKey } from '@cytocomm/runtime';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter, originText } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';
import { isSuperseded, LINK_LIFETIME_S, linkModel, type MagicLinks, storeLink } from './magic-link.ts';

const dataSchema = z.strictObject({
  returnTo: z.string(),
  from: z.string(),
  userAgent: z.string(),
  /** The hash of the browser's mark. */
  browser: z.string().default(''),
});
/** The data of a mail in the outbox; none of it is secret. */
export type LinkRequest = z.infer<typeof dataSchema>;

/** Called with each link, for the terminal of a developer. */
export type ShowLink = (email: string, url: string, code: string) => void;

/**
 * Registers the mail with a sign-in link. Each request queues a row, so response and timing are the same for all addresses.
 * Whether a user has the address is looked up when the mail is sent; the link is made then, so no row holds one.
 */
export function registerSignInMail(
  core: Core,
  users: Users,
  magicLinks: MagicLinks,
  showLink?: ShowLink,
): Enqueue<LinkRequest> {
  const links = linkModel(core.database.connection);
  return core.outbox.register({
    name: 'sign-in',
    data: dataSchema,
    urgent: true,
    expiresAfterMinutes: 60,

    compose: async ({ to: email, data, createdAt }) => {
      const origin = { actor: null, subject: email, from: data.from, userAgent: data.userAgent };
      const user = await users.byEmail(email);
      if (user === undefined) {
        await core.anonymousEvents.record({
          ...origin,
          action: 'sign-in.refused',
          detail: { reason: 'there is no user with this address' },
        });
        return undefined;
      }
      const request = { email, client: clientKey(data.from), browser: data.browser, askedAt: createdAt };
      if (await isSuperseded(links, request)) return undefined;
      const link = await magicLinks.mint(email);
      await storeLink(links, {
        ...request,
        userId: String(user._id),
        tokenHash: link.tokenHash,
        codeHash: link.codeHash,
        expiresAt: new Date((await core.database.askNow()).getTime() + LINK_LIFETIME_S * 1000),
        returnTo: data.returnTo,
      });
      showLink?.(email, link.url, link.code);
      return letter({
        subject: 'Your sign-in link for Cytocomm',
        preview: 'Works for 10 minutes, once.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          'Use this link to sign in. It works once, for 10 minutes.',
          `It was asked for ${originText(createdAt, data)}.`,
        ],
        action: { label: 'Sign in', url: link.url },
        code: {
          label: 'Reading this on another device? Enter this code in the browser where you asked for the link:',
          value: link.code,
        },
        closing:
          'You did not ask for it? Then you need not do anything: the link works only for somebody who has this mail.',
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
