import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * When a trace may draw itself. The stylesheet draws it at once (so it does without scripts); one that is still out of
 * sight then waits for the view and draws there.
 */
export function useDrawnOnView(): { ref: RefObject<HTMLSpanElement | null>; state: 'drawing' | 'waiting' } {
  const ref = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'drawing' | 'waiting'>('drawing');

  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const visible = entry?.isIntersecting ?? true;
        setState(visible ? 'drawing' : 'waiting');
        if (visible) observer.disconnect();
      },
      { threshold: 0.2 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, state };
}
