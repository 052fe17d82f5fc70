import { z } from 'zod';

/** The time that all processes share; their own clocks may differ by minutes. */
export interface DatabaseClock {
  now(): Date;
  /** Reads the server's time from a reply to `hello`. */
  follow(hello: unknown): void;
}

/** Uses the primary's clock alone. */
const primarySchema = z.object({ isWritablePrimary: z.literal(true), localTime: z.date() });

/** A time in ms that only goes forward, whatever is done to the machine's clock. */
const steadyTime = () => performance.timeOrigin + performance.now();

/** Creates a clock that follows the server's. `own` returns this process's time in ms. */
export function followingClock(own: () => number = steadyTime): DatabaseClock {
  let offBy = 0;
  return {
    now: () => new Date(own() + offBy),
    follow: (hello) => {
      const reply = primarySchema.safeParse(hello);
      if (reply.success) offBy = reply.data.localTime.getTime() - own();
    },
  };
}
