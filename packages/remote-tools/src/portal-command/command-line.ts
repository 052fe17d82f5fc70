import { parseArgs } from 'node:util';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS, type Command } from './command-table.ts';

const ENVIRONMENT = `PORTAL_URL is the portal's address, PORTAL_TOKEN the token of your team; publish and all that follows need both.`;

const widthOf = (names: readonly string[]) => Math.max(...names.map((name) => name.length)) + 3;

function usageOf(name: string, { words }: Command): string {
  return `portal ${name}${words === '' ? '' : ` ${words}`}`;
}

/** Returns an option as it is written. */
export function optionOf(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** Returns what --help says without a command. */
export function helpOfAll(): string {
  const usages = Object.entries(COMMANDS).map(([name, command]) => usageOf(name, command));
  const width = widthOf(usages);
  const lines = Object.values(COMMANDS).map(({ says }, place) => `  ${usages[place]?.padEnd(width)}${says}`);
  return `usage: portal COMMAND\n\n${lines.join('\n')}\n\n${ENVIRONMENT}\n--help after a command tells its options.`;
}

function helpOf(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { value }]) => optionOf(option, value));
  const width = widthOf(options);
  const lines = Object.values(command.options).map(({ says }, place) => `  ${options[place]?.padEnd(width)}${says}`);
  return [`usage: ${usageOf(name, command)}`, '', command.says, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

/** What a command line asks for: a command, or an explanation. */
export type Asked =
  | { readonly help: string }
  | {
      readonly command: Command;
      readonly words: readonly string[];
      readonly options: Readonly<Record<string, string | undefined>>;
    };

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** What follows the name of a command. */
type Arguments = Pick<Extract<Asked, { readonly command: Command }>, 'words' | 'options'>;

function parse(name: string, { options }: Command, args: readonly string[]): Arguments {
  const known = Object.entries(options).map(([option, { value }]) => [
    option,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(known), ...HELP },
    });
    const given = Object.entries(values).map(([option, value]) => [option, value === true ? 'on' : String(value)]);
    return { options: Object.fromEntries(given), words: positionals };
  } catch (cause) {
    // Node's own words, of which the first sentence is for people.
    const [words] = String(cause)
      .replace(/^TypeError( \[\w+\])?: /, '')
      .split(/\.\s/);
    throw new CommandFailed(`${words?.replace(/\.$/, '')}. "portal ${name} --help" tells what it takes.`, { cause });
  }
}

/** Reads a command line. Throws CommandFailed in one sentence for what there is not. */
export function readCommandLine(args: readonly string[]): Asked {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') return { help: helpOfAll() };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new CommandFailed(`There is no command "${name}"; there are: ${Object.keys(COMMANDS).join(', ')}.`);
  const { options, words } = parse(name, command, rest);
  if (options.help) return { help: helpOf(name, command) };
  if (words.length > command.maxArgs)
    throw new CommandFailed(`"${words[command.maxArgs]}" is too much. It is written: ${usageOf(name, command)}`);
  return { command, words, options };
}
