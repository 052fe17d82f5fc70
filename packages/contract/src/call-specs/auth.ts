import {
  companySignInAnswerSchema,
  companySignInRequestSchema,
  companySignInSchema,
  defaultRoleSchema,
  deviceListSchema,
  deviceParamsSchema,
  idTokenSchema,
  linkCheckSchema,
  linkStateSchema,
  magicLinkAnswerSchema,
  magicLinkRequestSchema,
  signedInSchema,
  signInCompletionSchema,
  signInOptionsSchema,
} from '../api/auth.ts';
import {
  beginCompanySignIn,
  checkLink,
  completeCompanySignIn,
  completeSignIn,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  readSignInOptions,
  requestMagicLink,
  revokeDevice,
  setDefaultRole,
} from '../calls/auth.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('auth');

/** Signing in and out. */
export const authSpecs = [
  spec(requestMagicLink, {
    summary: 'Ask for a sign-in link',
    description:
      'The answer and its time are the same for every address. Only an approved person gets a mail. The answer sets a cookie for ' +
      'as long as a link lives: the code of the mail counts only together with it. One client may ask five times in 15 minutes for ' +
      'one address. What all clients ask for one address is limited, too, but nobody is refused for it: beyond ten links in ' +
      '15 minutes no more than one a minute is mailed.',
    body: magicLinkRequestSchema,
    reply: json(magicLinkAnswerSchema, 202),
    problems: { 'rate-limited': 429, 'foreign-origin': 403 },
  }),
  spec(checkLink, {
    summary: 'Whether a sign-in link still works',
    description:
      'For a page that must ask for the e-mail first. Nothing is spent; a link that does not work counts as a try.',
    body: linkCheckSchema,
    reply: json(linkStateSchema),
    problems: { 'rate-limited': 429, 'foreign-origin': 403 },
  }),
  spec(completeSignIn, {
    summary: 'Sign in with the token of the link, or with the code of the mail',
    description:
      'A link works anywhere, once. A code works only in the browser that asked, and is dead after five wrong tries; after 10 wrong ' +
      'codes an hour or 30 a day for one address only links work for it. Whatever does not work is answered alike. For a person with ' +
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
  spec(readSignInOptions, {
    summary: 'How people can sign in besides the mailed link',
    reply: json(signInOptionsSchema),
  }),
  spec(beginCompanySignIn, {
    summary: 'Begin to sign in with a company account',
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
  spec(completeCompanySignIn, {
    summary: 'Sign in with what the company’s provider has answered',
    description:
      'Counts once, in the browser that began. The account must have a verified e-mail address of a domain that the provider may ' +
      'vouch for, and it must be that of a person of the portal: nobody is added. From the first time on the account itself counts, ' +
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
  spec(mintIdToken, {
    summary: 'A fresh ID token from the session',
    description:
      'Needs the session cookie alone. With a bearer token beside it the token decides who is asking, and no token gives a new one: 401.',
    reply: json(idTokenSchema),
  }),
  spec(logOut, { summary: 'Sign out here', reply: empty }),
  spec(logOutEverywhere, { summary: 'Sign out on every device', reply: empty }),
  spec(listDevices, { summary: 'The devices where you are signed in', reply: json(deviceListSchema) }),
  spec(revokeDevice, {
    summary: 'Sign one device out',
    params: deviceParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  spec(setDefaultRole, {
    summary: 'The role your dashboard opens with',
    body: defaultRoleSchema,
    reply: json(defaultRoleSchema),
    problems: { forbidden: 403 },
  }),
];
