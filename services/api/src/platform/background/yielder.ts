import { setImmediate as turn } from 'node:timers/promises';

/** How long a piece of work keeps other calls waiting, in ms. */
const STRETCH_MS = 10;

/** Returns a function that long work awaits at each step: when 10 ms have passed, other calls have their turn. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await turn();
    since = performance.now();
  };
}
