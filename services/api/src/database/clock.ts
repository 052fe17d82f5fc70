import { z } from 'zod';

/** The time that all processes on one database share. Their own clocks may be minutes apart. */
export interface DatabaseClock {
  now(): Date;
  /** Takes over the time from what the server says of itself: a reply to `hello`. */
  follow(hello: unknown): void;
}

/** Only the primary's clock counts: each member of a replica set has its own. */
const primarySchema = z.object({ isWritablePrimary: z.literal(true), localTime: z.date() });

/** Follows the server's clock: the own clock, corrected by how far it was off at the last reply. `own`: the time in ms since 1970. */
export function followingClock(own: () => number = Date.now): DatabaseClock {
  let offBy = 0;
  return {
    now: () => new Date(own() + offBy),
    follow: (hello) => {
      const reply = primarySchema.safeParse(hello);
      if (reply.success) offBy = reply.data.localTime.getTime() - own();
    },
  };
}
