import { MAX_INVITED, pageFor, type UserInvitationQuery, type UserInvitations } from '@cytocomm/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from './service.ts';
import { cursorAfterUser } from './user-list.ts';

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

/** How many people are read at once. */
const AT_ONCE = 500;
/** After this time no further person is looked at: the answer says where to go on. In ms; an edge waits 8 s for it. */
const WORK_MS = 4000;

/** Mails the invitation to those who never signed in, a person once a day. Throws 400 for a cursor that no answer had. */
export type InviteUsers = (query: UserInvitationQuery, actor: Actor) => Promise<UserInvitations>;

/** Creates the invitation of all people of a filter, up to MAX_INVITED a call. */
export function createMassInvitation(core: Core, users: Users, invite: Enqueue<{ name: string }>): InviteUsers {
  return async ({ dryRun = false, cursor, ...filter }, actor) => {
    const until = performance.now() + WORK_MS;
    const day = core.database.now().toISOString().slice(0, 10);
    const keyOf = ({ _id }: { readonly _id: unknown }) => `mass-invitation:${String(_id)}:${day}`;
    const search = { ...filter, neverSignedIn: true, sort: 'email' } as const;
    let page = await users.list({ ...search, limit: AT_ONCE, cursor });
    let invited = 0;
    let skipped = 0;
    let next: string | null = null;
    for (;;) {
      const queuedKeys = await core.outbox.existingKeys(page.rows.map(keyOf));
      next = page.nextCursor;
      for (const [place, user] of page.rows.entries()) {
        const { email, name } = user;
        // False when somebody else invites at the same moment.
        const isNew = !queuedKeys.has(keyOf(user)) && (dryRun || (await invite(email, { name }, keyOf(user))));
        if (isNew) invited += 1;
        else skipped += 1;
        if (performance.now() < until || place === page.rows.length - 1) continue;
        next = cursorAfterUser(user);
        break;
      }
      const limit = Math.min(AT_ONCE, MAX_INVITED - invited - skipped);
      if (next === null || limit === 0 || performance.now() >= until) break;
      page = await users.list({ ...search, limit, cursor: next });
    }
    if (invited > 0 && !dryRun) {
      const filters = Object.entries(filter).map(([field, value]) => [field, String(value)]);
      const detail = { ...Object.fromEntries(filters), people: String(invited) };
      await core.audit.record({ ...actor, action: 'users.invited', subject: actor.actor ?? '', detail });
    }
    return { invited, skipped, next };
  };
}
