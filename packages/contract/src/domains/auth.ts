import { z } from 'zod';
import { callsOf, empty, json } from '../define-call.ts';
import { roleSchema } from '../roles.ts';
import { emailSchema } from '../text.ts';

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
      .describe('the company account; null while sign-in with one is off'),
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
  state: z.string().regex(/^[\w-]{43}$/, 'the state of a sign-in that started here'),
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

const call = callsOf('auth');

/** Signing in and out. */
export default {
  requestMagicLink: call('POST', '/api/auth/magic-link', {
    summary: 'Request a sign-in link',
    description:
      'The answer and its time are the same for every address. Only an approved person gets a mail. The answer sets a cookie for ' +
      'as long as a link lives: the code of the mail counts only together with it. One client may ask five times in 15 minutes for ' +
      'one address. What all clients ask for one address is limited, too, but never refused: beyond ten links in ' +
      '15 minutes no more than one a minute is mailed.',
    body: magicLinkRequestSchema,
    reply: json(magicLinkAnswerSchema, 202),
    problems: { 'rate-limited': 429, 'foreign-origin': 403 },
  }),
  checkLink: call('POST', '/api/auth/link', {
    summary: 'Check whether a sign-in link still works',
    description:
      'For a page that must ask for the e-mail first. Nothing is spent; a link that does not work counts as a try.',
    body: linkCheckSchema,
    reply: json(linkStateSchema),
    problems: { 'rate-limited': 429, 'foreign-origin': 403 },
  }),
  completeSignIn: call('POST', '/api/auth/complete', {
    summary: 'Sign in with the token of the link or the mailed code',
    description:
      'A link works anywhere, once. A code works only in the browser that asked, and is dead after five wrong tries; after 10 wrong ' +
      'codes an hour or 30 a day for one address only links work for it. Every failure has the same answer. For a person with ' +
      'a passkey the answer is 401 `second-factor-needed`: the link is spent, no session is open, and a cookie lets this browser give ' +
      'the second factor.',
    body: signInCompletionSchema,
    reply: json(signedInSchema),
    problems: {
      'invalid-link': 401,
      'second-factor-needed': 401,
      'rate-limited': 429,
      'foreign-origin': 403,
      'https-unknown': 500,
    },
  }),
  readSignInOptions: call('GET', '/api/auth/sign-in-options', {
    summary: 'List ways to sign in besides the mailed link',
    reply: json(signInOptionsSchema),
  }),
  beginCompanySignIn: call('POST', '/api/auth/company', {
    summary: 'Start to sign in with a company account',
    description:
      'Answers the address at the OpenID provider of the company where the browser is to go, within ten minutes, and sets a cookie ' +
      'that binds the answer to this browser. The provider sends the browser back to `/auth-handler`. 404 while no provider is set.',
    body: companySignInRequestSchema,
    reply: json(companySignInSchema),
    problems: {
      'not-found': 404,
      'rate-limited': 429,
      'foreign-origin': 403,
      'https-unknown': 500,
      unavailable: 503,
    },
  }),
  completeCompanySignIn: call('POST', '/api/auth/company/complete', {
    summary: 'Sign in with the answer of the company’s provider',
    description:
      'Counts once, in the browser that began. The account must have a verified e-mail address of a domain that the provider may ' +
      'vouch for, and it must be that of a person of the portal: no one is added. From the first time on the account itself counts, ' +
      'not its address. A person with a passkey is asked for it as after a link.',
    body: companySignInAnswerSchema,
    reply: json(signedInSchema),
    problems: {
      'company-sign-in-refused': 401,
      'second-factor-needed': 401,
      'not-found': 404,
      'rate-limited': 429,
      'foreign-origin': 403,
      'https-unknown': 500,
      unavailable: 503,
    },
  }),
  mintIdToken: call('POST', '/api/auth/token', {
    summary: 'Create an ID token from the session',
    description:
      'Needs the session cookie alone. With a bearer token beside it the token decides who is asking, and no token gives a new one: 401.',
    reply: json(idTokenSchema),
  }),
  logOut: call('POST', '/api/auth/logout', { summary: 'Sign out', reply: empty }),
  logOutEverywhere: call('POST', '/api/auth/logout-everywhere', { summary: 'Sign out on every device', reply: empty }),
  listDevices: call('GET', '/api/auth/sessions', {
    summary: 'List your signed-in devices',
    reply: json(deviceListSchema),
  }),
  revokeDevice: call('DELETE', '/api/auth/sessions/:id', {
    summary: 'Sign out one device',
    params: deviceParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  setDefaultRole: call('PUT', '/api/auth/default-role', {
    summary: 'Set the role your dashboard opens with',
    body: defaultRoleSchema,
    reply: json(defaultRoleSchema),
    problems: { forbidden: 403 },
  }),
};
