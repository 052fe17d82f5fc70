import { ApiError, ConfigurationError, readConfig } from '@cytocomm/api';
import { LockUnusable, readWebConfig, WebConfigurationError } from '@cytocomm/web';
import { refusalForPerson } from './refusal.ts';
import { CannotStart, type PortalSettings } from './settings.ts';

/** Reads the settings of both services before anything is built or started. Throws CannotStart for a wrong one. */
export function checkServiceSettings(given: Readonly<Record<string, string | undefined>>): void {
  try {
    // What the start itself finds out later stands in for now.
    readConfig({ MONGODB_URI: 'mongodb://127.0.0.1', SMTP_URL: 'smtp://127.0.0.1', ...given });
    const publicUrl = given.NODE_ENV === 'production' ? 'https://localhost' : 'http://localhost';
    readWebConfig({
      ...{ NODE_ENV: 'development', PUBLIC_URL: publicUrl },
      ...given,
      ...{ MONGODB_URI: '', RELEASES_DIR: '.', LOCKS_DIR: '.' },
    });
  } catch (error) {
    throwForPerson(error);
  }
}

/** Throws CannotStart for what a service says of its settings, the gate or a lock, and any other error as it is. */
export function throwForPerson(error: unknown): never {
  if (error instanceof ApiError) throw refusalForPerson(error);
  if (error instanceof LockUnusable) throw new CannotStart(`There are no pages: ${error.message}`, { cause: error });
  if (error instanceof ConfigurationError || error instanceof WebConfigurationError)
    throw new CannotStart(error.message, { cause: error });
  throw error;
}

/** Throws CannotStart for a portal that others reach and that has no mail server: the mail catcher is for this machine only. */
export function checkOwnMail(settings: PortalSettings, isPrivate: boolean): void {
  if (settings.SMTP_URL || isPrivate) return;
  const where = settings.NODE_ENV === 'production' ? 'in production' : `at ${settings.PUBLIC_URL}`;
  throw new CannotStart(
    `The portal cannot start ${where} without SMTP_URL: the mail catcher shows every sign-in link to everybody on this machine.`,
  );
}

/** Throws CannotStart for a portal in production without the key that signs locks: it could promote nothing. */
export function checkSigningKey(
  { NODE_ENV }: PortalSettings,
  given: Readonly<Record<string, string | undefined>>,
): void {
  if (NODE_ENV === 'production' && !given.LOCK_SIGNING_KEY)
    throw new CannotStart('The portal cannot start in production without LOCK_SIGNING_KEY, the key that signs locks.');
}
