import { pageTitle } from '@cytocomm/composition';
import { createContext, type RefObject, use, useLayoutEffect } from 'react';

/** The title of a page that answers for more than one address; null while the title of the route counts. */
export const OwnTitle = createContext<RefObject<string | null>>({ current: null });

/** Sets the title of the tab while the component is there; without one the title of the route counts. */
export function useOwnTitle(title: string | null): void {
  const own = use(OwnTitle);
  useLayoutEffect(() => {
    own.current = title;
    if (title !== null) document.title = pageTitle(title);
    return () => {
      own.current = null;
    };
  }, [own, title]);
}
