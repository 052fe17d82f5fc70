import { z } from 'zod';
import { isSignedBy, signatureOf } from '../../platform/settings/keys.ts';

/** A recipient of alerts: a subscriber to public news, or a user with preferences. */
export const alertMemberSchema = z.strictObject({ kind: z.enum(['subscriber', 'member']), id: z.string() });
/** A recipient of alerts. */
export type AlertMember = z.infer<typeof alertMemberSchema>;

/** The tokens in alert mails' links. They are signed, not stored. */
export interface AlertTokens {
  confirmation(subscriberId: string, until: Date): string;
  /** Returns the subscriber's id; undefined for an invalid or expired token. */
  readConfirmation(token: string, now: Date): string | undefined;
  unsubscription(member: AlertMember): string;
  readUnsubscription(token: string): AlertMember | undefined;
}

const ID = '[0-9a-f]{24}';

/** Creates tokens of these keys: the first signs, all are accepted. */
export function createAlertTokens(keys: readonly [Buffer, ...Buffer[]]): AlertTokens {
  const signed = (text: string) => `${text}.${signatureOf(keys[0], text)}`;

  /** Returns the signed text; undefined for an invalid signature. */
  function verified(token: string): string | undefined {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(0, end));
    return isSignedBy(keys, text, token.slice(end + 1)) ? text : undefined;
  }

  return {
    confirmation: (subscriberId, until) => signed(`confirm.${subscriberId}.${until.getTime()}`),
    readConfirmation: (token, now) => {
      const [, id, until] = new RegExp(`^confirm\\.(${ID})\\.(\\d+)$`).exec(verified(token) ?? '') ?? [];
      return Number(until) > now.getTime() ? id : undefined;
    },
    unsubscription: ({ kind, id }) => signed(`unsubscribe.${kind}.${id}`),
    readUnsubscription: (token) => {
      const [, kind, id] = new RegExp(`^unsubscribe\\.(\\w+)\\.(${ID})$`).exec(verified(token) ?? '') ?? [];
      return alertMemberSchema.safeParse({ kind, id }).data;
    },
  };
}
