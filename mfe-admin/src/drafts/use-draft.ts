import { keepDraft, readDraft } from '@cytocomm/session';
import { useCallback, useState } from 'react';

/**
 * Returns the state of a form and its setters. Unsaved changes are kept under `name` for the signed-in person, so that they
 * survive the end of a session, leaving the section and a reload; `clear` removes them. `read` parses what was kept, and
 * returns null when it cannot be used.
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
