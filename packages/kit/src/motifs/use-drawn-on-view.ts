import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

type DrawState = 'drawing' | 'waiting' | 'drawn';

/** What an element needs to draw itself once. */
export interface DrawnOnView {
  readonly ref: RefObject<HTMLSpanElement | null>;
  readonly state: DrawState;
  /** To be told when the drawing has ended. */
  readonly onDrawn: () => void;
}

/**
 * When a trace may draw itself. The stylesheet draws it at once (so it does without scripts); one that is still out of
 * sight then waits for the view and draws there. Once drawn it stays so.
 */
export function useDrawnOnView(): DrawnOnView {
  const ref = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<DrawState>('drawing');

  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const visible = entry?.isIntersecting ?? true;
        setState((present) => (present === 'drawn' ? present : visible ? 'drawing' : 'waiting'));
        if (visible) observer.disconnect();
      },
      { threshold: 0.2 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onDrawn = useCallback(() => setState('drawn'), []);
  return { ref, state, onDrawn };
}
