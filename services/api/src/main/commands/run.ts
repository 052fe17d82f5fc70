import { ConfigurationError } from '@cytocomm/runtime';
import type { mongo } from 'mongoose';
import { verifyAcknowledgements } from '../../content/documents/acknowledgements/evidence.ts';
import type { Checkpoint } from '../../platform/audit/checkpoint.ts';
import { AuditFault } from '../../platform/audit/fault.ts';
import { checkpointText } from '../../platform/audit/upkeep.ts';
import type { TrailReport } from '../../platform/audit/verify.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import { RestoreRefusal } from '../../platform/database/restore-mark.ts';
import { withSettingFiles } from '../../platform/settings/config.ts';
import { withDatabase } from '../backup/database.ts';
import { BackupFailure } from '../backup/failure.ts';
import { DatabaseTooOld } from '../schema/migrations.ts';
import { backupCommand, keepBackupsCommand, restoreCommand, verifyBackupCommand } from './backup.ts';
import { type Command, readArguments, UsageError } from './command.ts';
import { type CommandCore, DatabaseAway, DatabaseBehind, type Environment, openCommandCore } from './command-core.ts';
import { migrateCommand } from './migrate.ts';
import { remotesCommand } from './remotes.ts';
import { describeTarget } from './target.ts';
import { usersCommand } from './users.ts';

const USAGE = 'npm run audit -- [--at NUMBER:SEAL]…';

function checkpointOf(text: string): Checkpoint {
  const [, seq, seal] = /^s(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || seal === undefined) throw new UsageError(`${text} is no NUMBER:SEAL. Usage: ${USAGE}`);
  return { seq: Number(seq), seal };
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function sentence({ rows, segments, erased }: TrailReport): string {
  const all = `${counted(rows, 'row')} in ${counted(segments, 'segment')}`;
  return `The audit trail is whole: ${all}${erased > 0 ? `, ${erased} without the person who was erased from them` : ''}.`;
}

/** `audit [--at NUMBER:SEAL]…`: verifies the trail, also against checkpoints. */
const auditCommand: Command = {
  usage: USAGE,
  purpose:
    'Tells whether the audit trail and the acknowledgements of documents are whole, and it still holds what was noted outside the database.',
  read(args) {
    const { positionals, values } = readArguments(args, USAGE, { at: { type: 'string', multiple: true } });
    if (positionals.length > 0) throw new UsageError(`${positionals.join(' ')} follows no --at. Usage: ${USAGE}`);
    const checkpoints = (values.at ?? []).map(checkpointOf);
    return async ({ core }) => {
      const report = await core.audit.verify(checkpoints);
      if (report.fault !== undefined) throw new AuditFault(`The audit trail is not whole: ${report.fault}.`);
      const signed = await verifyAcknowledgements(core.database.connection, core.audit.evidence);
      if (signed.fault !== undefined)
        throw new AuditFault(`The audit trail is whole, but not what it proves: ${signed.fault}.`);
      const now = await core.audit.checkpoint();
      if (now === undefined) return 'The audit trail is empty.';
      const confirmed = checkpoints.map(({ seq }) => ` It holds what was noted at seal ${seq}.`).join('');
      const proved = signed.acknowledgements;
      const besides = proved === 0 ? '' : ` So ${proved === 1 ? 'is' : 'are'} ${counted(proved, 'acknowledgement')}.`;
      return `${sentence(report)}${besides}${confirmed}\nKeep this outside the database: ${checkpointText(now)}`;
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

/** Returns a command on raw records of any version. */
function onRecords(command: Command<mongo.Db>): Runnable {
  return {
    help: helpOf(command) + ON_DATABASE,
    usesDatabase: true,
    prepare(args, environment) {
      const deed = command.read(args, environment);
      return () => withDatabase(environment.MONGODB_URI, deed);
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
  /** Whose database it is, when the address does not tell. */
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
  const known = new Map([...COMMANDS, ...further]);
  const all = `Commands: ${[...known.keys()].join(', ')}.`;
  if (name === '--help' || name === '-h') return `${all} Each has --help.`;
  const command = known.get(name ?? '');
  if (command === undefined) throw new UsageError(all);
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
