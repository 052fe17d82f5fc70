import type { Answer, ApiProblem } from '@cytocomm/http';
import { useEffect, useState } from 'react';

const UNREADABLE = 'The server gave an answer that cannot be read. Try again.';

/** Returns why a call failed in the words of the public pages; `unreachable` is for no answer at all. */
export function failureWords({ status, code, detail }: ApiProblem, unreachable: string): string {
  if (status === 0) return unreachable;
  return code === 'malformed' ? UNREADABLE : detail;
}

/** Returns what a call was answered with; throws an error with the problem's words when it failed. */
export function dataOf<Reply>(answer: Answer<Reply>): Reply {
  if (answer.error) throw new Error(answer.error.detail);
  return answer.data;
}

/** Something that is fetched when it is needed: a module, an answer. */
export interface Loaded<Value> {
  readonly value: Value | null;
  /** Why it failed; null while it has not. */
  readonly failure: Error | null;
  /** Tries again after a failure. */
  readonly retry: () => void;
}

type State<Value> = { readonly key: string; readonly value: Value | null; readonly failure: Error | null };

/**
 * Loads once `key` is not null, and again when it changes. A failure is kept until `retry`, and nothing that arrives too
 * late is shown.
 */
export function useLoaded<Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<State<Value> | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded; an attempt loads it again
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    const settle = (value: Value | null, failure: Error | null) => {
      if (!stop.signal.aborted) setState({ key, value, failure });
    };
    load(stop.signal).then(
      (value) => settle(value, null),
      (cause: unknown) => settle(null, cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => stop.abort();
  }, [key, attempt]);

  const current = state?.key === key ? state : null;
  return {
    value: current?.value ?? null,
    failure: current?.failure ?? null,
    retry: () => {
      setState(null);
      setAttempt((count) => count + 1);
    },
  };
}
