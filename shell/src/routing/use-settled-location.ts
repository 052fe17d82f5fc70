import { type Location, useLocation } from '@cytocomm/kit';
import { useEffect, useState } from 'react';

/** The location whose page is shown, and whether a newer one is still loading. */
export interface SettledLocation {
  readonly location: Location;
  readonly pending: boolean;
}

/**
 * Holds back a navigation until its page has loaded or failed, so that the page before stays instead of a blank one.
 * A change within the same path (query, fragment) shows at once.
 */
export function useSettledLocation(settle: (path: string) => Promise<void>): SettledLocation {
  const newest = useLocation();
  const [shown, setShown] = useState(newest);
  const samePage = newest.pathname === shown.pathname;
  // A page that is being left stays as it was last shown, not as it was when it came.
  if (samePage && newest !== shown) setShown(newest);

  useEffect(() => {
    if (samePage) return;
    let current = true;
    settle(newest.pathname).finally(() => current && setShown(newest));
    return () => {
      current = false;
    };
  }, [newest, samePage, settle]);

  return { location: samePage ? newest : shown, pending: !samePage };
}
