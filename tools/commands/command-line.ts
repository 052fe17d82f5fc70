import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CannotStart } from './portal/settings.ts';

/** What a command takes. */
interface CommandLine<Options extends ParseArgsOptionsConfig> {
  /** Its forms and what they do, as --help prints them; the first line is named in refusals. */
  readonly usage: string;
  readonly options: Options;
  /** Whether words may follow that are no options; by default none may. */
  readonly takesWords?: boolean;
}

const HELP = { help: { type: 'boolean', short: 'h', default: false } } as const;

function parse<Options extends ParseArgsOptionsConfig>(options: Options, takesWords: boolean) {
  try {
    return parseArgs({ options: { ...options, ...HELP }, allowPositionals: takesWords });
  } catch (error) {
    // Node's own words, of which the first sentence is for people.
    const [sentence] = String(error)
      .replace(/^TypeError( \[\w+\])?: /, '')
      .split('. ');
    throw new CannotStart(`${sentence?.replace(/\.$/, '')}. With --help this command tells how it is written.`, {
      cause: error,
    });
  }
}

/**
 * Reads what follows a command. With --help it prints the usage and the process ends. Throws CannotStart in one sentence
 * for what the command does not take.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  takesWords = false,
}: CommandLine<Options>) {
  const parsed = parse(options, takesWords);
  if ('help' in parsed.values && parsed.values.help) {
    process.stdout.write(`${usage.trimEnd()}\n`);
    process.exit(0);
  }
  return parsed;
}
