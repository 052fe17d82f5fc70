import { pageTitle } from '@cytocomm/composition';
import { type Location, useLocation, useNavigationType } from '@cytocomm/kit';
import { createContext, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The location of the page on screen, and whether a newer one is loading. */
export interface SettledLocation {
  readonly location: Location;
  readonly pending: boolean;
}

/**
 * Delays a navigation until its page has loaded or failed, so that the previous page stays instead of a blank one. A change
 * of query or fragment shows at once.
 */
export function useSettledLocation(settle: (path: string) => Promise<void>): SettledLocation {
  const newest = useLocation();
  const [shown, setShown] = useState(newest);
  const samePage = newest.pathname === shown.pathname;
  // The page that is being left keeps its latest query and fragment.
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

/** Time for a page to reach its previous height, in ms. */
const SCROLL_TIMEOUT_MS = 5000;
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The scroll positions of this tab's pages. */
interface ScrollPositions {
  /** Scrolls the page of a history entry to its position, while it grows long enough. Returns a function that ends it. */
  readonly restore: (key: string) => () => void;
}

/** Scrolls to a position, and again as the page grows, until it is reached, the person scrolls, or five seconds have passed. */
function scrollTo(top: number): () => void {
  const follow = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1) end();
  };
  const growth = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined;
  const timer = setTimeout(end, SCROLL_TIMEOUT_MS);
  function end() {
    growth?.disconnect();
    clearTimeout(timer);
    for (const way of USER_EVENTS) window.removeEventListener(way, end);
  }
  for (const way of USER_EVENTS) window.addEventListener(way, end, { passive: true });
  growth?.observe(document.body);
  follow();
  return end;
}

/**
 * Keeps the scroll position of each history entry. The browser itself restores one at once, before a page that loads its
 * content is long enough.
 */
function useScrollPositions(key: string): ScrollPositions {
  const [{ positions, tops, watch }] = useState(() => {
    const tops = new Map<string, number>();
    // After Back the browser scrolls the page that is being left.
    const watch = { key, isLeaving: false };
    const restore = (wanted: string) => scrollTo(tops.get(wanted) ?? 0);
    return { positions: { restore }, tops, watch };
  });
  useLayoutEffect(() => {
    watch.key = key;
    watch.isLeaving = false;
  }, [watch, key]);
  useEffect(() => {
    const remember = () => {
      if (!watch.isLeaving) tops.set(watch.key, window.scrollY);
    };
    const leave = () => {
      watch.isLeaving = true;
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', leave);
    };
  }, [tops, watch]);
  return positions;
}

/** The title that a page with more than one address gives itself. */
interface OwnTitlePlace {
  /** Null: the title of the route. */
  current: string | null;
  /** Called with each new title of the page. */
  onTitle: (title: string) => void;
}

/** The current page's own title. */
export const OwnTitle = createContext<OwnTitlePlace>({ current: null, onTitle: () => undefined });

/** Sets the tab's title while the component is mounted; null leaves the title of the route. */
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

/** Marks the heading that gets the focus after a navigation. */
export const PAGE_HEADING = { tabIndex: -1, 'data-page-heading': '' } as const;
/** Marks content that keeps the focus through a navigation: addresses below a page may show the same content. */
export const PAGE_CONTENT = { 'data-page-content': '' } as const;

/** Moves the focus to a page, where a screen reader starts reading. */
function focusPage(page: HTMLElement | null): void {
  if (document.activeElement?.closest('[data-page-content]')) return;
  const heading = page?.querySelector<HTMLElement>('[data-page-heading]');
  (heading ?? page)?.focus({ preventScroll: true });
}

/** Options of {@link usePageChange}. */
export interface PageChange {
  readonly location: Location;
  /** The title of the route. */
  readonly title: string;
  readonly page: RefObject<HTMLElement | null>;
}

/**
 * After a navigation to another page: sets the tab's title, scrolls to the top (on Back to the previous position) and moves the
 * focus to the page. Returns the title to announce, including one that the page sets later by `own`; empty on the first page,
 * which is left alone.
 */
export function usePageChange({ location: { pathname, key }, title, page }: PageChange): {
  readonly announced: string;
  readonly own: OwnTitlePlace;
} {
  const navigation = useNavigationType();
  const previous = useRef(pathname);
  const positions = useScrollPositions(key);
  const [announced, setAnnounced] = useState('');
  const [own] = useState<OwnTitlePlace>(() => ({
    current: null,
    onTitle: (own) => setAnnounced((before) => (before === '' ? '' : own)),
  }));

  // In a layout effect: before `keepFocus` sees that the focused element is gone.
  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const shown = own.current ?? title;
    document.title = pageTitle(shown);
    setAnnounced(shown);
    focusPage(page.current);
    if (navigation === 'POP') return positions.restore(key);
    window.scrollTo(0, 0);
  }, [pathname, key, title, own, page, navigation, positions]);
  return { announced, own };
}
