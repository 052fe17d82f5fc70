import { useNavigationType } from '@cytocomm/kit';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a navigation to another page: sets the tab's title, scrolls to the top (not on Back, where the browser restores
 * the place) and moves the focus to the page, so that a screen reader starts reading there. The first page is left alone.
 */
export function usePageChange(path: string, title: string, page: RefObject<HTMLElement | null>): void {
  const navigation = useNavigationType();
  const previous = useRef(path);

  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    document.title = title;
    if (navigation !== 'POP') window.scrollTo(0, 0);
    page.current?.focus({ preventScroll: true });
  }, [path, title, page, navigation]);
}
