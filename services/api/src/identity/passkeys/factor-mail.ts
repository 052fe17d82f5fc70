import { pageFor, SECURITY_PAGE } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter, originText } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';

const dataSchema = z.strictObject({
  what: z.enum([
    'passkey-added',
    'passkey-removed',
    'codes-made',
    'code-used',
    'passkeys-reset',
    'passkeys-reset-by-admin',
  ]),
  /** How many recovery codes are left. */
  left: z.number().int().optional(),
  from: z.string(),
  userAgent: z.string(),
});
/** A change of the passkeys or recovery codes of a person. */
export type FactorChange = z.infer<typeof dataSchema>;

const SUBJECTS = {
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'codes-made': 'New recovery codes were made for your account',
  'code-used': 'Somebody signed in as you with a recovery code',
  'passkeys-reset': 'The operator removed your passkeys and recovery codes',
  'passkeys-reset-by-admin': 'An admin removed your passkeys and recovery codes',
} as const satisfies Record<FactorChange['what'], string>;

const OTHERWISE =
  'If it was you, there is nothing you need to do. If not, log out everywhere on your security page and tell the administrator.';

const RESET =
  'You are signed out everywhere, and the mailed link alone signs you in until you add a passkey. If you did not ask for it, tell the administrator at once.';

/** The advice for each change. An intruder who added a passkey has it, and the owner could not get in again without one. */
const ADVICE = {
  'passkey-added':
    'If it was you, there is nothing you need to do; with your first passkey all your other sessions ended. If not, tell the administrator at once, and do not log out before: the next sign-in would ask for a passkey that you do not have.',
  'passkey-removed': OTHERWISE,
  'codes-made': OTHERWISE,
  'code-used': OTHERWISE,
  'passkeys-reset': RESET,
  'passkeys-reset-by-admin': RESET,
} as const satisfies Record<FactorChange['what'], string>;

/** Registers the mail that tells a person of a change of what they sign in by. */
export function registerFactorMail(core: Core, users: Users): Enqueue<FactorChange> {
  return core.outbox.register({
    name: 'factor-changed',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      const codesLeft = data.left === undefined ? [] : [`You have ${data.left} recovery codes left.`];
      return letter({
        subject: SUBJECTS[data.what],
        preview: 'If it was not you, act now.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          data.from === '' ? `${SUBJECTS[data.what]}.` : `${SUBJECTS[data.what]}, ${originText(createdAt, data)}.`,
          ...codesLeft,
          ADVICE[data.what],
        ],
        action: { label: 'Open my security page', url: core.config.publicUrl + pageFor(SECURITY_PAGE, email) },
      });
    },
  });
}
