import { emailSchema } from '@cytocomm/contract';
import { isProduction, listSchema, numberSchema } from '@cytocomm/runtime';
import { isLocalHost } from '@cytocomm/runtime/database';
import { z } from 'zod';

/** Comma-separated entries in lower case. */
const wordsOf = (pattern: RegExp, wanted: string) =>
  listSchema((entry) => pattern.test(entry.toLowerCase()), wanted).transform((entries) =>
    entries.map((entry) => entry.toLowerCase()),
  );

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const isPlain = search + hash + username + password === '' && !value.includes('/.well-known/');
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname)));
}

/** Of Microsoft: these are no tenant, and the last is that of personal accounts. Anybody could have one vouch for an address. */
const SHARED_TENANTS = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];
const MICROSOFT = /(^|\.)(microsoftonline\.(com|us|cn)|windows\.net|chinacloudapi\.cn)$/;

function isOfAnybody(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { hostname, pathname } = new URL(issuer);
  return MICROSOFT.test(hostname) && SHARED_TENANTS.includes(pathname.split('/')[1]?.toLowerCase() ?? '');
}

/** Returns the one spelling of an issuer: people's accounts are kept under it. */
function spellingOf(issuer: string): string {
  const { href, origin, pathname } = new URL(issuer);
  return pathname === '/' ? origin : href;
}

/** The settings of the sign-in with a company account, by OpenID Connect. */
export const companyAccountSettings = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'the https address of the issuer, without a query; http for localhost alone')
    .refine(
      (issuer) => !isOfAnybody(issuer),
      'the issuer of one tenant: common, organizations and consumers vouch for anybody',
    )
    .transform(spellingOf)
    .optional(),
  OIDC_CLIENT_ID: z.string().max(200, 'at most 200 characters').optional(),
  OIDC_CLIENT_SECRET: z.string().max(1000, 'at most 1000 characters').optional(),
  OIDC_NAME: z.string().max(60, 'at most 60 characters').default('your company account'),
  OIDC_EMAIL_DOMAINS: wordsOf(
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/,
    'domains of e-mail addresses, joined by commas',
  ).default([]),
  OIDC_SECOND_FACTOR_AMR: wordsOf(/^[a-z0-9._:-]{1,60}$/, 'values of amr joined by commas').default([]),
};

/** The company's OpenID provider, and what it may vouch for. */
export interface CompanyAccountConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its name on the button, after "Sign in with". */
  readonly name: string;
  /** Addresses of other domains are refused. */
  readonly emailDomains: readonly string[];
  /** The values of `amr` that replace the passkey; none by default. */
  readonly secondFactorAmr: readonly string[];
}

type Given = Readonly<Record<string, string | undefined>>;

/** Returns what is missing of the settings, and what is set in vain. */
export function companyAccountFaults(given: Given): readonly string[] {
  const { OIDC_ISSUER } = given;
  const set = Object.keys(companyAccountSettings).filter((name) => given[name] !== undefined);
  if (OIDC_ISSUER === undefined)
    return set.length === 0 ? [] : [`OIDC_ISSUER: is needed, because of ${set.join(', ')}`];
  const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_EMAIL_DOMAINS'] as const).filter(
    (name) => given[name] === undefined,
  );
  return [
    ...missing.map((name) => `${name}: is needed for OIDC_ISSUER`),
    ...(isProduction(given) && /^http:/i.test(OIDC_ISSUER)
      ? ['OIDC_ISSUER: must be an https address in production']
      : []),
  ];
}

/** Returns the settings of the company account; undefined while it is off. */
export function companyAccountConfig(
  settings: z.output<z.ZodObject<typeof companyAccountSettings>>,
): CompanyAccountConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME,
    emailDomains: settings.OIDC_EMAIL_DOMAINS,
    secondFactorAmr: settings.OIDC_SECOND_FACTOR_AMR,
  };
}

const COST = 'a whole number from 1 to 10000000';

/** The settings of the captcha. */
export const captchaSettings = {
  CAPTCHA_PROVIDER: z.enum(['altcha', 'hcaptcha', 'turnstile'], 'altcha, hcaptcha or turnstile').default('altcha'),
  CAPTCHA_COST: z.coerce.number(COST).int(COST).min(1, COST).max(10_000_000, COST).default(1_000_000),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET: z.string().default(''),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
};

/** The captcha of the contact form. */
export type CaptchaConfig =
  | {
      readonly provider: 'altcha';
      /** The maximum of hashing rounds per form. */
      readonly cost: number;
    }
  | {
      readonly provider: 'hcaptcha' | 'turnstile';
      readonly siteKey: string;
      readonly secret: string;
      /** The URL that checks solutions, by default the provider's. */
      readonly verifyUrl: string | undefined;
    };

/** Returns the missing settings of a remote captcha. */
export function captchaFaults(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (variables.CAPTCHA_PROVIDER === undefined || variables.CAPTCHA_PROVIDER === 'altcha') return [];
  return ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']
    .filter((name) => variables[name] === undefined)
    .map((name) => `${name}: is needed for ${variables.CAPTCHA_PROVIDER}`);
}

/** Returns the captcha of the settings. */
export function captchaConfig(settings: z.output<z.ZodObject<typeof captchaSettings>>): CaptchaConfig {
  if (settings.CAPTCHA_PROVIDER === 'altcha') return { provider: 'altcha', cost: settings.CAPTCHA_COST };
  return {
    provider: settings.CAPTCHA_PROVIDER,
    siteKey: settings.CAPTCHA_SITE_KEY,
    secret: settings.CAPTCHA_SECRET,
    verifyUrl: settings.CAPTCHA_VERIFY_URL,
  };
}

/** Some 100 bytes: less would be rounded to a limit that nothing passes. */
const LEAST_MB = 0.0001;
/** A number of megabytes. */
export const megabytesSchema = (most: number) => numberSchema(LEAST_MB, most, 'megabytes');

const isSecret = (value: string) => value.trim().length >= 32;
/** A secret that keys are derived from. */
export const secretSchema = z.string().refine(isSecret, 'at least 32 characters, without blanks around them');
/** Several secrets, comma-separated. */
export const secretsSchema = listSchema(isSecret, 'at least 32 characters each, joined by commas');

/** Whether a text is an smtp:// or smtps:// address. */
export function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/.+/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/** `portal@cytocomm.example`, or with a name before it: `Cytocomm <portal@cytocomm.example>`. */
export const mailboxSchema = z.string().refine((value) => {
  const named = /^[^<>"\r\n]+ <([^<>\s]+)>$/.exec(value);
  return emailSchema.safeParse(named?.[1] ?? value).success;
}, 'an e-mail address, with or without a name before it');

/** Comma-separated entries of a type. */
export const listOf = <Entry extends z.ZodType<string, string>>(entry: Entry, wanted: string) =>
  z.string().transform((value, context) => {
    const list = z.array(entry).safeParse(value.split(',').map((each) => each.trim()));
    if (list.success) return list.data;
    context.addIssue(wanted);
    return z.NEVER;
  });
