import { setTimeout as pause } from 'node:timers/promises';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { NoChromium, presentChromium } from '@cytocomm/trial-run';
import { startTrialRunnerProcess } from '@cytocomm/trials';
import { startOwnDatabase } from './database.ts';
import { throwCannotStart } from './settings.ts';

/** More ends than this within `WINDOW_MS` are no accident any more. */
export const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;
const PAUSE_MS = 200;

/** A child process that runs. */
export interface Child {
  /** Resolves when it is gone, however that came. */
  readonly ended: Promise<void>;
  /** Whether it ended with 0, as it does when somebody asks it to. */
  endedWell?(): boolean;
  stop(): Promise<void>;
}

/** A child process that is started again when it ends unasked. */
export interface KeptRunning<Started extends Child> {
  /** The one that was started first; those after it have the same addresses. */
  readonly first: Started;
  /** Returns the one that runs now, or that ran last. */
  current(): Started;
  /** Keeps one that ends away; returns what has it started again. */
  hold(): () => void;
  /** Resolves to a sentence when it ended too often and is not started again. */
  readonly givenUp: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a child process, and again whenever it ends unasked: `again` makes one in the place of the first. Rejects when the
 * first start does. After more than `MAX_RESTARTS` within a minute it stays away.
 */
export async function keepRunning<Started extends Child>(
  name: string,
  start: () => Promise<Started>,
  again: (first: Started) => Promise<Started>,
  say: (line: string) => void,
): Promise<KeptRunning<Started>> {
  const first = await start();
  const givenUp = Promise.withResolvers<string>();
  const stopping = new AbortController();
  let ends: number[] = [];
  let current = first;
  let hold = Promise.resolve();

  /** The one in the place of one that ended; undefined when there is to be none. */
  const next = async (before: Started): Promise<Started | undefined> => {
    for (;;) {
      const now = performance.now();
      ends = [...ends.filter((time) => now - time < WINDOW_MS), now];
      if (ends.length > MAX_RESTARTS) {
        givenUp.resolve(`${name} ended ${ends.length} times within a minute; it is not started again.`);
        return undefined;
      }
      say(`${name} ${before.endedWell?.() ? 'was asked to end' : 'ended unexpectedly'} and is started again.`);
      try {
        await Promise.race([hold, once(stopping.signal)]);
        await pause(PAUSE_MS, undefined, { signal: stopping.signal });
        current = await again(first);
        return current;
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        say(`${name} could not be started again: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const watch = async () => {
    for (let child: Started | undefined = first; child !== undefined; ) {
      const running: Started = child;
      if (!stopping.signal.aborted) await Promise.race([running.ended, once(stopping.signal)]);
      if (stopping.signal.aborted) return running.stop();
      child = await next(running);
    }
  };
  const watched = watch();
  return {
    first,
    current: () => current,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
    givenUp: givenUp.promise,
    stop: () => {
      stopping.abort();
      return watched;
    },
  };
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Starts the embedded database, on the same port again after it has ended. Throws CannotStart. */
export function keepDatabase(dataDir: string, say: (line: string) => void) {
  return keepRunning(
    'The embedded database',
    () => startOwnDatabase(dataDir),
    ({ uri }) => startOwnDatabase(dataDir, Number(new URL(uri).port)),
    say,
  ).catch(throwCannotStart);
}

/** Starts the mail catcher, on the same ports again after it has ended; the mails that it held are gone then. Throws CannotStart. */
export function keepMailbox(httpPort: number, say: (line: string) => void) {
  return keepRunning(
    'The mail catcher',
    () => startMailboxProcess({ smtpPort: 0, httpPort }),
    ({ smtpUrl, url }) =>
      startMailboxProcess({ smtpPort: Number(new URL(smtpUrl).port), httpPort: Number(new URL(url).port) }),
    say,
  ).catch(throwCannotStart);
}

const NOT_TRIED = 'Published releases are not tried in a browser.';

type Variables = Readonly<Record<string, string | undefined>>;
type RunnerProcess = ReturnType<typeof startTrialRunnerProcess>;

function chromiumOf(environment: Variables, say: (line: string) => void): string | undefined {
  try {
    const chromium = presentChromium(environment);
    if (chromium === undefined) say(`  No Chromium here (CHROMIUM_PATH names one). ${NOT_TRIED}`);
    return chromium;
  } catch (error) {
    if (!(error instanceof NoChromium)) throw error;
    say(`  ${error.message} ${NOT_TRIED}`);
    return undefined;
  }
}

/**
 * Starts the trial runner of a portal as a child process, and again when it dies; resolves to undefined where there is no Chromium.
 * Prints when published releases are not tried. `start` makes the process.
 */
export async function startTrials(
  environment: Variables,
  say: (line: string) => void,
  start: (settings: Variables) => RunnerProcess = startTrialRunnerProcess,
): Promise<KeptRunning<RunnerProcess> | undefined> {
  const chromium = chromiumOf(environment, say);
  if (chromium === undefined) return undefined;
  const { PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD } = environment;
  const trust = { MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD };
  const { LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX, NODE_COMPILE_CACHE } = environment;
  const settings = {
    ...{ PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, ...trust, LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX, NODE_COMPILE_CACHE },
    CHROMIUM_PATH: chromium,
  };
  const make = async () => start(settings);
  const runner = await keepRunning('The trial runner', make, make, say);
  // The portal goes on without.
  runner.givenUp.then((why) => say(`${why} ${NOT_TRIED}`));
  return runner;
}
