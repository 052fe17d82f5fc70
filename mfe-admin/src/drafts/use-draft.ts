import { keepDraft, readDraft } from '@cytocomm/session';
import { useCallback, useState } from 'react';

/**
 * State of a form that outlives it: a session that ends, a section that is left, a reload. What is touched, which is stored
 * nowhere else, is kept under `name` for whoever writes it, until it is cleared. `read` makes sense of what was kept, or returns null.
 */
export function useDraft<Draft extends { readonly isTouched: boolean }>(
  name: string,
  empty: Draft,
  read: (stored: unknown) => Draft | null,
) {
  const [draft, setDraft] = useState<Draft>(() => read(readDraft(name)) ?? empty);

  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((present) => {
        const next = { ...present, ...part };
        keepDraft(name, next.isTouched ? next : null);
        return next;
      }),
    [name],
  );
  const clear = useCallback(() => {
    keepDraft(name, null);
    setDraft(empty);
  }, [name, empty]);
  return { draft, change, clear };
}
