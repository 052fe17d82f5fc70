import type { Logger } from 'pino';
import { inNoRequest } from '../calls/request-id.ts';

/** Sends mails, a number at once. */
export interface Lane {
  start(): void;
  /** Checks for mails after `delayMs` at the latest. */
  wake(delayMs: number): void;
  /** Stops after the mails that are being sent. */
  stop(): Promise<void>;
}

/** Options of a lane. */
export interface LaneSpec<Row> {
  readonly atOnce: number;
  readonly everyMs: number;
  /** Claims the next due mail. */
  readonly claim: () => Promise<Row | null>;
  /** Sends a mail. `isRunning` turns false when the lane stops. Does not reject. */
  readonly deliver: (row: Row, isRunning: () => boolean) => Promise<void>;
}

/** Creates a lane. Idle it makes one query per interval; each claimed mail starts another worker. */
export function createLane<Row>({ atOnce, everyMs, claim, deliver }: LaneSpec<Row>, log: Logger): Lane {
  const workers = new Set<Promise<void>>();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;

  async function work(): Promise<void> {
    while (isRunning) {
      const row = await claim();
      if (row === null) return;
      begin();
      await deliver(row, () => isRunning);
    }
  }

  function begin(): void {
    if (!isRunning || workers.size >= atOnce) return;
    const worker = work()
      .catch((error: unknown) => log.debug({ err: error }, 'the outbox cannot be read; trying again'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  function plan(delayMs: number): void {
    if (!isRunning) return;
    clearTimeout(timer);
    dueAt = performance.now() + delayMs;
    // A request may have woken the lane; the mails that it sends are of others, too.
    timer = inNoRequest(() =>
      setTimeout(() => {
        begin();
        plan(everyMs);
      }, delayMs),
    );
    timer.unref();
  }

  return {
    start: () => {
      isRunning = true;
      plan(0);
    },
    wake: (delayMs) => {
      if (performance.now() + delayMs < dueAt) plan(delayMs);
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await Promise.all(workers);
    },
  };
}
