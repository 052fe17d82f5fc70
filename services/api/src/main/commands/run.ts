import { ConfigurationError } from '@cytocomm/runtime';
import { databaseFaults, readDatabaseAddress } from '@cytocomm/runtime/database';
import { mongo } from 'mongoose';
import { AuditFault } from '../../platform/audit/seal.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import { RestoreRefusal } from '../../platform/database/trouble.ts';
import { withSettingFiles } from '../../platform/settings/config.ts';
import { BackupFailure } from '../backup/failure.ts';
import { DatabaseTooOld, upgrade } from '../schema/schema.ts';
import { auditCommand } from './audit.ts';
import { backupCommand, keepBackupsCommand, restoreCommand, verifyBackupCommand } from './backup.ts';
import {
  COMMAND_TIMEOUT_MS,
  type Command,
  type CommandCore,
  DatabaseAway,
  DatabaseBehind,
  type Environment,
  openCommandCore,
  readNothing,
  UsageError,
} from './command.ts';
import { remotesCommand } from './remotes.ts';
import { usersCommand } from './users.ts';

/** Returns name and host of a command's database. Throws ConfigurationError for none, or an unsafe one. */
function describeTarget(environment: Environment): string {
  const uri = environment.MONGODB_URI;
  if (!uri) throw new ConfigurationError('MONGODB_URI: is missing, and which database is meant is not guessed.');
  const address = readDatabaseAddress(uri);
  if (address === undefined)
    throw new ConfigurationError('MONGODB_URI: is not a mongodb:// address that the driver understands.');
  const faults = databaseFaults(environment);
  if (faults.length > 0) throw new ConfigurationError(`${faults.join('; ')}.`);
  return address.description;
}

const USAGE = 'npm run migrate';

/** `migrate`: the one command that brings records and indexes up to date. */
const migrateCommand: Command = {
  usage: USAGE,
  purpose:
    'Brings records and indexes to the form of this version; to be run before new API processes, any number of times.',
  read(args) {
    readNothing(args, USAGE);
    return async ({ core }) => {
      const { applied } = await upgrade(core.database.connection);
      const news = applied.length === 0 ? 'Nothing had to be changed.' : `Applied: ${applied.join(', ')}.`;
      return `Records and indexes are up to date. ${news}`;
    };
  },
};

/** A command that can be run. */
interface Runnable {
  readonly help: string;
  readonly usesDatabase: boolean;
  /** Parses the arguments. Returns the function that runs the command. Throws UsageError. */
  prepare(args: readonly string[], environment: Environment): () => Promise<string>;
}

function helpOf({ purpose, usage }: Pick<Command, 'purpose' | 'usage'>): string {
  return `${purpose}\n\nUsage: ${usage}\n\n`;
}

const ON_DATABASE = 'It acts on the database of MONGODB_URI, which its first line names.';

/** Returns a command that uses the service. */
function onService(command: Command<CommandCore>): Runnable {
  return {
    help: helpOf(command) + ON_DATABASE,
    usesDatabase: true,
    prepare(args, environment) {
      const deed = command.read(args, environment);
      return async () => {
        const opened = await openCommandCore(environment);
        try {
          if (command !== migrateCommand) await opened.assertUpToDate();
          return await deed(opened);
        } finally {
          await opened.close();
        }
      };
    },
  };
}

/** Lends the database that a URI names, and closes the connection behind its use. */
async function withDatabase<T>(uri: string, use: (db: mongo.Db) => Promise<T>): Promise<T> {
  const isPatient = uri.includes('serverSelectionTimeoutMS=');
  const client = new mongo.MongoClient(uri, isPatient ? {} : { serverSelectionTimeoutMS: COMMAND_TIMEOUT_MS });
  try {
    await client.connect().catch((cause: unknown) => {
      throw new DatabaseAway('The database of MONGODB_URI does not answer.', { cause });
    });
    return await use(client.db());
  } finally {
    await client.close();
  }
}

/** Returns a command on raw records of any version. */
function onRecords(command: Command<mongo.Db>): Runnable {
  return {
    help: helpOf(command) + ON_DATABASE,
    usesDatabase: true,
    prepare(args, environment) {
      const deed = command.read(args, environment);
      return () => withDatabase(environment.MONGODB_URI ?? '', deed);
    },
  };
}

/** Returns a command that wants no database. */
function onFile(command: Command<undefined>): Runnable {
  return {
    help: `${helpOf(command)}It needs no database.`,
    usesDatabase: false,
    prepare(args, environment) {
      const deed = command.read(args, environment);
      return () => deed(undefined);
    },
  };
}

const COMMANDS: ReadonlyMap<string, Runnable> = new Map([
  ['migrate', onService(migrateCommand)],
  ['users', onService(usersCommand)],
  ['remotes', onService(remotesCommand)],
  ['audit', onService(auditCommand)],
  ['backup', onRecords(backupCommand)],
  ['keep-backups', onRecords(keepBackupsCommand)],
  ['restore', onRecords(restoreCommand)],
  ['verify-backup', onFile(verifyBackupCommand)],
]);

/** Whether the command of this name acts on a database; an unknown one does. */
export function usesDatabase(name: string): boolean {
  return COMMANDS.get(name)?.usesDatabase ?? true;
}

/** Options of a run. */
export interface RunOptions {
  /** Prints a line, the first of which names the database; by default nowhere. */
  readonly say?: (line: string) => void;
  /** The owner of the database, when the address does not tell. */
  readonly whose?: string | undefined;
  /** Commands besides those of the service, by name: a checkout has some that production has not. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** Whether an error is reported by its message; others are defects, with their stack. */
function isPlain(error: unknown): error is Error {
  return [
    AuditFault,
    ConfigurationError,
    ApiError,
    BackupFailure,
    DatabaseAway,
    DatabaseBehind,
    DatabaseTooOld,
    RestoreRefusal,
    UsageError,
  ].some((kind) => error instanceof kind);
}

const wantsHelp = (args: readonly string[]) => args.includes('--help') || args.includes('-h');

/**
 * Runs one command of the service: `migrate`, `users …`, `remotes …`, `audit`, `backup`, `keep-backups`, `restore` or
 * `verify-backup`. Returns the line for the terminal; throws an error whose message is one.
 */
export async function runCommand(
  name: string | undefined,
  args: readonly string[],
  environment: Environment,
  { say = () => undefined, whose, commands = {} }: RunOptions = {},
): Promise<string> {
  const further = Object.entries(commands).map(([key, each]) => [key, onService(each)] as const);
  const all = new Map([...COMMANDS, ...further]);
  const list = `Commands: ${[...all.keys()].join(', ')}.`;
  if (name === '--help' || name === '-h') return `${list} Each has --help.`;
  const command = all.get(name ?? '');
  if (command === undefined) throw new UsageError(list);
  if (wantsHelp(args)) return command.help;
  const variables = withSettingFiles(environment);
  const run = command.prepare(args, variables);
  if (command.usesDatabase) say(`Database: ${describeTarget(variables)}${whose === undefined ? '' : ` (${whose})`}`);
  return run();
}

/** Runs a command for a terminal. Returns the exit code. */
export async function runInTerminal(
  args: readonly string[],
  environment: Environment,
  options: Omit<RunOptions, 'say'> = {},
): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const [name, ...rest] = args;
    say(await runCommand(name, rest, environment, { ...options, say }));
    return 0;
  } catch (error) {
    process.stderr.write(`${isPlain(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  }
}
