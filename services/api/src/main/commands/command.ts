import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { createLog } from '@cytocomm/runtime';
import { createRoleTable } from '../../delivery/releases/claims.ts';
import { createUsers, type Users } from '../../identity/users/service.ts';
import { createAnonymousEvents } from '../../platform/audit/anonymous-events.ts';
import { createAuditTrail } from '../../platform/audit/service.ts';
import { createChanges } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { assertRestored } from '../../platform/database/lease.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { createLimits } from '../../platform/limits/service.ts';
import { createOutbox } from '../../platform/mail/service.ts';
import { smtpTransport } from '../../platform/mail/transport.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { MIGRATIONS } from '../schema/schema.ts';

/** Dependencies of a command. A running portal sends the mails it queues. */
export interface CommandCore {
  readonly core: Core;
  readonly users: Users;
  /** Throws DatabaseBehind for pending migrations. */
  assertUpToDate(): Promise<void>;
  close(): Promise<void>;
}

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How long a command waits for the database, in ms. */
export const COMMAND_TIMEOUT_MS = 10_000;

/** The database could not be reached. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** The database has pending migrations. */
export class DatabaseBehind extends Error {
  override readonly name = 'DatabaseBehind';
}

async function assertUpToDate({ connection }: Core['database']): Promise<void> {
  const pending = await pendingMigrations(connection, MIGRATIONS);
  if (pending.length === 0) return;
  throw new DatabaseBehind(
    `The database is behind this version (not applied: ${pending.join(', ')}): run "migrate" or start the portal first, or use the version that made it.`,
  );
}

/** Connects to the database of MONGODB_URI; changes nothing. Throws DatabaseAway, and RestoreRefusal for a restore that has not ended. */
export async function openCommandCore(environment: Environment): Promise<CommandCore> {
  // Commands send no mails.
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:25', LOG_LEVEL: 'error', ...environment });
  const log = createLog(config.logLevel);
  const database = openDatabase(config.mongodbUri, log);
  const timeout = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DatabaseAway('The database of MONGODB_URI does not answer.')),
      COMMAND_TIMEOUT_MS,
    );
    database.client.then(() => clearTimeout(timer));
  });
  try {
    await Promise.race([database.client, timeout]);
    await assertRestored(database.connection, database.connection.name);
  } catch (error) {
    await database.close();
    throw error;
  }
  const audit = createAuditTrail(database, config, log);
  const core: Core = {
    config,
    log,
    database,
    audit,
    anonymousEvents: createAnonymousEvents(database, config),
    outbox: createOutbox(database, smtpTransport(config.smtpUrl, config.mailFrom), log),
    limits: createLimits(database, config),
    change: createChanges(database, audit, log),
  };
  const users = createUsers(core, createRoleTable(core));
  return {
    core,
    users,
    assertUpToDate: () => assertUpToDate(database),
    close: database.close,
  };
}

/** The arguments are invalid; the message has the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a command on the open database. Returns the lines for the terminal. */
export type CommandRun<Opened = CommandCore> = (opened: Opened) => Promise<string>;

/** A command of the service. */
export interface Command<Opened = CommandCore> {
  /** Its forms, without the word "Usage". */
  readonly usage: string;
  /** Its description, in a sentence or two. */
  readonly purpose: string;
  /** Parses the arguments, before a database is opened. Throws UsageError. */
  read(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): CommandRun<Opened>;
}

/** Parses options and words strictly. Throws UsageError. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // Node's own words, of which the first sentence is for people.
    const [sentence] = String(error)
      .replace(/^TypeError( \[\w+\])?: /, '')
      .split('. ');
    throw new UsageError(`${sentence}. Usage: ${usage}`, { cause: error });
  }
}

/** Parses the arguments of a command without any. Throws UsageError. */
export function readNothing(args: readonly string[], usage: string): void {
  const { positionals } = readArguments(args, usage, {});
  if (positionals.length > 0) throw new UsageError(`Nothing follows this command. Usage: ${usage}`);
}
