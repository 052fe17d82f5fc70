import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { CommandCore } from './command-core.ts';

/** The command was not written as it must be; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command does with the database once it is opened; resolves to the lines for the terminal. */
export type Deed<Opened = CommandCore> = (opened: Opened) => Promise<string>;

/** A command of the service. */
export interface Command<Opened = CommandCore> {
  /** Its forms, without the word "Usage". */
  readonly usage: string;
  /** What it is for, in a sentence or two. */
  readonly purpose: string;
  /** Reads what follows its name, before any database is looked for. Throws UsageError. */
  read(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Deed<Opened>;
}

/** Reads options and words strictly. Throws UsageError in one sentence, with the usage behind it. */
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

/** Reads what follows a command that takes nothing. Throws UsageError. */
export function readNothing(args: readonly string[], usage: string): void {
  const { positionals } = readArguments(args, usage, {});
  if (positionals.length > 0) throw new UsageError(`Nothing follows this command. Usage: ${usage}`);
}
