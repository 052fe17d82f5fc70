import { useCallback, useState } from 'react';

/**
 * State of a form that outlives it: a session that ends, a section that is left, a reload. It is kept for this tab under
 * `key` until it is cleared. `read` makes sense of what was kept, or answers null.
 */
export function useDraft<Draft>(key: string, empty: Draft, read: (kept: unknown) => Draft | null) {
  const [draft, setDraft] = useState<Draft>(() => read(load(key)) ?? empty);

  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((present) => {
        const next = { ...present, ...part };
        store(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  const clear = useCallback(() => {
    store(key, null);
    setDraft(empty);
  }, [key, empty]);
  return { draft, change, clear };
}

function load(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Without storage the form works as any other; it only does not outlive itself.
  }
}
