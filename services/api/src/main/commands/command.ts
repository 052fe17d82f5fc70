import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { CommandCore } from './command-core.ts';

/** The arguments are invalid; the message has the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a command on the open database. Returns the lines for the terminal. */
export type Deed<Opened = CommandCore> = (opened: Opened) => Promise<string>;

/** A command of the service. */
export interface Command<Opened = CommandCore> {
  /** Its forms, without the word "Usage". */
  readonly usage: string;
  /** What it does, in a sentence or two. */
  readonly purpose: string;
  /** Parses the arguments, before a database is opened. Throws UsageError. */
  read(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Deed<Opened>;
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
