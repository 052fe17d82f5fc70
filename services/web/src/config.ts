import { isProxyEntry } from '@cytocomm/listener';
import { z } from 'zod';

/** A setting is wrong or missing; the message names each one. */
export class WebConfigurationError extends Error {
  override readonly name = 'WebConfigurationError';
}

const portSchema = z.coerce.number('a port number').int().min(0).max(65_535, 'a port number');
const addressSchema = z.url({ protocol: /^https?$/, error: 'an http or https address' });
const folderSchema = z.string('is missing').min(1, 'is missing');

/** What stands between the commas. */
const listSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );

/** The settings as they stand in an environment; docs/operations.md has the table of them. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: portSchema.default(3000),
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: portSchema.default(3002),
  /** Further names that the operators' listener is reached by. */
  OPERATOR_NAMES: listSchema,
  PUBLIC_URL: addressSchema,
  /** Where this service reaches the API; by default where everybody does. */
  API_URL: addressSchema.optional(),
  /** The folder with one folder a name and, in it, one a release. */
  RELEASES_DIR: folderSchema,
  /** The folder with the locks and `current`, the file that holds the id of the lock in force. */
  LOCKS_DIR: folderSchema,
  /** Proxies whose X-Request-Id counts; none by default. */
  TRUST_PROXY: listSchema.refine(
    (entries) => entries.every(isProxyEntry),
    'addresses, ranges, loopback, linklocal or uniquelocal, joined by commas',
  ),
  /** How many seconds the process says that it is not ready before it takes no more connections; 5 in production, else 0. */
  DRAIN_DELAY: z.coerce.number('a number of seconds').min(0).max(600).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The API's captcha: another company's widget needs its hosts in the policy of the pages. */
  CAPTCHA_PROVIDER: z.enum(['altcha', 'hcaptcha', 'turnstile']).default('altcha'),
  /** The external site with the software that reads the sensors; customers are led there. */
  LAB_SOFTWARE_URL: addressSchema.default('https://lab.cytocomm.example/'),
  /** Origins besides the portal's own that remotes may be served from, separated by commas. */
  REMOTE_ORIGINS: listSchema.pipe(z.array(addressSchema)),
});

/** The settings of services/web. */
export type WebConfig = z.output<typeof settingsSchema>;

/** Reads the settings; an empty variable counts as none. Throws WebConfigurationError, whose message names every wrong or missing variable. */
export function readWebConfig(env: Readonly<Record<string, string | undefined>>): WebConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settingsSchema.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`);
  // On the raw values, so that one answer names everything at once.
  if ((given.NODE_ENV ?? 'production') === 'production' && given.PUBLIC_URL?.startsWith('http:'))
    faults.push('PUBLIC_URL: must be an https address in production');
  if (!parsed.success || faults.length > 0)
    throw new WebConfigurationError(`services/web cannot start. ${faults.join('; ')}.`);
  return parsed.data;
}

/** How long the process says that it is not ready before it takes no more connections, in ms. */
export function drainDelayOf({ NODE_ENV, DRAIN_DELAY }: WebConfig): number {
  return 1000 * (DRAIN_DELAY ?? (NODE_ENV === 'production' ? 5 : 0));
}
