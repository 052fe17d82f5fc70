import { pageFor } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter, timeText } from '../../platform/mail/letter.ts';
import { rolesOf, type UserRecord } from './model.ts';
import { createRoleHolders } from './roles.ts';
import type { Users } from './service.ts';

/** How many admins are told of a new one. */
const MAX_TOLD = 200;

const dataSchema = z.strictObject({
  what: z.enum(['deleted', 'restored', 'admin']),
  /** The owner of the account. */
  email: z.string(),
  /** The name of whom the mail is to. */
  name: z.string(),
  /** Who did it. */
  by: z.string(),
});
type AccountChange = z.infer<typeof dataSchema>;

/** Mails to people about what admins did to their accounts. */
export interface AccountMails {
  /** Mails a person who has a passkey that they were deleted. */
  deleted(record: UserRecord, by: string): Promise<void>;
  /** Mails a person who has a passkey that they are back. */
  restored(record: UserRecord, by: string): Promise<void>;
  /** Mails a person that they are an admin now, and all other admins, also the one who did it. */
  madeAdmin(person: Pick<UserRecord, 'email' | 'name'>, by: string): Promise<void>;
}

function wordsFor({ what, email, by }: AccountChange, to: string) {
  if (what === 'deleted')
    return {
      subject: 'Your Cytocomm account was deleted',
      words: 'deleted your account. You are signed out everywhere, and cannot sign in any more.',
      advice: 'If you did not expect this, tell the administrator.',
    };
  if (what === 'restored')
    return {
      subject: 'Your Cytocomm account is back',
      words: 'brought your account back. You sign in as before, with your passkey.',
      advice: 'If you did not expect this, tell the administrator.',
    };
  if (email === to)
    return {
      subject: 'You are an admin of Cytocomm now',
      words: 'made you an admin of the portal.',
      advice: 'If you did not expect this, tell another admin.',
    };
  return {
    subject: `There is a new admin: ${email}`,
    words: `made ${email} an admin of the portal.`,
    advice:
      by === to
        ? 'If it was not you, take the role away again, and log out everywhere.'
        : 'If this is not right, take the role away again.',
  };
}

/** Registers the mail to people about what admins did to their accounts. Returns what queues it. */
export function registerAccountMails(core: Core, users: Users): AccountMails {
  const holders = createRoleHolders(core.database.connection);
  const enqueue = core.outbox.register<AccountChange>({
    name: 'account-changed',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to, data, createdAt }) => {
      const user = await users.byEmail(data.email);
      // Taken back since then.
      if (
        data.what === 'admin'
          ? !user || !rolesOf(user).includes('admin')
          : (user === undefined) !== (data.what === 'deleted')
      )
        return undefined;
      const { subject, words, advice } = wordsFor(data, to);
      return letter({
        subject,
        preview: 'If this is not right, act now.',
        heading: `Hello ${data.name}`,
        paragraphs: [`On ${timeText(createdAt)}, ${data.by} ${words}`, advice],
        ...(data.what !== 'deleted' && {
          action: { label: 'Open the portal', url: core.config.publicUrl + pageFor('/dashboard', to) },
        }),
      });
    },
  });

  async function madeAdmin({ email, name }: Pick<UserRecord, 'email' | 'name'>, by: string): Promise<void> {
    const others = await holders.after('admin', [], '', MAX_TOLD);
    const recipients = [{ email, name }, ...others.filter((other) => other.email !== email)];
    for (const each of recipients) await enqueue(each.email, { what: 'admin', email, name: each.name, by });
  }

  const tellOwner = async (what: 'deleted' | 'restored', { email, name, passkeys = [] }: UserRecord, by: string) => {
    if (passkeys.length > 0) await enqueue(email, { what, email, name, by });
  };
  return {
    deleted: (record, by) => tellOwner('deleted', record, by),
    restored: (record, by) => tellOwner('restored', record, by),
    madeAdmin,
  };
}
