import { ApiError, isPrivatePortal, readConfig } from '@cytocomm/api';
import { ConfigurationError, isProduction } from '@cytocomm/runtime';
import { LockUnusable, readWebConfig } from '@cytocomm/web';
import { CannotStart } from './settings.ts';

/** Returns what the API refuses as the sentence for the person at the terminal, with each fault on a line of its own. */
export function refusalForPerson(error: ApiError): CannotStart {
  const faults = (error.errors ?? []).map(({ message }) => `\n  ${message}`);
  return new CannotStart(`${error.message}${faults.join('')}`, { cause: error });
}

type Given = Readonly<Record<string, string | undefined>>;

/** Returns what a service finds wrong with its settings. */
function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

/** Returns what is wrong with the settings of both services; those that the start finds out later are not missed. */
function serviceFaults(set: Given): readonly string[] {
  const publicUrl = set.NODE_ENV === 'production' ? 'https://localhost' : 'http://localhost';
  return [
    ...faultsOf(() =>
      readConfig({
        MONGODB_URI: 'mongodb://127.0.0.1/portal',
        // Beside the file it would be one too many.
        ...(set.SMTP_URL_FILE === undefined && { SMTP_URL: 'smtp://127.0.0.1' }),
        ...set,
      }),
    ),
    ...faultsOf(() =>
      readWebConfig({
        ...{ NODE_ENV: 'development', PUBLIC_URL: publicUrl },
        ...set,
        ...{ MONGODB_URI: '', RELEASES_DIR: '.', LOCKS_DIR: '.' },
      }),
    ),
  ];
}

/** Throws CannotStart for what a service says of its settings, the gate or a lock, and any other error as it is. */
export function throwForPerson(error: unknown): never {
  if (error instanceof ApiError) throw refusalForPerson(error);
  if (error instanceof LockUnusable) throw new CannotStart(`There are no pages: ${error.message}`, { cause: error });
  if (error instanceof ConfigurationError) throw new CannotStart(error.message, { cause: error });
  throw error;
}

/** The mail catcher is for this machine only. */
function mailFaults(given: Given): readonly string[] {
  const { PUBLIC_URL = 'http://localhost', SMTP_URL, SMTP_URL_FILE } = given;
  // An address that is none is told by the services.
  if (SMTP_URL || SMTP_URL_FILE || !URL.canParse(PUBLIC_URL)) return [];
  if (!isProduction(given) && isPrivatePortal({ environment: 'development', publicUrl: PUBLIC_URL })) return [];
  const where = isProduction(given) ? 'in production' : `at ${PUBLIC_URL}`;
  return [`SMTP_URL: is needed ${where}, as the mail catcher shows every sign-in link to everybody on this machine`];
}

/** A portal in production without the key that signs locks could promote nothing. */
function keyFaults(given: Given): readonly string[] {
  if (!isProduction(given) || given.LOCK_SIGNING_KEY || given.LOCK_SIGNING_KEY_FILE) return [];
  return ['LOCK_SIGNING_KEY: is needed in production, the key that signs locks'];
}

/** What the start reads before any service does, from no file. */
const READ_ITSELF = ['MONGODB_URI', 'PUBLIC_URL'] as const;

/** Returns all that is wrong with the settings of a start, before anything is built or started. */
export function startFaults(given: Given): readonly string[] {
  // In development the data folder has secrets.
  const secrets = isProduction(given) ? {} : { SESSION_SECRET: 's'.repeat(32), TOKEN_SECRET: 't'.repeat(32) };
  const filled = Object.entries(given).filter(([, value]) => value !== '' && value !== undefined);
  const set: Record<string, string | undefined> = { ...secrets, ...Object.fromEntries(filled) };
  const faults: string[] = [];
  for (const name of READ_ITSELF) {
    if (set[`${name}_FILE`] === undefined) continue;
    faults.push(`${name}_FILE: is not read by a start of the whole portal; set ${name}`);
    delete set[`${name}_FILE`];
  }
  return [...faults, ...serviceFaults(set), ...mailFaults(set), ...keyFaults(set)];
}
