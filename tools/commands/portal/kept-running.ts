import { setTimeout as pause } from 'node:timers/promises';

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
  let held = Promise.resolve();

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
        await Promise.race([held, once(stopping.signal)]);
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
      held = promise;
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
