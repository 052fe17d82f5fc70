const ROW = 44;
/** The room of a table before it comes, at most, in rows. */
const MOST_ROWS = 12;

/** Returns the room that a table of this many rows is given before it comes, in pixels. */
export function tableHeight(rows: number): number {
  return ROW * (1 + Math.min(Math.max(rows, 3), MOST_ROWS));
}
