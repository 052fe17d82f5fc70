import { z } from 'zod';

/** Returns what a promise resolves to; `otherwise` when that takes longer. Throws as the promise does. */
export async function withTimeout<State>(answer: Promise<State>, timeoutMs: number, otherwise: State): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, otherwise);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The time that all processes share; their own clocks may differ by minutes. */
export interface DatabaseClock {
  now(): Date;
  /** Returns how long ago a time of this clock was, in ms, without what the clock has jumped since, as this process saw. */
  ageOf(time: Date): number;
  /** Reads the server's time from a reply to `hello`. */
  follow(hello: unknown): void;
}

/** Uses the primary's clock alone. */
const primarySchema = z.object({ isWritablePrimary: z.literal(true), localTime: z.date() });

/** A monotonic time in ms. */
const steadyTime = () => performance.timeOrigin + performance.now();

/** A smaller difference, in ms, comes from the network or a busy process, not from a jump. */
const JUMP_MS = 60_000;
const MAX_JUMPS = 100;

/** A change of the server's clock. */
interface Jump {
  /** The clock's time at the jump. */
  readonly from: number;
  readonly by: number;
}

/** Whether a time is before a jump. Between the two times of a jump ahead are only those of processes that saw it a little later. */
const isBefore = (time: Date, { from, by }: Jump) => time.getTime() <= from + Math.max(0, by) / 2;

/** Creates a clock that follows the server's. `own` returns this process's time in ms. */
export function followingClock(own: () => number = steadyTime): DatabaseClock {
  let offBy: number | undefined;
  let jumps: readonly Jump[] = [];
  const now = () => own() + (offBy ?? 0);
  return {
    now: () => new Date(now()),
    ageOf: (time) => {
      const jumped = jumps.reduce((sum, jump) => sum + (isBefore(time, jump) ? jump.by : 0), 0);
      return now() - time.getTime() - jumped;
    },
    follow: (hello) => {
      const reply = primarySchema.safeParse(hello);
      if (!reply.success) return;
      const by = reply.data.localTime.getTime() - now();
      if (offBy !== undefined && Math.abs(by) >= JUMP_MS) jumps = [...jumps, { from: now(), by }].slice(-MAX_JUMPS);
      offBy = reply.data.localTime.getTime() - own();
    },
  };
}
