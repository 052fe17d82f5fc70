import { useWideScreen } from './wide-screen.ts';

/** A card is as high as some four rows. */
const CARDS = 10;

/** Returns how many rows a list asks for at once: `rows` of them as a table, at most 10 where they are cards. */
export function useRowsAtOnce(rows: number): number {
  return useWideScreen() ? rows : Math.min(rows, CARDS);
}
