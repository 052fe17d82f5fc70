import { type RenderQueue, TooBusy } from './render-queue.ts';

/** How many queues exist at most; a process takes some 100 MB. */
export const MAX_QUEUES = 4;

/** The queues, by their releases. */
export interface RenderQueues {
  /** Returns the queue of this name, or creates it in place of the longest idle one. Throws TooBusy. */
  get(name: string, create: () => RenderQueue): RenderQueue;
  end(): void;
}

/** Creates an empty set of queues. */
export function createRenderQueues(): RenderQueues {
  const queues = new Map<string, RenderQueue>();

  function makePlace(): void {
    if (queues.size < MAX_QUEUES) return;
    for (const [name, queue] of queues)
      if (!queue.busy) {
        queues.delete(name);
        queue.end();
        return;
      }
    throw new TooBusy(`all ${MAX_QUEUES} processes are at work`);
  }

  return {
    get(name, create) {
      const existing = queues.get(name);
      if (existing) queues.delete(name);
      else makePlace();
      const queue = existing ?? create();
      queues.set(name, queue);
      return queue;
    },
    end() {
      for (const queue of queues.values()) queue.end();
      queues.clear();
    },
  };
}
