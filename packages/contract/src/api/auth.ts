import { z } from 'zod';
import { roleSchema } from '../roles.ts';
import { emailSchema } from './email.ts';

/** A request for a sign-in link. */
export const magicLinkRequestSchema = z
  .strictObject({
    email: emailSchema,
    returnTo: z.string().max(2000).optional().describe('a path of this portal; anything else becomes /dashboard'),
  })
  .meta({ id: 'MagicLinkRequest' });
/** A request for a sign-in link. */
export type MagicLinkRequest = z.input<typeof magicLinkRequestSchema>;

/** The answer to every request for a link, whether the address is approved or not. */
export const magicLinkAnswerSchema = z.object({ message: z.string() }).meta({ id: 'MagicLinkAnswer' });
/** The answer to every request for a link. */
export type MagicLinkAnswer = z.infer<typeof magicLinkAnswerSchema>;

/** What completes a sign-in: the link's token, or the mail's 6-digit code. */
export const signInCompletionSchema = z
  .union([
    z.strictObject({ email: emailSchema, token: z.string().min(1).max(2000) }),
    z.strictObject({ email: emailSchema, code: z.string().regex(/^\d{6}$/, 'six digits') }),
  ])
  .meta({ id: 'SignInCompletion' });
/** What completes a sign-in. */
export type SignInCompletion = z.input<typeof signInCompletionSchema>;

/** The token of a link that somebody has opened. */
export const linkCheckSchema = z.strictObject({ token: z.string().min(1).max(2000) }).meta({ id: 'LinkCheck' });
/** The token of a link. */
export type LinkCheck = z.infer<typeof linkCheckSchema>;

/** Whether a link may still sign somebody in: it is one of ours, unspent, the newest, and in time. */
export const linkStateSchema = z.object({ works: z.boolean() }).meta({ id: 'LinkState' });
/** Whether a link may still sign somebody in. */
export type LinkState = z.infer<typeof linkStateSchema>;

/** How people can sign in besides the mailed link. */
export const signInOptionsSchema = z
  .object({
    company: z
      .object({ name: z.string().describe('what the button calls it, after "Sign in with"') })
      .nullable()
      .describe('the company account; null while nobody signs in with one'),
  })
  .meta({ id: 'SignInOptions' });
/** How people can sign in besides the mailed link. */
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** A request to sign in with a company account. */
export const companySignInRequestSchema = z
  .strictObject({
    returnTo: z.string().max(2000).optional().describe('a path of this portal; anything else becomes /dashboard'),
  })
  .meta({ id: 'CompanySignInRequest' });
/** A request to sign in with a company account. */
export type CompanySignInRequest = z.input<typeof companySignInRequestSchema>;

/** Where somebody signs in with a company account: the browser is to go there. */
export const companySignInSchema = z.object({ url: z.url() }).meta({ id: 'CompanySignIn' });
/** Where somebody signs in with a company account. */
export type CompanySignIn = z.infer<typeof companySignInSchema>;

const companyAnswer = {
  state: z.string().regex(/^[\w-]{43}$/, 'the state of a sign-in that was begun here'),
  iss: z.string().max(500).optional(),
};

/** What the company's provider sent the browser back with. */
export const companySignInAnswerSchema = z
  .union([
    z.strictObject({ ...companyAnswer, code: z.string().min(1).max(4000) }),
    z.strictObject({ ...companyAnswer, error: z.string().min(1).max(200) }),
  ])
  .meta({ id: 'CompanySignInAnswer' });
/** What the company's provider sent the browser back with. */
export type CompanySignInAnswer = z.input<typeof companySignInAnswerSchema>;

/** Who signed in, and where to go. */
export const signedInSchema = z
  .object({
    email: emailSchema.optional().describe('whose account it is; not after a link or code, which came with it'),
    name: z.string(),
    roles: z.array(roleSchema),
    role: roleSchema.optional().describe('the default role, when there is one'),
    returnTo: z.string(),
    passkeyNeeded: z
      .boolean()
      .optional()
      .describe(
        'true while a role of the person demands a passkey and there is none: until then the person can only add one',
      ),
  })
  .meta({ id: 'SignedIn' });
/** Who signed in, and where to go. */
export type SignedIn = z.infer<typeof signedInSchema>;

/** A fresh ID token. */
export const idTokenSchema = z.object({ idToken: z.string(), expiresAt: z.iso.datetime() }).meta({ id: 'IdToken' });
/** A fresh ID token. */
export type IdToken = z.infer<typeof idTokenSchema>;

/** The claims of an ID token that a page may read. */
export const idTokenClaimsSchema = z
  .object({
    sub: z.string().describe('the e-mail'),
    name: z.string(),
    roles: z.array(roleSchema),
    role: roleSchema.optional(),
    passkeyNeeded: z.boolean().optional().describe('whether a passkey must be added before anything else'),
    sid: z.string(),
    exp: z.number(),
  })
  .meta({ id: 'IdTokenClaims' });
/** The claims of an ID token that a page may read. */
export type IdTokenClaims = z.infer<typeof idTokenClaimsSchema>;

/** One signed-in device. */
export const deviceSchema = z
  .object({
    id: z.string(),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    userAgent: z.string(),
  })
  .meta({ id: 'Device' });
/** One signed-in device. */
export type Device = z.infer<typeof deviceSchema>;

/** The signed-in devices of a person. */
export const deviceListSchema = z.object({ items: z.array(deviceSchema) });
/** The signed-in devices of a person. */
export type DeviceList = z.infer<typeof deviceListSchema>;

/** The address of one signed-in device. */
export const deviceParamsSchema = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a device id') });
/** The device inside an address. */
export type DeviceParams = z.infer<typeof deviceParamsSchema>;

/** The role a person's dashboard opens with; null asks each time. */
export const defaultRoleSchema = z.strictObject({ role: roleSchema.nullable() }).meta({ id: 'DefaultRole' });
/** The role a person's dashboard opens with. */
export type DefaultRole = z.infer<typeof defaultRoleSchema>;
