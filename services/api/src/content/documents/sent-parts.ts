import { type ByteRange, joinRanges } from '../../platform/http/byte-ranges.ts';

/** How much of a file somebody must have been sent to have opened all of it: readers leave out what no page shows. */
const WHOLE_SHARE = 0.95;
/** How many parts of a file are remembered for a person; the shortest others are forgotten. */
const MAX_PARTS = 500;

/** Parts of a file as they are stored: start, end, start, end. */
export type StoredParts = readonly number[];

const lengthOf = ({ start, end }: ByteRange) => end - start;

function partsOf(stored: StoredParts): ByteRange[] {
  return stored.flatMap((start, place) => {
    const end = stored[place + 1];
    return place % 2 === 0 && end !== undefined ? [{ start, end }] : [];
  });
}

/** Returns stored parts with further ones, each byte once; 'whole' when they are enough of a file of `size` bytes. */
export function withParts(stored: StoredParts, sent: readonly ByteRange[], size: number): StoredParts | 'whole' {
  const parts = joinRanges([...partsOf(stored), ...sent.filter((part) => lengthOf(part) > 0)]);
  const bytes = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (bytes >= size * WHOLE_SHARE) return 'whole';
  const kept = parts.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_PARTS);
  return joinRanges(kept).flatMap(({ start, end }) => [start, end]);
}
