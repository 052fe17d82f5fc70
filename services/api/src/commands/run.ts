import { auditCommand } from '../audit/command.ts';
import { AuditFault } from '../audit/fault.ts';
import { backupCommand, restoreCommand } from '../backup/commands.ts';
import { BackupFailure } from '../backup/failure.ts';
import { ConfigurationError } from '../config.ts';
import { ApiError } from '../http/problem.ts';
import { type CommandCore, DatabaseAway, type Environment, openCommandCore } from './command-core.ts';
import { SeedRefused, seed } from './seed.ts';
import { UsageError, usersCommand } from './users.ts';

type Command = (command: CommandCore, args: readonly string[]) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: async () => 'Records and indexes are up to date.',
  seed: async (command) => {
    const added = Object.entries(await seed(command)).map(([kind, count]) => `${count} ${kind}`);
    return `Demo data added: ${added.join(', ')}.`;
  },
  users: usersCommand,
  audit: auditCommand,
};

/** Commands for which the database is to stay as it is: no record is brought up to date, no index is made. */
const PLAIN_COMMANDS: Readonly<Record<string, (args: readonly string[], environment: Environment) => Promise<string>>> =
  { backup: backupCommand, restore: restoreCommand };

/** What a person is told; anything else is a defect and keeps its stack. */
function isPlain(error: unknown): error is Error {
  return [AuditFault, ConfigurationError, ApiError, BackupFailure, DatabaseAway, SeedRefused, UsageError].some(
    (kind) => error instanceof kind,
  );
}

/** Runs one command of the service: `migrate`, `seed`, `users …`, `audit`, `backup` or `restore`. Gives the line for the terminal; throws with one that says what is wrong. */
export async function runCommand(
  name: string | undefined,
  args: readonly string[],
  environment: Environment,
): Promise<string> {
  const plain = name === undefined ? undefined : PLAIN_COMMANDS[name];
  if (plain) return plain(args, environment);
  const command = name === undefined ? undefined : COMMANDS[name];
  const known = Object.keys({ ...COMMANDS, ...PLAIN_COMMANDS });
  if (command === undefined) throw new UsageError(`Commands: ${known.join(', ')}.`);
  const opened = await openCommandCore(environment);
  try {
    return await command(opened, args);
  } finally {
    await opened.close();
  }
}

/** Runs a command for a terminal; gives the exit code. */
export async function runInTerminal(args: readonly string[], environment: Environment): Promise<number> {
  try {
    const [name, ...rest] = args;
    process.stdout.write(`${await runCommand(name, rest, environment)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${isPlain(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  }
}
