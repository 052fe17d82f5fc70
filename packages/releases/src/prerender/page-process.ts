import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Lock, PageData } from '@cytocomm/contract';
import { z } from 'zod';
import { PAGE_PROGRAM, pageCommand } from './page-command.ts';

/** The server builds of a page process. */
export interface ServerBundles {
  readonly shell: ServerBundle;
  readonly remote: ServerBundle;
}

/** The code of a server build, with its name in stack traces. */
export interface ServerBundle {
  readonly name: string;
  readonly code: string;
}

/** The input of a page. */
export interface PageInput {
  readonly lock: Lock;
  readonly path: string;
  readonly search: string;
  /** The export of the remote's server build. */
  readonly component: string;
  readonly initialData: PageData | undefined;
}

/** A requested page, which is stopped after `deadlineMs` and has at most `maxMarkup` characters. */
export interface PageRequest {
  readonly page: PageInput;
  readonly deadlineMs: number;
  readonly maxMarkup: number;
}

/** Messages to a page process, one JSON per line: its bundles, then pages, one at a time. */
export type ToPageProcess = { readonly bundles: ServerBundles } | PageRequest;

/** Messages of a page process, one JSON per line: `ready`, then the result of each page. */
const fromPageProcessSchema = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ markup: z.string() }),
  /** `spent`: the page was stopped by force; the process must not be reused. */
  z.strictObject({ failure: z.string(), spent: z.boolean() }),
]);
/** A message of a page process. */
export type FromPageProcess = z.infer<typeof fromPageProcessSchema>;

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The resources a process has used. */
interface ProcessUse {
  readonly memoryBytes: number;
  /** CPU time, in ms. */
  readonly workMs: number;
  /** How long it could have worked and had no processor, in ms; 0 where the system does not say. */
  readonly starvedMs: number;
}

function starvedMsOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}

/** Returns the resources of a process; undefined except on Linux. */
function useOf(pid: number | undefined): ProcessUse | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // The name in brackets may hold spaces; user and system time are the 12th and 13th words after it.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(words[11]) + Number(words[12]);
    return { memoryBytes: Number(kilobytes ?? 0) * 1024, workMs: ticks * TICK_MS, starvedMs: starvedMsOf(pid) };
  } catch {
    return undefined;
  }
}

/** The memory of the process, buffers included, in bytes; checked on Linux only. */
const MAX_RESIDENT_BYTES = 320 * 1024 * 1024;
const USE_CHECK_INTERVAL_MS = 20;
/** A page's markup is some 20 to 80 KB. */
const MAX_MARKUP_CHARACTERS = 1_000_000;
/** A character is at most six bytes of JSON. */
const MAX_LINE_BYTES = 6 * MAX_MARKUP_CHARACTERS + 1000;
/** How long a process may take to stop a page and report it, in ms. */
const STOP_GRACE_MS = 500;

/** A page was not rendered. The message says why, and may quote a remote. */
export class PageNotMade extends Error {
  override readonly name: string = 'PageNotMade';
}

/** A page was not rendered in time for want of a processor: another time it may be. */
export class PageStarved extends PageNotMade {
  override readonly name = 'PageStarved';
}

/** The timeouts of a page, in ms. */
export interface PageDeadline {
  /** CPU time, which a busy machine does not shorten; checked on Linux only. */
  readonly workMs: number;
  /** Wall-clock time. */
  readonly pageMs: number;
}

/** A process that renders pages of a shell and a remote. */
export interface PageProcess {
  /** Whether it can render pages; false when it ends. */
  readonly alive: boolean;
  /** Returns the markup of a page; one at a time. Rejects with PageNotMade. */
  render(page: PageInput, deadline: PageDeadline): Promise<string>;
  end(): void;
}

/** Lets the child end with this process, and this process end before it. */
function release(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
}

