import { TYPES, type Value, type ValueType } from './bson.ts';
import { encodeKey, invert } from './keys.ts';
import { toNumber } from './numbers.ts';

/** A place between encoded keys: before all that begin with `bytes`, or after them. */
interface Position {
  readonly bytes: Buffer;
  readonly after: boolean;
}

/** An interval of one index field; a point holds the keys of exactly one value. */
export interface Interval {
  readonly from: Position;
  readonly to: Position;
  readonly isPoint: boolean;
}

export type Comparison = '$eq' | '$lt' | '$lte' | '$gt' | '$gte';

const NAN = encodeKey({ type: 'double', value: Number.NaN });

/** Where the values that pass a comparison stand among all values, in ascending order. */
export function comparisonIntervals(op: Comparison, value: Value): readonly Interval[] {
  const bytes = encodeKey(value);
  if (op === '$eq') return [beginningWith(bytes, true)];
  const isStrict = op === '$lt' || op === '$gt';
  if (value.type === 'null' || Number.isNaN(toNumber(value))) return isStrict ? [] : [beginningWith(bytes, true)];
  const all = ofType(value.type);
  if (op === '$gt' || op === '$gte') return [{ ...all, from: { bytes, after: isStrict } }];
  const from = toNumber(value) === undefined ? all.from : { bytes: NAN, after: true };
  return [{ ...all, from, to: { bytes, after: !isStrict } }];
}

/** All keys that begin with some bytes. */
function beginningWith(bytes: Buffer, isPoint: boolean): Interval {
  return { from: { bytes, after: false }, to: { bytes, after: true }, isPoint };
}

/** All keys of one type; numbers are one. */
export function ofType(type: ValueType): Interval {
  return beginningWith(Buffer.of(TYPES[type].rank), false);
}

/** Sorted, without overlaps. */
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

/** What two lists have in common. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
  const pairs = a.flatMap((one) => b.map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) => {
    const from = compare(one.from, other.from) >= 0 ? one.from : other.from;
    const to = compare(one.to, other.to) <= 0 ? one.to : other.to;
    return compare(from, to) < 0 ? [{ from, to, isPoint: one.isPoint || other.isPoint }] : [];
  });
}

/** Returns whether a value stands in one of some intervals. */
export function holds(intervals: readonly Interval[]): (value: Value) => boolean {
  const ranges = intervals.map(({ from, to }) => [keyAt(from), keyAt(to)] as const);
  return (value) => {
    const key = encodeKey(value);
    return ranges.some(([start, end]) => key.compare(start) >= 0 && key.compare(end) < 0);
  };
}

/** The same interval where the index counts downwards. */
export function mirror({ from, to, isPoint }: Interval): Interval {
  const turned = ({ bytes, after }: Position) => ({ bytes: invert(Buffer.from(bytes)), after: !after });
  return { from: turned(to), to: turned(from), isPoint };
}

/** The first key that is not before a position. */
export function keyAt({ bytes, after }: Position): Buffer {
  return after ? Buffer.concat([bytes, Buffer.of(0xff)]) : bytes;
}

function compare(a: Position, b: Position): number {
  return keyAt(a).compare(keyAt(b));
}
