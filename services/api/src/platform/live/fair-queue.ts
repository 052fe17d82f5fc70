/** Runs costly work: a few at once, one at a time per user. */
export interface FairQueue {
  /** Runs the work in turn and returns its result; undefined when the queue is full or the wait too long. Rejects as the work does. */
  run<Result>(userId: string, work: () => Promise<Result>): Promise<Result | undefined>;
}

/** The bounds of a queue. */
export interface QueueLimits {
  readonly maxRunning: number;
  readonly maxQueued: number;
  readonly maxQueuedPerUser: number;
  /** How long work is queued at most, in ms. */
  readonly timeoutMs: number;
}

/** Creates an empty queue. */
export function createFairQueue({ maxRunning, maxQueued, maxQueuedPerUser, timeoutMs }: QueueLimits): FairQueue {
  const queue = new Set<{ readonly userId: string; readonly start: () => void }>();
  /** The users whose work runs. */
  const running = new Set<string>();

  function startNext(): void {
    for (const entry of queue) {
      if (running.size >= maxRunning) return;
      if (running.has(entry.userId)) continue;
      queue.delete(entry);
      running.add(entry.userId);
      entry.start();
    }
  }

  /** Waits in the queue. Resolves to false when the work is not to be run. */
  function waitForTurn(userId: string): Promise<boolean> {
    const own = [...queue].filter((entry) => entry.userId === userId).length;
    if (queue.size >= maxQueued || own >= maxQueuedPerUser) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        queue.delete(entry);
        resolve(false);
      }, timeoutMs);
      timer.unref();
      const entry = {
        userId,
        start: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      queue.add(entry);
      startNext();
    });
  }

  return {
    run: async (userId, work) => {
      if (!(await waitForTurn(userId))) return undefined;
      try {
        return await work();
      } finally {
        running.delete(userId);
        startNext();
      }
    },
  };
}
