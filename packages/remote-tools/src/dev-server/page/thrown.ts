import { type Fault, PLACE_PATH, readFault } from '../messages.ts';

/** How long the server may take to look a place up, in ms. */
const LOOK_UP_MS = 5000;

/** A place in a script, as browsers write it in a stack: address, line, column. */
const FRAME = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;

/** How many causes are followed: an error may be its own. */
const MAX_CAUSES = 10;

/** Returns the error that others were made of, undefined for what is none. */
export function causeOf(thrown: unknown): Error | undefined {
  let error = thrown instanceof Error ? thrown : undefined;
  for (let depth = 0; depth < MAX_CAUSES && error?.cause instanceof Error; depth += 1) error = error.cause;
  return error;
}

/**
 * Returns the fault that an error means, with the place in the sources of the first frame of its stack that is in a hot
 * build; undefined for an error from elsewhere. `streamOf` returns the origin of the server that knows a script, if any does.
 */
export async function faultOf(
  error: Error,
  streamOf: (script: string) => string | undefined,
): Promise<Fault | undefined> {
  const text = `${error.name}: ${error.message}`;
  let isOurs = false;
  for (const [, script = '', line = '', column = ''] of (error.stack ?? '').matchAll(FRAME)) {
    const origin = streamOf(script);
    if (origin === undefined) continue;
    isOurs = true;
    const query = new URLSearchParams({ script: new URL(script).pathname, line, column, text });
    try {
      const answer = await fetch(`${origin}${PLACE_PATH}?${query}`, { signal: AbortSignal.timeout(LOOK_UP_MS) });
      const fault = answer.ok ? readFault(await answer.json()) : undefined;
      if (fault) return fault;
    } catch {
      break;
    }
  }
  return isOurs ? { text } : undefined;
}

/** Calls `onThrow` with what is thrown in the page from now on: what nobody catches, and what React logs that it has caught. */
export function watchErrors(onThrow: (thrown: unknown) => void): void {
  addEventListener('error', ({ error }) => onThrow(error));
  addEventListener('unhandledrejection', ({ reason }) => onThrow(reason));
  const log = console.error;
  console.error = (...values: unknown[]) => {
    log.apply(console, values);
    for (const value of values) onThrow(value);
  };
}
