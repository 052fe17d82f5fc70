import { signedInSchema } from '../api/auth.ts';
import {
  confirmationOptionsSchema,
  confirmationSchema,
  confirmedSchema,
  newPasskeyOptionsSchema,
  newPasskeySchema,
  passkeyListSchema,
  passkeyParamsSchema,
  passkeyRenamingSchema,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorOptionsSchema,
  secondFactorSchema,
} from '../api/passkeys.ts';
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginSecondFactor,
  confirmPerson,
  createRecoveryCodes,
  giveSecondFactor,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../calls/passkeys.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('auth');

const FRESH =
  'Wants a fresh session: one that was opened, or confirmed by a passkey or a mailed code, within `STEP_UP_MINUTES` (10). ' +
  'Else 403 `fresh-sign-in-needed`.';

/** Passkeys, recovery codes, and confirming that it is the person. */
export const passkeySpecs = [
  spec(beginSecondFactor, {
    summary: 'How a sign-in that waits for its second factor can go on',
    description:
      'For the browser whose sign-in was answered with `second-factor-needed`, within ten minutes of it. ' +
      'A challenge counts once.',
    reply: json(secondFactorOptionsSchema),
    problems: { 'invalid-link': 401, 'foreign-origin': 403 },
  }),
  spec(giveSecondFactor, {
    summary: 'End a sign-in with a passkey or a recovery code',
    description:
      'Opens the session. Five wrong answers end the sign-in; after ten wrong recovery codes an hour for one person only passkeys work.',
    body: secondFactorSchema,
    reply: json(signedInSchema),
    problems: {
      'second-factor-refused': 401,
      'invalid-link': 401,
      'rate-limited': 429,
      'foreign-origin': 403,
      'https-unknown': 500,
    },
  }),
  spec(listPasskeys, { summary: 'Your passkeys and recovery codes', reply: json(passkeyListSchema) }),
  spec(beginPasskey, {
    summary: 'What a browser needs to make a passkey',
    description: FRESH,
    reply: json(newPasskeyOptionsSchema),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  spec(addPasskey, {
    summary: 'Add a passkey',
    description: `From now on a sign-in asks for it. ${FRESH}`,
    body: newPasskeySchema,
    reply: json(passkeySchema, 201),
    problems: { 'passkey-refused': 400, 'fresh-sign-in-needed': 403, 'already-exists': 409, conflict: 409 },
  }),
  spec(renamePasskey, {
    summary: 'Call a passkey by another name',
    params: passkeyParamsSchema,
    body: passkeyRenamingSchema,
    reply: json(passkeySchema),
    problems: { 'not-found': 404 },
  }),
  spec(removePasskey, {
    summary: 'Remove a passkey',
    description: `With the last one the recovery codes go. The last one stays while a role demands it. ${FRESH}`,
    params: passkeyParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  spec(createRecoveryCodes, {
    summary: 'Ten new recovery codes, shown this once',
    description: `Each works once in place of a passkey; earlier ones do not work any more. ${FRESH}`,
    reply: json(recoveryCodesSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  spec(beginConfirmation, {
    summary: 'How you can confirm that it is you',
    description: 'Mails a code to a person without a passkey; it counts in this session alone, for ten minutes.',
    reply: json(confirmationOptionsSchema),
    problems: { 'rate-limited': 429 },
  }),
  spec(confirmPerson, {
    summary: 'Confirm that it is you',
    description: 'The session is fresh from now on, for `STEP_UP_MINUTES`.',
    body: confirmationSchema,
    reply: json(confirmedSchema),
    problems: { 'second-factor-refused': 401, 'rate-limited': 429 },
  }),
];
