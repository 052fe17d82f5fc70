import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 1100px)';

/** The list of widths; undefined where a page has none, as in tests, which are wide. */
const widths = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined);

function follow(onChange: () => void): () => void {
  const list = widths();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether there is room for a table: from 1,100 px on, as the rail takes its share. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    follow,
    () => widths()?.matches ?? true,
    () => true,
  );
}
