import { setTimeout as pause } from 'node:timers/promises';
import type { PageInput } from './messages.ts';
import type { PageDeadline, PageProcess } from './page-process.ts';

/** How many pages may wait for one process; further ones go out without markup at once. */
const MAX_WAITING = 20;
/** How long a process without work is kept, in ms. */
const IDLE_MS = 300_000;
/** How long after a second bad end in a row no process is started, in ms; twice that after each further one. */
const FIRST_REST_MS = 250;
const MAX_COOLDOWN_MS = 60_000;

/** The page was not even begun: too much else is to be done. Says nothing about the page. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** Makes the pages of one remote under one shell, one after the other, in a process that is started when it is needed. */
export interface PageRoom {
  /** Rejects with TooBusy, with PageNotMade, or with what the start was refused for. */
  render(page: PageInput): Promise<string>;
  /** Whether a page is waiting or under way. */
  readonly busy: boolean;
  end(): void;
}

/** How long a page may take until it is begun, and from then on. */
export interface PageTimes extends PageDeadline {
  /** Until it is begun, in ms; then it goes out without markup. */
  readonly waitMs: number;
}

interface Job {
  readonly page: PageInput;
  readonly answer: PromiseWithResolvers<string>;
  readonly tooLate: NodeJS.Timeout;
}

/** A room whose processes are started by `start`. One that had to be stopped is replaced when the next page comes. */
export function openPageRoom(start: () => Promise<PageProcess>, { waitMs, ...deadline }: PageTimes): PageRoom {
  const waiting: Job[] = [];
  let process: PageProcess | undefined;
  let working = false;
  let badEnds = 0;
  let restUntil = 0;
  let idle: NodeJS.Timeout | undefined;

  function endedBadly(): void {
    badEnds++;
    if (badEnds > 1) restUntil = Date.now() + Math.min(FIRST_REST_MS * 2 ** (badEnds - 2), MAX_COOLDOWN_MS);
  }

  function take(): Job | undefined {
    const job = waiting.shift();
    clearTimeout(job?.tooLate);
    return job;
  }

  /** A process that can be used, or nothing when none is to be had for the first page that waits. */
  async function ready(): Promise<PageProcess | undefined> {
    if (process?.alive) return process;
    try {
      process = await start();
      return process;
    } catch (error) {
      endedBadly();
      take()?.answer.reject(error);
      return undefined;
    }
  }

  async function renderNext(): Promise<void> {
    const rest = restUntil - Date.now();
    if (rest > 0) return pause(Math.min(rest, waitMs), undefined, { ref: false });
    const able = await ready();
    const job = able && take();
    if (!able || !job) return;
    try {
      job.answer.resolve(await able.render(job.page, deadline));
      badEnds = 0;
    } catch (error) {
      if (!able.alive) endedBadly();
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
      if (waiting.length >= MAX_WAITING) return Promise.reject(new TooBusy(`${MAX_WAITING} pages wait already`));
      const answer = Promise.withResolvers<string>();
      const tooLate = setTimeout(() => {
        waiting.splice(waiting.indexOf(job), 1);
        answer.reject(new TooBusy(`it was not begun within ${waitMs} ms`));
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
