import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/** The least that one look may take, in ms: a deadline that is nearly over says nothing about the page. */
const LEAST_LOOK_MS = 1000;

/** The page did not answer: it is in an endless loop, or gone. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Resolves to what a page answers. Rejects with NoAnswer after `withinMs`. */
export async function answerOf<Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer> {
  const ending = new AbortController();
  const late = pause(withinMs, undefined, { signal: ending.signal }).then(() => {
    throw new NoAnswer(`it did not answer for ${withinMs} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
  }
}

/**
 * Looks again and again until there is a value; a page that is about to change has none. Resolves to undefined after
 * `withinMs`. Rejects with NoAnswer.
 */
export async function lookUntil<Value>(
  look: () => Promise<Value | undefined>,
  withinMs: number,
): Promise<Value | undefined> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await answerOf(look(), Math.max(LEAST_LOOK_MS, until - Date.now())).catch((error: unknown) => {
      if (error instanceof NoAnswer) throw error;
      return undefined;
    });
    if (value !== undefined || Date.now() > until) return value;
    await pause(LOOK_EVERY_MS);
  }
}
