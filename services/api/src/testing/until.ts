import { setTimeout } from 'node:timers/promises';

// As it is now: a test's fake timers take its place, also here.
const pause = setTimeout;

const TIMEOUT_MS = 60_000;
const STEP_MS = 10;

/** Waits for a condition, at most `longestMs` (60 s). Returns what `look` finds, as soon as it finds something. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined> | Found | undefined,
  longestMs = TIMEOUT_MS,
): Promise<Found> {
  const end = performance.now() + longestMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await pause(STEP_MS);
  }
}
