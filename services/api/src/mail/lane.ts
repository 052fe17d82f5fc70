import type { Logger } from 'pino';

/** Sends mails of one process, so many at once. */
export interface Lane {
  start(): void;
  /** Looks for mails after `delayMs`, unless it does so earlier by itself. */
  wake(delayMs: number): void;
  /** Stops after the mails that are on their way. */
  stop(): Promise<void>;
}

/** How a lane works. */
export interface LaneSpec<Row> {
  readonly atOnce: number;
  readonly everyMs: number;
  /** Takes the next mail that is due. */
  readonly claim: () => Promise<Row | null>;
  /** Sends it; `goOn` turns false when the lane is to stop. Does not reject. */
  readonly deliver: (row: Row, goOn: () => boolean) => Promise<void>;
}

/** A lane. One that is idle asks for work with a single question; each mail found lets another worker look for more. */
export function createLane<Row>({ atOnce, everyMs, claim, deliver }: LaneSpec<Row>, log: Logger): Lane {
  const workers = new Set<Promise<void>>();
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;

  async function work(): Promise<void> {
    while (running) {
      const row = await claim();
      if (row === null) return;
      begin();
      await deliver(row, () => running);
    }
  }

  function begin(): void {
    if (!running || workers.size >= atOnce) return;
    const worker = work()
      .catch((error: unknown) => log.debug({ err: error }, 'the outbox cannot be read; trying again'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  function plan(delayMs: number): void {
    if (!running) return;
    clearTimeout(timer);
    dueAt = Date.now() + delayMs;
    timer = setTimeout(() => {
      begin();
      plan(everyMs);
    }, delayMs);
    timer.unref();
  }

  return {
    start: () => {
      running = true;
      plan(0);
    },
    wake: (delayMs) => {
      if (Date.now() + delayMs < dueAt) plan(delayMs);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await Promise.all(workers);
    },
  };
}
