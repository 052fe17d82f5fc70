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

/** Moves the date ahead, for code of this process; timers, network and database go on as ever. Undone by `realDate`. */
export function moveDate(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

/** Stops the date where a minute begins: what is counted by the minute is counted in one, and no two moments are alike but by intent. */
export function stopDateAtMinute(): void {
  moveDate(60_000 - (Date.now() % 60_000));
}

/** Back to the real date. */
export function realDate(): void {
  jest.useRealTimers();
}