async function spawnProgram(): Promise<ChildProcess> {
  const [command = '', ...flags] = await pageCommand();
  return spawn(command, [...flags, PAGE_PROGRAM], {
    env: {},
    cwd: dirname(PAGE_PROGRAM),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
}

/** Starts a process for these bundles; `measure` says what it uses. Rejects with PageNotMade on a timeout. */
export async function startPageProcess(
  bundles: ServerBundles,
  deadlineMs: number,
  measure: (pid: number | undefined) => ProcessUse | undefined = useOf,
): Promise<PageProcess> {
  const child = await spawnProgram();
  release(child);
  let alive = true;
  let waiting: PromiseWithResolvers<FromPageProcess> | undefined;
  let pieces: Buffer[] = [];
  let length = 0;

  /** Returns the error of a page; it is the machine's where the process had no processor for half of the time of the wall clock. */
  let failureOf = (why: string) => new PageNotMade(why);

  const stop = (why: string) => {
    alive = false;
    waiting?.reject(failureOf(why));
    waiting = undefined;
    child.kill('SIGKILL');
  };
  const take = (line: string) => {
    if (!waiting) return stop('the process spoke without being asked');
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return stop('the process said something that is not JSON');
    }
    const message = fromPageProcessSchema.safeParse(value);
    if (!message.success) return stop('the process said something unknown');
    waiting.resolve(message.data);
    waiting = undefined;
  };
  child.once('error', (error) => stop(`the process cannot be started: ${error.message}`));
  child.once('exit', (code, signal) => stop(`the process ended with ${signal ?? `code ${code}`}`));
  child.stdin?.on('error', () => stop('the process does not listen'));
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_LINE_BYTES) return stop(`the process said more than ${MAX_LINE_BYTES} bytes`);
    const end = chunk.indexOf(10);
    pieces.push(chunk);
    if (end < 0) return;
    // One message per page: more ends the process.
    const line = Buffer.concat(pieces).subarray(0, length - chunk.length + end);
    const more = chunk.length - end - 1;
    pieces = [];
    length = 0;
    if (more > 0) return stop('the process spoke without being asked');
    take(line.toString('utf8'));
  });

  async function ask(message: ToPageProcess, wallMs: number, workMs = wallMs, graceMs = 0): Promise<FromPageProcess> {
    if (!alive || waiting) throw new PageNotMade('the process is not free');
    const answer = Promise.withResolvers<FromPageProcess>();
    waiting = answer;
    const timer = setTimeout(() => stop(`it was stopped after ${wallMs + graceMs} ms`), wallMs + graceMs);
    const began = performance.now();
    const { workMs: before = 0, starvedMs: starvedBefore = 0 } = measure(child.pid) ?? {};
    let starved = 0;
    const noteStarved = (starvedMs = 0) => {
      starved = Math.max(starved, starvedMs - starvedBefore);
    };
    failureOf = (why) => {
      const isLate = performance.now() - began >= wallMs;
      noteStarved(measure(child.pid)?.starvedMs);
      return isLate && starved >= wallMs / 2 ? new PageStarved(why) : new PageNotMade(why);
    };
    const usageCheck = setInterval(() => {
      const { memoryBytes = 0, workMs: worked = 0, starvedMs } = measure(child.pid) ?? {};
      noteStarved(starvedMs);
      if (memoryBytes > MAX_RESIDENT_BYTES) stop(`it took more than ${MAX_RESIDENT_BYTES} bytes of memory`);
      else if (worked - before > workMs) stop(`it was stopped after ${worked - before} ms of work`);
    }, USE_CHECK_INTERVAL_MS);
    child.stdin?.write(`${JSON.stringify(message)}\n`);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      clearInterval(usageCheck);
    }
  }

  const started = await ask({ bundles }, deadlineMs);
  if ('failure' in started) {
    stop(started.failure);
    throw new PageNotMade(started.failure);
  }

  return {
    get alive() {
      return alive;
    },
    async render(page, { pageMs, workMs }) {
      const message = { page, deadlineMs: pageMs, maxMarkup: MAX_MARKUP_CHARACTERS };
      const answer = await ask(message, pageMs, workMs, STOP_GRACE_MS);
      if ('markup' in answer) return answer.markup;
      const failure = 'failure' in answer ? answer.failure : 'the process rendered nothing';
      const error = failureOf(failure);
      if (!('failure' in answer) || answer.spent) stop(failure);
      throw error;
    },
    end: () => stop('the process was ended'),
  };
}
