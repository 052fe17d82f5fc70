import type { KeyObject } from 'node:crypto';
import {
  type DangerousAction,
  DEFAULT_UPLOAD_MB,
  dangerousActionSchema,
  emailSchema,
  roleSchema,
} from '@cytocomm/contract';
import {
  ConfigurationError,
  ENVIRONMENTS,
  hostNamesSchema,
  isOrigin,
  isProduction,
  LOG_LEVELS,
  nodeFaults,
  numberSchema,
  oneOf,
  portSchema,
  proxiesSchema,
  readSettingFiles,
  type TraceSettings,
  traceFaults,
  traceSettings,
  traceSettingsOf,
  yesSchema,
} from '@cytocomm/runtime';
import { databaseFaults, isLocalHost, readDatabaseAddress } from '@cytocomm/runtime/database';
import { z } from 'zod';
import { derivedSigningKey, publicKeyOf, publicKeysSchema, signingKeySchema } from './keys.ts';
import {
  type CaptchaConfig,
  type CompanyAccountConfig,
  captchaConfig,
  captchaFaults,
  captchaSettings,
  companyAccountConfig,
  companyAccountFaults,
  companyAccountSettings,
  isSmtpUrl,
  listOf,
  mailboxSchema,
  megabytesSchema,
  secretSchema,
  secretsSchema,
} from './schemas.ts';

/** The public secret of development portals. */
const DEVELOPMENT_SECRET = 'for-development-only-and-refused-in-production';

type Given = Readonly<Record<string, string | undefined>>;

/** Returns the faults of production's settings. */
function productionFaults(given: Given): readonly string[] {
  if (!isProduction(given)) return [];
  // Their defaults are addresses of an example: mails to it would be lost.
  const missing = ['MAIL_FROM', 'CONTACT_EMAIL'].filter((name) => given[name] === undefined);
  return [
    ...(given.PUBLIC_URL?.startsWith('https://') ? [] : ['PUBLIC_URL: must be an https address in production']),
    ...missing.map((name) => `${name}: is needed in production`),
  ];
}

/** Returns the faults of public or equal secrets, which are for private development portals. */
function secretFaults(given: Given): readonly string[] {
  const { PUBLIC_URL } = given;
  const isPrivate = PUBLIC_URL === undefined || (URL.canParse(PUBLIC_URL) && isLocalHost(new URL(PUBLIC_URL).hostname));
  if (!isProduction(given) && isPrivate) return [];
  const where = isProduction(given) ? 'in production' : `at ${PUBLIC_URL}`;
  const own = ['SESSION_SECRET', 'TOKEN_SECRET'].filter((name) =>
    [undefined, DEVELOPMENT_SECRET].includes(given[name]),
  );
  if (given.AUDIT_SECRET?.includes(DEVELOPMENT_SECRET)) own.push('AUDIT_SECRET');
  const previous = ['SESSION_SECRET_PREVIOUS', 'TOKEN_SECRET_PREVIOUS'].filter(
    (name) => given[name] === DEVELOPMENT_SECRET,
  );
  const ofTokens = [given.TOKEN_SECRET, given.TOKEN_SECRET_PREVIOUS];
  const shared = [given.SESSION_SECRET, given.SESSION_SECRET_PREVIOUS].some(
    (secret) => secret !== undefined && ofTokens.includes(secret),
  );
  return [
    ...own.map((name) => `${name}: a secret of its own is needed ${where}`),
    ...previous.map((name) => `${name}: the secret of development counts for nothing ${where}`),
    ...(shared ? ['TOKEN_SECRET: must differ from SESSION_SECRET'] : []),
  ];
}

/** Returns the faults of a mail server on another machine whose certificate would not be checked. */
function mailServerFaults({ SMTP_URL = '', SMTP_WITHOUT_TLS }: Given): readonly string[] {
  if (SMTP_WITHOUT_TLS === 'yes' || !URL.canParse(SMTP_URL)) return [];
  const { hostname, searchParams } = new URL(SMTP_URL);
  if (isLocalHost(hostname) || !searchParams.has('tls.rejectUnauthorized')) return [];
  return [
    'SMTP_URL: the certificate of another machine is always checked: leave tls.rejectUnauthorized out, or SMTP_WITHOUT_TLS=yes says that the way is safe',
  ];
}

/**
 * Returns the mail server's address. `smtp://` to another machine requires STARTTLS, even if the address does not, unless
 * `withoutTls`.
 */
