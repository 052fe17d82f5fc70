import { isProduction, listSchema } from '@cytocomm/runtime';
import { isLocalHost } from '@cytocomm/runtime/database';
import { z } from 'zod';

/** Comma-separated entries in lower case. */
const listOf = (pattern: RegExp, wanted: string) =>
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
  OIDC_EMAIL_DOMAINS: listOf(
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/,
    'domains of e-mail addresses, joined by commas',
  ).default([]),
  OIDC_SECOND_FACTOR_AMR: listOf(/^[a-z0-9._:-]{1,60}$/, 'values of amr joined by commas').default([]),
};

/** The company's OpenID provider, and what it may vouch for. */
export interface CompanyAccountConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button calls it, after "Sign in with". */
  readonly name: string;
  /** Addresses of other domains are refused. */
  readonly emailDomains: readonly string[];
  /** What the provider must have asked for (`amr`) to take the place of the passkey; nothing does by default. */
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
