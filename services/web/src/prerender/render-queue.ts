import { setTimeout as pause } from 'node:timers/promises';

import { type PageDeadline, type PageInput, type PageProcess, PageStarved } from '@cytocomm/releases/prerender';

/** How many pages may wait for a process; more are sent without markup. */
const MAX_QUEUED = 20;
/** When an idle process is ended, in ms. */
const IDLE_MS = 300_000;
/** The cooldown before a restart after two crashes in a row, in ms; doubled after each further one. */
const FIRST_COOLDOWN_MS = 250;
const MAX_COOLDOWN_MS = 60_000;

/** The page was not started: too many pages wait. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** Renders the pages of a remote under a shell, one at a time, in a process that is started on demand. */
export interface RenderQueue {
  /** Rejects with TooBusy, PageNotMade, or the error of the start. */
  render(page: PageInput): Promise<string>;
  /** Whether a page waits or is being rendered. */
  readonly busy: boolean;
  end(): void;
}

/** The timeouts of a page, queued and rendering. */
export interface PageTimes extends PageDeadline {
  /** How long it may be queued, in ms. */
  readonly waitMs: number;
}

interface Job {
  readonly page: PageInput;
  readonly answer: PromiseWithResolvers<string>;
  readonly tooLate: NodeJS.Timeout;
}

/** Creates a queue. `start` starts its processes; a stopped one is replaced with the next page. */
export function createRenderQueue(start: () => Promise<PageProcess>, { waitMs, ...deadline }: PageTimes): RenderQueue {
  const waiting: Job[] = [];
  let process: PageProcess | undefined;
  let working = false;
  let badEnds = 0;
  let cooldownUntil = 0;
  let idle: NodeJS.Timeout | undefined;

  function endedBadly(): void {
    badEnds++;
    if (badEnds > 1)
      cooldownUntil = performance.now() + Math.min(FIRST_COOLDOWN_MS * 2 ** (badEnds - 2), MAX_COOLDOWN_MS);
  }

  function take(): Job | undefined {
    const job = waiting.shift();
    clearTimeout(job?.tooLate);
    return job;
  }

  /** Returns a usable process; undefined when there is none for the next page. */
  async function ready(): Promise<PageProcess | undefined> {
    if (process?.alive) return process;
    try {
      process = await start();
      return process;
    } catch (error) {
      if (!(error instanceof PageStarved)) endedBadly();
      take()?.answer.reject(error);
      return undefined;
    }
  }

  async function renderNext(): Promise<void> {
    const cooldownMs = cooldownUntil - performance.now();
    if (cooldownMs > 0) return pause(Math.min(cooldownMs, waitMs), undefined, { ref: false });
    const able = await ready();
    const job = able && take();
    if (!able || !job) return;
    try {
      job.answer.resolve(await able.render(job.page, deadline));
      badEnds = 0;
    } catch (error) {
      if (!able.alive && !(error instanceof PageStarved)) endedBadly();
      job.answer.reject(error);
    }
  }

  async function work(): Promise<void> {
    working = true;
    clearTimeout(idle);
    while (waiting.length > 0) await renderNext();
    working = false;
    idle = setTimeout(() => process?.end(), IDLE_MS).unref();
  }

  return {
    get busy() {
      return working;
    },
    render(page) {
      if (waiting.length >= MAX_QUEUED) return Promise.reject(new TooBusy(`${MAX_QUEUED} pages wait already`));
      const answer = Promise.withResolvers<string>();
      const tooLate = setTimeout(() => {
        waiting.splice(waiting.indexOf(job), 1);
        answer.reject(new TooBusy(`it did not start within ${waitMs} ms`));
      }, waitMs);
      const job: Job = { page, answer, tooLate };
      waiting.push(job);
      if (!working) void work();
      return answer.promise;
    },
    end() {
      clearTimeout(idle);
      process?.end();
      for (let job = take(); job; job = take()) job.answer.reject(new TooBusy('the rendering ends'));
    },
  };
}
