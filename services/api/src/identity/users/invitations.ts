import { MAX_INVITED, pageFor, type UserInvitationQuery, type UserInvitations } from '@cytocomm/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from './service.ts';
import type { ListedUser } from './user-list.ts';

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

/** How many people are invited in one change. */
const AT_ONCE = 100;
/** After this time no further people are looked at: the answer says where to go on. In ms; an edge waits 8 s for it. */
const WORK_MS = 4000;

/** Mails the invitation to those who never signed in, a person once a day. Throws 400 for a cursor that no answer had. */
export type InviteUsers = (query: UserInvitationQuery, actor: Actor) => Promise<UserInvitations>;

/** Creates the invitation of all people of a filter, up to MAX_INVITED a call. */
export function createMassInvitation(core: Core, users: Users, invite: Enqueue<{ name: string }>): InviteUsers {
  return async ({ dryRun = false, cursor, ...filter }, actor) => {
    const until = performance.now() + WORK_MS;
    const day = core.database.now().toISOString().slice(0, 10);
    const keyOf = ({ _id }: { readonly _id: unknown }) => `mass-invitation:${String(_id)}:${day}`;
    const filters = Object.fromEntries(Object.entries(filter).map(([field, value]) => [field, String(value)]));

    /** Invites those of some people who were not invited today. Returns how many. */
    async function inviteSome(rows: readonly ListedUser[]): Promise<number> {
      const queuedKeys = await core.outbox.existingKeys(rows.map(keyOf));
      const uninvited = rows.filter((user) => !queuedKeys.has(keyOf(user)));
      if (dryRun || uninvited.length === 0) return uninvited.length;
      return core.change(actor, async ({ audit }) => {
        let count = 0;
        // False when somebody else invited the person at the same moment.
        for (const user of uninvited) if (await invite(user.email, { name: user.name }, keyOf(user))) count += 1;
        if (count > 0) audit('users.invited', actor.actor ?? '', { ...filters, people: String(count) });
        return count;
      });
    }

    let invited = 0;
    let seen = 0;
    let next = cursor ?? null;
    do {
      const limit = Math.min(AT_ONCE, MAX_INVITED - seen);
      const page = await users.list({
        ...filter,
        neverSignedIn: true,
        sort: 'email',
        limit,
        cursor: next ?? undefined,
      });
      invited += await inviteSome(page.rows);
      seen += page.rows.length;
      next = page.nextCursor;
    } while (next !== null && seen < MAX_INVITED && performance.now() < until);
    return { invited, skipped: seen - invited, next };
  };
}
