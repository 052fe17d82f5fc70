import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  ConfigurationError,
  ENVIRONMENTS,
  hostNamesSchema,
  isProduction,
  LOG_LEVELS,
  listSchema,
  nodeFaults,
  numberSchema,
  oneOf,
  originsSchema,
  portSchema,
  proxiesSchema,
  readSettingFiles,
  traceFaults,
  traceSettings,
  yesSchema,
} from '@cytocomm/runtime';
import { databaseFaults, readDatabaseAddress } from '@cytocomm/runtime/database';
import { z } from 'zod';

/** Returns the error that names what is wrong with settings. */
export function cannotStart(faults: readonly string[]): ConfigurationError {
  return new ConfigurationError(`services/web cannot start. ${faults.join('; ')}.`, faults);
}

const addressSchema = z.url({ protocol: /^https?$/, error: 'an http or https address' });
const folderSchema = z.string('is missing').min(1, 'is missing');

/** Returns an Ed25519 public key of base64 (SPKI in DER); undefined for anything else. */
function publicKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

const publicKeysSchema = listSchema(
  (entry) => publicKeyOf(entry) !== undefined,
  'Ed25519 public keys in base64 (SPKI, DER), joined by commas',
).transform((entries) => entries.flatMap((entry) => publicKeyOf(entry) ?? []));

const STALE_TAB = 'a whole number of minutes from 0 to 10080';

/** The settings; docs/run-it/settings.md has their table. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(ENVIRONMENTS, oneOf(ENVIRONMENTS)).default('production'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: portSchema.default(3000),
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: portSchema.default(3002),
  /** Further host names of the operators' listener. */
  OPERATOR_NAMES: hostNamesSchema.default([]),
  PUBLIC_URL: addressSchema,
  /** The API's URL for this service; PUBLIC_URL by default. */
  API_URL: addressSchema.optional(),
  /** The folder of the releases: `NAME/RELEASE/`. */
  RELEASES_DIR: folderSchema,
  /** The folder of the locks and their pointer `current`. */
  LOCKS_DIR: folderSchema,
  /** The database whose releases and live lock the folders follow; without, the folders are served as they are. */
  MONGODB_URI: z
    .string()
    .refine((value) => readDatabaseAddress(value) !== undefined, 'a mongodb:// address that the driver understands')
    .optional(),
  /** `yes` allows a database on another machine without TLS. */
  MONGODB_WITHOUT_TLS: yesSchema,
  /** `yes` allows a database on another machine without a user and a password. */
  MONGODB_WITHOUT_PASSWORD: yesSchema,
  /** Whose signature a lock must have; none is needed without. */
  LOCK_PUBLIC_KEYS: publicKeysSchema.default([]),
  /** Proxies whose X-Request-Id is used; none by default. */
  TRUST_PROXY: proxiesSchema.default([]),
  /** How long the process reports that it is not ready before it refuses connections, in seconds; 5 in production, else 0. */
  DRAIN_DELAY: numberSchema(0, 600, 'seconds').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, oneOf(LOG_LEVELS)).default('info'),
  /** The API's captcha provider: the pages' policy allows its hosts. */
  CAPTCHA_PROVIDER: z.enum(['altcha', 'hcaptcha', 'turnstile'], 'altcha, hcaptcha or turnstile').default('altcha'),
  /** The URL of the lab software, to which customers are linked. */
  LAB_SOFTWARE_URL: addressSchema.default('https://lab.cytocomm.example/'),
  /** After how many minutes a tab is told of a newer version; never with 0. A week at most. */
  STALE_TAB_MINUTES: z.coerce.number(STALE_TAB).int(STALE_TAB).min(0, STALE_TAB).max(10_080, STALE_TAB).default(60),
  /** Where browsers find release files, a CDN in front of this service, as `https://cdn.example`; here by default. */
  RELEASE_BASE_URL: addressSchema
    .refine((address) => !/[?#;,'\s@]/.test(address), 'an address without a query, a fragment and a password')
    .optional(),
  /** Further origins of remotes, comma-separated. */
  REMOTE_ORIGINS: originsSchema.default([]),
  ...traceSettings,
});

/** The settings of services/web. */
export type WebConfig = z.output<typeof settingsSchema>;

/** Returns the settings; an empty variable is unset, and that of `NAME_FILE` is in the file. Throws ConfigurationError. */
export function readWebConfig(env: Readonly<Record<string, string | undefined>>): WebConfig {
  const { variables, faults: fileFaults } = readSettingFiles(env, Object.keys(settingsSchema.shape));
  const parsed = settingsSchema.safeParse(variables);
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`);
  const faults = [...fileFaults, ...new Set(wrong)];
  // On the raw values, so that one message names all faults.
  if (isProduction(variables) && variables.PUBLIC_URL?.startsWith('http:'))
    faults.push('PUBLIC_URL: must be an https address in production');
  // Browsers load nothing by http into a page that came by https.
  if (variables.PUBLIC_URL?.startsWith('https:') && variables.RELEASE_BASE_URL?.startsWith('http:'))
    faults.push('RELEASE_BASE_URL: must be an https address, as PUBLIC_URL is');
  if (isProduction(variables) && variables.MONGODB_URI && !variables.LOCK_PUBLIC_KEYS)
    faults.push('LOCK_PUBLIC_KEYS: is required in production with MONGODB_URI');
  faults.push(...databaseFaults(variables), ...traceFaults(variables), ...nodeFaults(variables));
  if (!parsed.success || faults.length > 0) throw cannotStart(faults);
  return parsed.data;
}

/** Returns the keys of those who sign locks; undefined when locks need no signature. */
export function signersOf({ LOCK_PUBLIC_KEYS }: Pick<WebConfig, 'LOCK_PUBLIC_KEYS'>): readonly KeyObject[] | undefined {
  return LOCK_PUBLIC_KEYS.length > 0 ? LOCK_PUBLIC_KEYS : undefined;
}

/** Returns the origins besides the portal's own that release files come from. */
export function releaseOrigins({
  REMOTE_ORIGINS,
  RELEASE_BASE_URL,
}: Pick<WebConfig, 'REMOTE_ORIGINS' | 'RELEASE_BASE_URL'>): readonly string[] {
  return [...new Set([...REMOTE_ORIGINS, ...(RELEASE_BASE_URL ? [new URL(RELEASE_BASE_URL).origin] : [])])];
}

/** Returns how long the process reports that it is not ready before it refuses connections, in ms. */
export function drainDelayOf({ NODE_ENV, DRAIN_DELAY }: WebConfig): number {
  return 1000 * (DRAIN_DELAY ?? (NODE_ENV === 'production' ? 5 : 0));
}
