import { parseArgs } from 'node:util';
import { CommandFailed } from './command-context.ts';
import { COMMANDS, type Command } from './command-table.ts';

const ENVIRONMENT = `PORTAL_URL is the portal's address, PORTAL_TOKEN the token of your team; publish and all that follows need both.`;

const widthOf = (names: readonly string[]) => Math.max(...names.map((name) => name.length)) + 3;

function usageOf(name: string, { usage }: Command): string {
  return `portal ${name}${usage === '' ? '' : ` ${usage}`}`;
}

/** Returns an option as it is written. */
function optionOf(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** Returns what --help says without a command. */
export function helpOfAll(): string {
  const usages = Object.entries(COMMANDS).map(([name, command]) => usageOf(name, command));
  const width = widthOf(usages);
  const lines = Object.values(COMMANDS).map(
    ({ description }, place) => `  ${usages[place]?.padEnd(width)}${description}`,
  );
  return `usage: portal COMMAND\n\n${lines.join('\n')}\n\n${ENVIRONMENT}\n--help after a command tells its options.`;
}

function helpOf(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { value }]) => optionOf(option, value));
  const width = widthOf(options);
  const lines = Object.values(command.options).map(
    ({ description }, place) => `  ${options[place]?.padEnd(width)}${description}`,
  );
  return [
    `usage: ${usageOf(name, command)}`,
    '',
    command.description,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n');
}

/** A parsed command line: a command, or a request for help. */
export type CommandLine =
  | { readonly help: string }
  | {
      readonly command: Command;
      readonly args: readonly string[];
      readonly options: Readonly<Record<string, string | undefined>>;
    };

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** What follows the name of a command. */
type Arguments = Pick<Extract<CommandLine, { readonly command: Command }>, 'args' | 'options'>;

function parse(name: string, { options }: Command, args: readonly string[]): Arguments {
  const optionTypes = Object.entries(options).map(([option, { value }]) => [
    option,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(optionTypes), ...HELP },
    });
    const optionValues = Object.entries(values).map(([option, value]) => [
      option,
      value === true ? 'on' : String(value),
    ]);
    return { options: Object.fromEntries(optionValues), args: positionals };
  } catch (cause) {
    // Node's own words, of which the first sentence is for people.
    const [words] = String(cause)
      .replace(/^TypeError( \[\w+\])?: /, '')
      .split(/\.\s/);
    throw new CommandFailed(`${words?.replace(/\.$/, '')}. "portal ${name} --help" tells what it takes.`, { cause });
  }
}

/** Reads a command line. Throws CommandFailed in one sentence for what there is not. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') return { help: helpOfAll() };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new CommandFailed(`There is no command "${name}"; there are: ${Object.keys(COMMANDS).join(', ')}.`);
  const { options, args: parsedArgs } = parse(name, command, rest);
  if (options.help) return { help: helpOf(name, command) };
  if (parsedArgs.length > command.maxArgs)
    throw new CommandFailed(
      `"${parsedArgs[command.maxArgs]}" is one argument too many. Usage: ${usageOf(name, command)}`,
    );
  return { command, args: parsedArgs, options };
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** Returns the reference of all commands as a table in Markdown. */
export function commandReference(): string {
  const rows = Object.entries(COMMANDS).flatMap(([name, { usage, description, options }]) => [
    `| \`${`portal ${name} ${usage}`.trim()}\` | ${cell(description)} |`,
    ...Object.entries(options).map(
      ([option, of]) => `| — \`${optionOf(option, of.value)}\` | ${cell(of.description)} |`,
    ),
  ]);
  return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}
