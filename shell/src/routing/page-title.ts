import { pageTitle } from '@cytocomm/composition';
import { createContext, use, useLayoutEffect } from 'react';

/** Where a page that answers for more than one address puts its own title. */
export interface OwnTitlePlace {
  /** Null while the title of the route counts. */
  current: string | null;
  /** Called with each title that the page gives itself. */
  onTitle: (title: string) => void;
}

/** The own title of the page that is shown. */
export const OwnTitle = createContext<OwnTitlePlace>({ current: null, onTitle: () => undefined });

/** Sets the title of the tab while the component is there; without one the title of the route counts. */
export function useOwnTitle(title: string | null): void {
  const own = use(OwnTitle);
  useLayoutEffect(() => {
    own.current = title;
    if (title !== null) {
      document.title = pageTitle(title);
      own.onTitle(title);
    }
    return () => {
      own.current = null;
    };
  }, [own, title]);
}
