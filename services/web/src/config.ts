import { z } from 'zod';

const configSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Where this service reaches the API; by default where everybody does. */
  API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder with one folder a name and, in it, one a release. */
  RELEASES_DIR: z.string().min(1),
  /** The folder with the locks and `current`, the file that holds the id of the lock in force. */
  LOCKS_DIR: z.string().min(1),
  /** The API's captcha: another company's widget needs its hosts in the policy of the pages. */
  CAPTCHA_PROVIDER: z.enum(['altcha', 'hcaptcha', 'turnstile']).default('altcha'),
  /** The external site with the software that reads the sensors; customers are led there. */
  LAB_SOFTWARE_URL: z.url({ protocol: /^https?$/ }).default('https://lab.cytocomm.example/'),
  /** Origins besides the portal's own that remotes may be served from, separated by commas. */
  REMOTE_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
});

/** The settings of services/web. */
export type WebConfig = z.output<typeof configSchema>;

/** Reads the settings once. Throws one error whose message names every wrong or missing variable. */
export function readWebConfig(env: Readonly<Record<string, string | undefined>>): WebConfig {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`services/web cannot start, these settings are wrong or missing:\n${lines.join('\n')}`);
}
