import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { addressOf, readApiPage, readMetrics, readReadiness } from '@cytocomm/contract';
import { ConfigurationError } from '@cytocomm/runtime/settings';
import type { RunningPortal } from './run-file.ts';
import { CannotStart, type PortalSettings, parseSettings, wrongSettings } from './settings.ts';

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

/** Writes a line for the person at the terminal. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Something that runs until it is stopped. */
export interface Running {
  /** Resolves to a sentence when it cannot go on; it is stopped then, too. */
  readonly broken?: Promise<string>;
  stop(): Promise<void>;
}

/** The exit code of what cannot go on, by which tools/commands/run.mjs knows that starting it again is of no use. */
export const GIVEN_UP = 69;

/**
 * Starts a command and stops it, once, on Ctrl-C, on a kill, and when the process that started this one is gone; then
 * the process exits. Asked before the start is finished it exits at once, which child processes notice by themselves.
 */
export async function startUntilAsked<Started extends Running>(start: () => Promise<Started>): Promise<Started> {
  let running: Running | undefined;
  let stopping = false;
  const stop = async (why?: string) => {
    if (stopping) return;
    stopping = true;
    say(why ?? '\nStopping …');
    await running?.stop();
    process.exit(why === undefined ? 0 : GIVEN_UP);
  };
  whenAskedToEnd(() => void stop());
  const started = await start();
  running = started;
  started.broken?.then(stop);
  return started;
}

/**
 * Calls `stop` on Ctrl-C, on a kill, and when tools/commands/run.mjs, which holds the other end of this process's channel,
 * has ended, however it did.
 */
export function whenAskedToEnd(stop: () => void): void {
  // Writing to a closed terminal must not end the stop half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // Node keeps a process alive for this listener, also when its work is done.
  process.channel?.unref();
}

/** Lets tools/commands/run.mjs start a portal again on the same ports, should it end unasked. */
export function askToRunAgain({ ports }: { readonly ports: Readonly<Record<string, string>> }): void {
  process.send?.({ runAgainWith: ports });
}

/** Prints why a command ended, in one sentence where it is the person's to change, and exits with 1. */
export function endWithFailure(error: unknown): never {
  const isForPerson = error instanceof CannotStart || error instanceof ConfigurationError;
  const words = error instanceof Error ? (isForPerson ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

/** Prints where a portal answers and how to sign in. */
export function announce({ url, mailUrl, operatorUrl }: RunningPortal, startedAt: number): void {
  say('');
  say(`  Portal      ${url}`);
  if (mailUrl) say(`  Mail        ${mailUrl}  (sign-in links arrive here)`);
  say(`  API docs    ${url}${addressOf(readApiPage)}`);
  say(`  Operators   ${operatorUrl}${addressOf(readReadiness)}, ${addressOf(readMetrics)}`);
  say('');
  if (mailUrl) {
    say(`  Sign in: open ${url}/investors, press "Investor Portal Login", enter one of`);
    say('  admin@, investor@, customer@, developer@ or all@cytocomm.example, and open the link in the mail.');
    say('');
  }
  say(`  Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
}

/**
 * Reads the settings of a start. Throws CannotStart that names each wrong one, those of the services too. `noProduction`
 * says why a command is not for production.
 */
export async function readStartSettings(
  env: Readonly<Record<string, string | undefined>>,
  noProduction?: string,
): Promise<PortalSettings> {
  const { data, faults } = parseSettings(env);
  if (noProduction !== undefined && data?.NODE_ENV === 'production') throw new CannotStart(noProduction);
  // Loads all the services.
  const { startFaults } = await import('./setting-checks.ts');
  const all = [...faults, ...startFaults({ NODE_ENV: 'development', ...env })];
  if (data === undefined || all.length > 0) throw wrongSettings(all);
  return data;
}
