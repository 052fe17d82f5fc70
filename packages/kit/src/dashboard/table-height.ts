const ROW = 44;
const CARD = 132;
/** The room of a table before it comes, at most, in rows. */
const MOST_ROWS = 12;

/** Returns the room that a table of this many rows is given before it comes, in pixels. */
export function tableHeight(rows: number): number {
  return ROW * (1 + Math.min(Math.max(rows, 3), MOST_ROWS));
}

/** Returns the room that this many cards are given before they come, in pixels. */
export function cardsHeight(rows: number): number {
  return CARD * Math.min(rows, MOST_ROWS);
}
