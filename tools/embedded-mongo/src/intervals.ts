import { TYPES, type Value, type ValueType } from './bson.ts';
import { encodeKey, invert } from './keys.ts';
import { toNumber } from './numbers.ts';

/** A position among encoded keys: before, or after, all keys with the prefix `bytes`. */
interface Position {
  readonly bytes: Buffer;
  readonly after: boolean;
}

/** An interval of one index field. A point holds exactly one value. */
export interface Interval {
  readonly from: Position;
  readonly to: Position;
  readonly isPoint: boolean;
}

export type Comparison = '$eq' | '$lt' | '$lte' | '$gt' | '$gte';

const NAN = encodeKey({ type: 'double', value: Number.NaN });

/** Returns the intervals of the values that pass a comparison, in ascending order. */
export function comparisonIntervals(op: Comparison, value: Value): readonly Interval[] {
  const bytes = encodeKey(value);
  if (op === '$eq') return [withPrefix(bytes, true)];
  const isStrict = op === '$lt' || op === '$gt';
  if (value.type === 'null' || Number.isNaN(toNumber(value))) return isStrict ? [] : [withPrefix(bytes, true)];
  const all = ofType(value.type);
  if (op === '$gt' || op === '$gte') return [{ ...all, from: { bytes, after: isStrict } }];
  const from = toNumber(value) === undefined ? all.from : { bytes: NAN, after: true };
  return [{ ...all, from, to: { bytes, after: !isStrict } }];
}

/** Returns the interval of all keys with a prefix. */
function withPrefix(bytes: Buffer, isPoint: boolean): Interval {
  return { from: { bytes, after: false }, to: { bytes, after: true }, isPoint };
}

/** Returns the interval of all keys of a type. All number types share one. */
export function ofType(type: ValueType): Interval {
  return withPrefix(Buffer.of(TYPES[type].rank), false);
}

/** Returns the union of intervals, sorted and without overlaps. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => compare(a.from, b.from) || compare(b.to, a.to))) {
    const last = merged.at(-1);
    if (!last || compare(last.to, interval.from) <= 0) merged.push(interval);
    else if (compare(last.to, interval.to) < 0)
      merged[merged.length - 1] = { ...last, to: interval.to, isPoint: false };
  }
  return merged;
}

/** Returns the intersection of two lists. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
  const pairs = a.flatMap((left) => b.map((right) => [left, right] as const));
  return pairs.flatMap(([left, right]) => {
    const from = compare(left.from, right.from) >= 0 ? left.from : right.from;
    const to = compare(left.to, right.to) <= 0 ? left.to : right.to;
    return compare(from, to) < 0 ? [{ from, to, isPoint: left.isPoint || right.isPoint }] : [];
  });
}

/** Returns a test whether a value is in one of the intervals. */
export function withinIntervals(intervals: readonly Interval[]): (value: Value) => boolean {
  const ranges = intervals.map(({ from, to }) => [keyAt(from), keyAt(to)] as const);
  return (value) => {
    const key = encodeKey(value);
    return ranges.some(([start, end]) => key.compare(start) >= 0 && key.compare(end) < 0);
  };
}

/** Returns an interval for a descending field. */
export function mirror({ from, to, isPoint }: Interval): Interval {
  const mirrored = ({ bytes, after }: Position) => ({ bytes: invert(Buffer.from(bytes)), after: !after });
  return { from: mirrored(to), to: mirrored(from), isPoint };
}

/** Returns the first key that is not before a position. */
export function keyAt({ bytes, after }: Position): Buffer {
  return after ? Buffer.concat([bytes, Buffer.of(0xff)]) : bytes;
}

function compare(a: Position, b: Position): number {
  return keyAt(a).compare(keyAt(b));
}
