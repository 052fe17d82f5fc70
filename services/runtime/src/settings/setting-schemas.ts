import { z } from 'zod';
import { isProxyEntry } from '../http/trusted-hosts.ts';

/** What `NODE_ENV` may be. */
export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
/** What `LOG_LEVEL` may be. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Returns values as words: `development, test or production`. */
export const oneOf = (values: readonly string[]): string =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns whether settings are judged as production's: a missing and a misspelt NODE_ENV is the safe one. */
export function isProduction({ NODE_ENV }: Variables): boolean {
  return NODE_ENV !== 'development' && NODE_ENV !== 'test';
}

/** Returns what Node itself would read in production, and no portal may: it would believe any certificate. */
export function nodeFaults(variables: Variables): readonly string[] {
  if (!isProduction(variables) || variables.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  return ['NODE_TLS_REJECT_UNAUTHORIZED: 0 leaves every certificate unchecked, which production refuses'];
}

const PORT = 'a port number from 0 to 65535';
/** A port; 0 takes a free one. */
export const portSchema = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT);

/** Returns the schema of a number from the least to the most. */
export const numberSchema = (least: number, most: number, unit: string) => {
  const wanted = `a number of ${unit} from ${least} to ${most}`;
  return z.coerce.number(wanted).min(least, wanted).max(most, wanted);
};

/** An opt-in to something unsafe, by the full word `yes`. */
export const yesSchema = z.literal('yes', '"yes" or nothing').optional();

/**
 * Returns the schema of comma-separated entries, of which each must be one: a list of nothing is refused, as it would stand
 * where a list is required.
 */
export const listSchema = (isEntry: (entry: string) => boolean, wanted: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isEntry), wanted);

/** Comma-separated names of hosts; those that Compose makes have a `_`. */
export const hostNamesSchema = listSchema(
  (name) => /^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/i.test(name),
  'names of letters, digits, ".", "_" and "-", joined by commas',
);

/** Comma-separated proxies that are trusted. */
export const proxiesSchema = listSchema(
  isProxyEntry,
  'addresses, ranges of a network (/8 at most; IPv6 /16, /7 within fc00::/7, /10 within fe80::/10), loopback, linklocal or uniquelocal, joined by commas',
);

/** A host as it may stand in a header: a URL's may hold `;`, `*` and more. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/;

/** Whether a text is an http or https address without a path. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(value);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && HOST.test(hostname) && pathname + search + hash + username + password === '/';
}

/** Comma-separated origins, in the one spelling that headers have. */
export const originsSchema = listSchema(isOrigin, 'origins as https://cdn.example, joined by commas').transform(
  (origins) => origins.map((origin) => new URL(origin).origin),
);
