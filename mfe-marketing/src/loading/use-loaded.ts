import { useEffect, useState } from 'react';

/** Something that is fetched when it is needed: a module, an answer. */
export interface Loaded<Value> {
  readonly value: Value | null;
  readonly failed: boolean;
  /** Tries again after a failure. */
  readonly retry: () => void;
}

type State<Value> = { readonly key: string; readonly value: Value | null; readonly failed: boolean };

/**
 * Loads once `key` is not null, and anew when it changes. A failure is kept until `retry`, and nothing that arrives too
 * late is shown.
 */
export function useLoaded<Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<State<Value> | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded; an attempt loads it again
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    const settle = (value: Value | null, failed: boolean) => {
      if (!stop.signal.aborted) setState({ key, value, failed });
    };
    load(stop.signal).then(
      (value) => settle(value, false),
      () => settle(null, true),
    );
    return () => stop.abort();
  }, [key, attempt]);

  const current = state?.key === key ? state : null;
  return {
    value: current?.value ?? null,
    failed: current?.failed ?? false,
    retry: () => {
      setState(null);
      setAttempt((count) => count + 1);
    },
  };
}
