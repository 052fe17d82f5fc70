import { pageTitle } from '@cytocomm/composition';
import { type Location, useNavigationType } from '@cytocomm/kit';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OwnTitlePlace } from './page-title.ts';
import { useScrollPlaces } from './scroll-places.ts';

/** Marks the heading that has the focus after a navigation to its page. */
export const PAGE_HEADING = { tabIndex: -1, 'data-page-heading': '' } as const;
/** Marks the part of a page in which the focus stays while the part does: an address below the page's may be a part of it. */
export const PAGE_CONTENT = { 'data-page-content': '' } as const;

/** Moves the focus to a page, so that a screen reader starts reading there. */
function focusPage(page: HTMLElement | null): void {
  if (document.activeElement?.closest('[data-page-content]')) return;
  const heading = page?.querySelector<HTMLElement>('[data-page-heading]');
  (heading ?? page)?.focus({ preventScroll: true });
}

/** What {@link usePageChange} takes. */
export interface PageChange {
  readonly location: Location;
  /** The title of the route. */
  readonly title: string;
  readonly page: RefObject<HTMLElement | null>;
}

/**
 * After a navigation to another page: sets the tab's title, scrolls to the top, or on Back to where the person was, and moves
 * the focus to the page. Returns the title to be announced, also one that the page gives itself later; empty on the first page,
 * which is left alone. `own` is the place for such a title.
 */
export function usePageChange({ location: { pathname, key }, title, page }: PageChange): {
  readonly announced: string;
  readonly own: OwnTitlePlace;
} {
  const navigation = useNavigationType();
  const previous = useRef(pathname);
  const places = useScrollPlaces(key);
  const [announced, setAnnounced] = useState('');
  const [own] = useState<OwnTitlePlace>(() => ({
    current: null,
    onTitle: (given) => setAnnounced((before) => (before === '' ? '' : given)),
  }));

  // Before anything else finds that what had the focus is gone.
  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const shown = own.current ?? title;
    document.title = pageTitle(shown);
    setAnnounced(shown);
    focusPage(page.current);
    if (navigation === 'POP') return places.restore(key);
    window.scrollTo(0, 0);
  }, [pathname, key, title, own, page, navigation, places]);
  return { announced, own };
}
