import { type RefObject, useEffect, useState } from 'react';

/** True once the element has come near the view or the focus has entered it, and from then on. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);

  useEffect(() => {
    const target = element.current;
    if (near || !target) return;
    const arrive = () => setNear(true);
    target.addEventListener('focusin', arrive);
    if (typeof IntersectionObserver === 'undefined') return () => target.removeEventListener('focusin', arrive);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arrive();
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => {
      target.removeEventListener('focusin', arrive);
      observer.disconnect();
    };
  }, [element, near]);

  return near;
}
