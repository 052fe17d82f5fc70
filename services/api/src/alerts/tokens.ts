import { z } from 'zod';
import { isSignedBy, signatureOf } from '../keys.ts';

/** Somebody who gets alerts: a subscriber to the public news, or a member with preferences. */
export const alertMemberSchema = z.strictObject({ kind: z.enum(['subscriber', 'member']), id: z.string() });
/** Somebody who gets alerts. */
export type AlertMember = z.infer<typeof alertMemberSchema>;

/** The tokens in the links of alert mails. Nothing of them is stored: they are signed. */
export interface AlertTokens {
  confirmation(subscriberId: string, until: Date): string;
  /** The subscriber, if the token is ours and its time is not over. */
  readConfirmation(token: string, now: Date): string | undefined;
  unsubscription(member: AlertMember): string;
  readUnsubscription(token: string): AlertMember | undefined;
}

const ID = '[0-9a-f]{24}';

/** Makes and reads tokens with keys that serve nothing else: the first signs, each is accepted. */
export function createAlertTokens(keys: readonly [Buffer, ...Buffer[]]): AlertTokens {
  const signed = (text: string) => `${text}.${signatureOf(keys[0], text)}`;

  /** What was signed, if it was signed here. */
  function opened(token: string): string | undefined {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(0, end));
    return isSignedBy(keys, text, token.slice(end + 1)) ? text : undefined;
  }

  return {
    confirmation: (subscriberId, until) => signed(`confirm.${subscriberId}.${until.getTime()}`),
    readConfirmation: (token, now) => {
      const [, id, until] = new RegExp(`^confirm\\.(${ID})\\.(\\d+)$`).exec(opened(token) ?? '') ?? [];
      return Number(until) > now.getTime() ? id : undefined;
    },
    unsubscription: ({ kind, id }) => signed(`unsubscribe.${kind}.${id}`),
    readUnsubscription: (token) => {
      const [, kind, id] = new RegExp(`^unsubscribe\\.(\\w+)\\.(${ID})$`).exec(opened(token) ?? '') ?? [];
      return alertMemberSchema.safeParse({ kind, id }).data;
    },
  };
}
