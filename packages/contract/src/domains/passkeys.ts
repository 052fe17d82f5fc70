import { z } from 'zod';
import { PASSKEY_NAME_LENGTH } from '../bounds.ts';
import { callsOf, empty, json } from '../define-call.ts';
import { lineOf } from '../text.ts';
import { signedInSchema } from './auth.ts';

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'base64url');
const transportsSchema = z.array(z.string().max(40)).max(10);
const credentialFields = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** What a browser gives for a new passkey (WebAuthn's RegistrationResponseJSON). */
export const passkeyCreationSchema = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(30_000),
      transports: transportsSchema.optional(),
    }),
  })
  .meta({ id: 'PasskeyCreation' });
/** What a browser gives for a new passkey. */
export type PasskeyCreation = z.input<typeof passkeyCreationSchema>;

/** What a browser gives when a passkey is used (WebAuthn's AuthenticationResponseJSON). */
export const passkeyProofSchema = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(20_000),
      userHandle: base64url(100).optional(),
    }),
  })
  .meta({ id: 'PasskeyProof' });
/** What a browser gives when a passkey is used. */
export type PasskeyProof = z.input<typeof passkeyProofSchema>;

const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What a browser needs to use a passkey. */
export const passkeyRequestSchema = z
  .object({
    challenge: z.string(),
    timeout: z.number(),
    rpId: z.string(),
    allowCredentials: z.array(descriptorSchema),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest' });
/** What a browser needs to use a passkey. */
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** What a browser needs to make a passkey. */
export const newPasskeyOptionsSchema = z
  .object({
    challenge: z.string(),
    timeout: z.number(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(descriptorSchema),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'NewPasskeyOptions' });
/** What a browser needs to make a passkey. */
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptionsSchema>;

/** The name of a passkey: one line. */
const passkeyNameSchema = lineOf(PASSKEY_NAME_LENGTH);

/** A new passkey with its name. */
export const newPasskeySchema = z
  .strictObject({ name: passkeyNameSchema, passkey: passkeyCreationSchema })
  .meta({ id: 'NewPasskey' });
/** A new passkey with its name. */
export type NewPasskey = z.input<typeof newPasskeySchema>;

/** A new name for a passkey. */
export const passkeyRenamingSchema = z.strictObject({ name: passkeyNameSchema }).meta({ id: 'PasskeyRenaming' });
/** A new name for a passkey. */
export type PasskeyRenaming = z.input<typeof passkeyRenamingSchema>;

/** A passkey as its owner sees it. */
export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    synced: z.boolean().describe('whether its maker keeps a copy of it, for the other devices of the person'),
  })
  .meta({ id: 'Passkey' });
/** A passkey as its owner sees it. */
export type Passkey = z.infer<typeof passkeySchema>;

/** The passkey inside an address. */
export const passkeyParamsSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{16}$/, 'the id of a passkey'),
});
/** The passkey inside an address. */
export type PasskeyParams = z.infer<typeof passkeyParamsSchema>;

/** What is dangerous enough to ask again who it is. */
export const dangerousActionSchema = z
  .enum(['access', 'admins', 'bins', 'exports', 'promotions'])
  .meta({ id: 'DangerousAction' });
/** A kind of dangerous action. */
export type DangerousAction = z.infer<typeof dangerousActionSchema>;

/** The passkeys and recovery codes of a person. */
export const passkeyListSchema = z
  .object({
    items: z.array(passkeySchema),
    recoveryCodes: z
      .object({ left: z.number().int(), createdAt: z.iso.datetime() })
      .nullable()
      .describe('how many of the latest are left; null without any'),
    needed: z.boolean().describe('whether a role of the person demands a passkey'),
    toConfirm: z.array(dangerousActionSchema).describe('what this session would have to be confirmed for, now'),
  })
  .meta({ id: 'PasskeyList' });
/** The passkeys and recovery codes of a person. */
export type PasskeyList = z.infer<typeof passkeyListSchema>;

/** New recovery codes; they are shown this once. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
/** New recovery codes. */
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

const recoveryCodeSchema = z
  .string()
  .max(40)
  .transform((text) =>
    text
      .toUpperCase()
      .replace(/[\s-]/g, '')
      // As people read them.
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1'),
  )
  .pipe(z.string().regex(/^[0-9A-Z]{12}$/, 'twelve letters and digits'));

/** The second factor of a sign-in: a passkey, or one of the recovery codes. */
export const secondFactorSchema = z
  .union([z.strictObject({ passkey: passkeyProofSchema }), z.strictObject({ recoveryCode: recoveryCodeSchema })])
  .meta({ id: 'SecondFactor' });
/** The second factor of a sign-in. */
export type SecondFactor = z.input<typeof secondFactorSchema>;

