import { pageTitle } from '@cytocomm/composition';
import { createContext, type RefObject, use, useLayoutEffect } from 'react';

/** The title of a page that answers for more than one address; null while the title of the route counts. */
export const OwnTitle = createContext<RefObject<string | null>>({ current: null });

/** Gives the tab a title for as long as it is given, in place of the title of the route. */
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
