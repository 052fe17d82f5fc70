import { useSyncExternalStore } from 'react';

const ROW = 44;
const CARD = 132;
/** Limit of a placeholder's height, in rows. */
const MAX_PLACEHOLDER_ROWS = 12;

/** Returns the height of the placeholder of a table, in pixels. */
export function tableHeight(rows: number): number {
  return ROW * (1 + Math.min(Math.max(rows, 3), MAX_PLACEHOLDER_ROWS));
}

/** Returns the height of the placeholder of cards, in pixels. */
export function cardsHeight(rows: number): number {
  return CARD * Math.min(rows, MAX_PLACEHOLDER_ROWS);
}

const WIDE = '(min-width: 1100px)';

/** The media query; undefined where pages have none, as in tests, which are wide. */
const widths = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined);

function follow(onChange: () => void): () => void {
  const list = widths();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether a table fits: from 1,100 px on, as the rail takes its share. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    follow,
    () => widths()?.matches ?? true,
    () => true,
  );
}

/** A card is as high as some four rows. */
const CARDS = 10;

/** Returns the page size of a list: `rows` as a table, at most 10 as cards. */
export function useRowsAtOnce(rows: number): number {
  return useWideScreen() ? rows : Math.min(rows, CARDS);
}
