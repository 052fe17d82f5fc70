import type { Logger } from 'pino';

/** Work that a process does by itself, again and again. */
export interface RepeatedJob {
  start(): void;
  /** Does it now as well, or right after the run that is under way. */
  hurry(): void;
  /** Stops after the run that is under way. */
  stop(): Promise<void>;
}

/** What is done, and how often. */
export interface JobSpec {
  readonly name: string;
  readonly everyMs: number;
  /** May give the time in ms after which it should run again, if that is sooner. */
  readonly run: () => Promise<number | undefined> | Promise<void>;
}

/** A job that never runs twice at once in this process. A run that fails is told to the log, and the next one comes in its time. */
export function repeatedJob({ name, everyMs, run }: JobSpec, log: Logger): RepeatedJob {
  let running = false;
  let isHurried = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    if (!running) return;
    isHurried = false;
    let next: number | undefined;
    try {
      next = (await run()) ?? undefined;
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed; it is tried again');
    }
    schedule(isHurried ? 0 : Math.min(Math.max(0, next ?? everyMs), everyMs));
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!running) return;
    timer = setTimeout(() => {
      turn = turn.then(once);
    }, delayMs);
    timer.unref();
  }

  return {
    start: () => {
      running = true;
      schedule(0);
    },
    hurry: () => {
      isHurried = true;
      schedule(0);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await turn;
    },
  };
}