/** How a sign-in that waits for its second factor can go on. */
export const secondFactorOptionsSchema = z
  .object({
    passkey: passkeyRequestSchema,
    recoveryCodes: z.boolean().describe('whether the person has any left'),
  })
  .meta({ id: 'SecondFactorOptions' });
/** How a sign-in that waits for its second factor can go on. */
export type SecondFactorOptions = z.infer<typeof secondFactorOptionsSchema>;

/** How a person confirms that it is them. */
export const confirmationOptionsSchema = z
  .object({
    passkey: passkeyRequestSchema.nullable().describe('null for a person without one: a code was mailed instead'),
  })
  .meta({ id: 'ConfirmationOptions' });
/** How a person confirms that it is them. */
export type ConfirmationOptions = z.infer<typeof confirmationOptionsSchema>;

/** What confirms that it is the person of the session: a passkey, or the code of the mail. */
export const confirmationSchema = z
  .union([
    z.strictObject({ passkey: passkeyProofSchema }),
    z.strictObject({ code: z.string().regex(/^\d{6}$/, 'six digits') }),
  ])
  .meta({ id: 'Confirmation' });
/** What confirms that it is the person of the session. */
export type Confirmation = z.input<typeof confirmationSchema>;

/** Until when a session counts as fresh. */
export const confirmedSchema = z.object({ freshUntil: z.iso.datetime() }).meta({ id: 'Confirmed' });
/** Until when a session counts as fresh. */
export type Confirmed = z.infer<typeof confirmedSchema>;

const call = callsOf('auth');

const FRESH =
  'Wants a fresh session: one that was opened, or confirmed by a passkey or a mailed code, within `STEP_UP_MINUTES` (10). ' +
  'Else 403 `fresh-sign-in-needed`.';

/** Passkeys, recovery codes, and confirming that it is the person. */
export default {
  beginSecondFactor: call('POST', '/api/auth/second-factor/options', {
    summary: 'List second factors for a pending sign-in',
    description:
      'For the browser whose sign-in was answered with `second-factor-needed`, within ten minutes of it. ' +
      'A challenge counts once.',
    reply: json(secondFactorOptionsSchema),
    problems: { 'invalid-link': 401, 'foreign-origin': 403 },
  }),
  giveSecondFactor: call('POST', '/api/auth/second-factor', {
    summary: 'Complete a sign-in with a passkey or a recovery code',
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
  listPasskeys: call('GET', '/api/auth/passkeys', {
    summary: 'List your passkeys and the number of recovery codes',
    reply: json(passkeyListSchema),
  }),
  beginPasskey: call('POST', '/api/auth/passkeys/options', {
    summary: 'Read options for creating a passkey',
    description: FRESH,
    reply: json(newPasskeyOptionsSchema),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  addPasskey: call('POST', '/api/auth/passkeys', {
    summary: 'Add a passkey',
    description: `Sign-ins ask for it from now on. ${FRESH}`,
    body: newPasskeySchema,
    reply: json(passkeySchema, 201),
    problems: { 'passkey-refused': 400, 'fresh-sign-in-needed': 403, 'already-exists': 409, conflict: 409 },
  }),
  renamePasskey: call('PATCH', '/api/auth/passkeys/:id', {
    summary: 'Rename a passkey',
    params: passkeyParamsSchema,
    body: passkeyRenamingSchema,
    reply: json(passkeySchema),
    problems: { 'not-found': 404 },
  }),
  removePasskey: call('DELETE', '/api/auth/passkeys/:id', {
    summary: 'Remove a passkey',
    description: `Removing the last one also removes the recovery codes; refused while a role requires a passkey. ${FRESH}`,
    params: passkeyParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  createRecoveryCodes: call('POST', '/api/auth/recovery-codes', {
    summary: 'Create ten new recovery codes, shown once',
    description: `Each replaces a passkey once; earlier codes stop working. ${FRESH}`,
    reply: json(recoveryCodesSchema, 201),
    problems: { 'fresh-sign-in-needed': 403, conflict: 409 },
  }),
  beginConfirmation: call('POST', '/api/auth/confirmation/options', {
    summary: 'List ways to confirm your identity',
    description: 'Mails a code to a person without a passkey; it works in this session only, for ten minutes.',
    reply: json(confirmationOptionsSchema),
    problems: { 'rate-limited': 429 },
  }),
  confirmPerson: call('POST', '/api/auth/confirmation', {
    summary: 'Confirm your identity',
    description: 'The session counts as confirmed for `STEP_UP_MINUTES`.',
    body: confirmationSchema,
    reply: json(confirmedSchema),
    problems: { 'second-factor-refused': 401, 'rate-limited': 429 },
  }),
};