export function safeSmtpUrl(smtpUrl: string, withoutTls: boolean): string {
  const url = new URL(smtpUrl);
  if (url.protocol !== 'smtp:' || isLocalHost(url.hostname) || withoutTls) return smtpUrl;
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

const ACTIONS = `some of ${dangerousActionSchema.options.join(', ')}, joined by commas, or none`;

/** The settings; docs/run-it/settings.md has their table. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(ENVIRONMENTS, oneOf(ENVIRONMENTS)).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema.default(3000),
  OPERATOR_HOST: z.string().default('127.0.0.1'),
  OPERATOR_PORT: portSchema.default(3001),
  OPERATOR_NAMES: hostNamesSchema.default([]),
  DRAIN_DELAY: numberSchema(0, 600, 'seconds').optional(),
  MONGODB_URI: z
    .string('is missing')
    .refine((value) => readDatabaseAddress(value) !== undefined, 'a mongodb:// address that the driver understands'),
  MONGODB_WITHOUT_TLS: yesSchema,
  MONGODB_WITHOUT_PASSWORD: yesSchema,
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'an http or https address without a path')
    .transform((value) => new URL(value).origin)
    .default('http://localhost:3000'),
  SMTP_URL: z.string('is missing').refine(isSmtpUrl, 'an smtp:// or smtps:// address'),
  SMTP_WITHOUT_TLS: yesSchema,
  MAIL_FROM: mailboxSchema.default('Cytocomm <portal@cytocomm.example>'),
  LOCK_SIGNING_KEY: signingKeySchema.optional(),
  LOCK_PUBLIC_KEYS: publicKeysSchema.default([]),
  CONTACT_EMAIL: emailSchema.default('hello@cytocomm.example'),
  SESSION_SECRET: secretSchema.default(DEVELOPMENT_SECRET),
  SESSION_SECRET_PREVIOUS: secretSchema.optional(),
  TOKEN_SECRET: secretSchema.default(DEVELOPMENT_SECRET),
  TOKEN_SECRET_PREVIOUS: secretSchema.optional(),
  AUDIT_SECRET: secretsSchema.default([]),
  TRUST_PROXY: proxiesSchema.default([]),
  NEW_BROWSER_MAIL: z.enum(['yes', 'no'], '"yes" or "no"').optional(),
  SECOND_FACTOR_ROLES: listOf(roleSchema, 'roles joined by commas').default([]),
  STEP_UP_ACTIONS: z
    .union([z.literal('none').transform(() => []), listOf(dangerousActionSchema, ACTIONS)], ACTIONS)
    .default([...dangerousActionSchema.options]),
  STEP_UP_EVERYBODY: yesSchema,
  STEP_UP_MINUTES: numberSchema(1, 720, 'minutes').default(10),
  ...companyAccountSettings,
  MAX_UPLOAD_MB: megabytesSchema(1024).default(DEFAULT_UPLOAD_MB),
  MAX_RELEASES_MB: megabytesSchema(1_000_000).default(2000),
  MAX_PICTURES_MB: megabytesSchema(1_000_000).default(2000),
  RELEASE_APPROVAL: yesSchema,
  ...captchaSettings,
  LOG_LEVEL: z.enum(LOG_LEVELS, oneOf(LOG_LEVELS)).default('info'),
  ...traceSettings,
});

/** The checked settings. */
export interface Config {
  readonly environment: 'development' | 'test' | 'production';
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** Further host names of the operators' listener; others are refused (DNS rebinding). */
  readonly operatorNames: readonly string[];
  /** How long the process reports that it is not ready before it refuses connections, in ms. */
  readonly drainDelayMs: number;
  readonly mongodbUri: string;
  /** The portal's origin, without a trailing slash. Links are built from it, never from a Host header. */
  readonly publicUrl: string;
  /** Requires TLS for a mail server on another machine. */
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly contactEmail: string;
  /** The first signs session cookies, all are accepted. */
  readonly sessionSecrets: readonly [string, ...string[]];
  /** The first signs, all are accepted; hashes use the first alone. See `keys.ts`. */
  readonly tokenSecrets: readonly [string, ...string[]];
  /** The first seals the audit trail, all verify it; the token secrets are the last of them. */
  readonly auditSecrets: readonly [string, ...string[]];
  /** Proxies whose X-Forwarded-For is used; none by default. */
  readonly trustProxy: readonly string[];
  /** Whether people are told by mail of a sign-in in a browser that is new for them. */
  readonly newBrowserMail: boolean;
  /** The roles that demand a passkey. */
  readonly secondFactorRoles: readonly string[];
  /** The actions that need a fresh session. */
  readonly stepUp: {
    readonly actions: readonly DangerousAction[];
    /** Whether it is asked of people without a passkey, too. */
    readonly everybody: boolean;
    /** How long a session is fresh. */
    readonly minutes: number;
  };
  /** The sign-in with a company account; undefined while it is off. */
  readonly companyAccount: CompanyAccountConfig | undefined;
  readonly maxUploadBytes: number;
  /** How many bytes the releases of a remote may take. */
  readonly maxReleasesBytes: number;
  /** How many bytes the pictures of press releases may take. */
  readonly maxPicturesBytes: number;
  /** Whether a press release appears only after another admin approved it. */
  readonly pressReleaseApproval: boolean;
  readonly captcha: CaptchaConfig;
  /** Signs locks; undefined in production without LOCK_SIGNING_KEY, which then makes none. */
  readonly lockSigningKey: KeyObject | undefined;
  /** A lock counts when one of them has signed it: the public part of the key above and those of earlier ones. */
  readonly lockPublicKeys: readonly KeyObject[];
  readonly logLevel: string;
  readonly traces: TraceSettings;
}

/**
 * Whether this is a development portal on this machine: demo people, printed links and a mail catcher are harmless there
 * alone.
 */
export function isPrivatePortal({ environment, publicUrl }: Pick<Config, 'environment' | 'publicUrl'>): boolean {
  return environment !== 'production' && isLocalHost(new URL(publicUrl).hostname);
}

function withPrevious(secret: string, previous: string | undefined): readonly [string, ...string[]] {
  return previous === undefined ? [secret] : [secret, previous];
}

const unusable = (faults: readonly string[]) =>
  new ConfigurationError(`The configuration is not usable. ${faults.join('; ')}.`, faults);

/** Returns an environment with what files hold of the settings in their place. Throws ConfigurationError. */
export function withSettingFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const { variables, faults } = readSettingFiles(environment, Object.keys(settingsSchema.shape));
  if (faults.length > 0) throw unusable(faults);
  return variables;
}

/**
 * Returns the settings of an environment; an empty variable is unset, and that of `NAME_FILE` is in the file. Throws
 * ConfigurationError.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { variables, faults: fileFaults } = readSettingFiles(environment, Object.keys(settingsSchema.shape));
  const result = settingsSchema.safeParse(variables);
  const wrong = (result.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  const faults = [
    ...fileFaults,
    ...new Set(wrong),
    ...captchaFaults(variables),
    ...companyAccountFaults(variables),
    ...productionFaults(variables),
    ...secretFaults(variables),
    ...mailServerFaults(variables),
    ...databaseFaults(variables),
    ...traceFaults(variables),
    ...nodeFaults(variables),
  ];
  if (!result.success || faults.length > 0) throw unusable(faults);
  const settings = result.data;
  const [first, ...others] = settings.AUDIT_SECRET;
  const tokenSecrets = withPrevious(settings.TOKEN_SECRET, settings.TOKEN_SECRET_PREVIOUS);
  const derivedKeys = settings.NODE_ENV === 'production' ? [] : tokenSecrets.map(derivedSigningKey);
  const lockSigningKey = settings.LOCK_SIGNING_KEY ?? derivedKeys[0];
  return {
    environment: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    operatorHost: settings.OPERATOR_HOST,
    operatorPort: settings.OPERATOR_PORT,
    operatorNames: settings.OPERATOR_NAMES,
    drainDelayMs: 1000 * (settings.DRAIN_DELAY ?? (settings.NODE_ENV === 'production' ? 5 : 0)),
    mongodbUri: settings.MONGODB_URI,
    publicUrl: settings.PUBLIC_URL,
    smtpUrl: safeSmtpUrl(settings.SMTP_URL, settings.SMTP_WITHOUT_TLS === 'yes'),
    mailFrom: settings.MAIL_FROM,
    contactEmail: settings.CONTACT_EMAIL,
    sessionSecrets: withPrevious(settings.SESSION_SECRET, settings.SESSION_SECRET_PREVIOUS),
    tokenSecrets,
    auditSecrets: [first ?? settings.TOKEN_SECRET, ...others, ...tokenSecrets],
    trustProxy: settings.TRUST_PROXY,
    newBrowserMail:
      settings.NEW_BROWSER_MAIL === undefined
        ? !isPrivatePortal({ environment: settings.NODE_ENV, publicUrl: settings.PUBLIC_URL })
        : settings.NEW_BROWSER_MAIL === 'yes',
    secondFactorRoles: settings.SECOND_FACTOR_ROLES,
    stepUp: {
      actions: settings.STEP_UP_ACTIONS,
      everybody: settings.STEP_UP_EVERYBODY === 'yes',
      minutes: settings.STEP_UP_MINUTES,
    },
    companyAccount: companyAccountConfig(settings),
    maxUploadBytes: Math.floor(settings.MAX_UPLOAD_MB * 1024 * 1024),
    maxReleasesBytes: Math.floor(settings.MAX_RELEASES_MB * 1024 * 1024),
    maxPicturesBytes: Math.floor(settings.MAX_PICTURES_MB * 1024 * 1024),
    pressReleaseApproval: settings.RELEASE_APPROVAL === 'yes',
    captcha: captchaConfig(settings),
    lockSigningKey,
    lockPublicKeys: [
      ...(settings.LOCK_SIGNING_KEY === undefined ? [] : [settings.LOCK_SIGNING_KEY]).map(publicKeyOf),
      ...settings.LOCK_PUBLIC_KEYS,
      ...derivedKeys.map(publicKeyOf),
    ],
    logLevel: settings.LOG_LEVEL,
    traces: traceSettingsOf(settings),
  };
}
