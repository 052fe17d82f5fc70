import type { Value } from './document.ts';
import type { Comparison, Filter, Test } from './filter.ts';
import { encodeKey, invert, RANKS } from './keys.ts';
import { isNaNValue } from './order.ts';

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

/** A condition that an index could answer; `group` tells conditions on one and the same array element from the others. */
export interface Predicate {
  readonly path: string;
  readonly test: Test;
}

/** The conditions that every match of a filter fulfils. */
export function conjuncts(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/** The conditions on single paths that every match fulfils, those within `$elemMatch` under their whole path. */
export function predicates(filter: Filter, prefix = ''): readonly Predicate[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind !== 'at') return [];
    const path = prefix + part.path.join('.');
    const inner = part.test.kind === 'elemMatchObject' ? predicates(part.test.of, `${path}.`) : [];
    return [{ path, test: part.test }, ...inner];
  });
}

/** Where the matches of a condition stand in an index, in ascending order; `undefined` when it says nothing about that. */
export function intervalsOf(test: Test): readonly Interval[] | undefined {
  switch (test.kind) {
    case 'compare':
      return comparisonIntervals(test.op, test.value);
    case 'in': {
      const parts = [
        ...test.values.map((value) => comparisonIntervals('eq', value)),
        ...test.patterns.map(intervalsOf),
      ];
      return parts.every((part) => part !== undefined) ? union(parts.flat()) : undefined;
    }
    case 'regex':
      return [prefixInterval(test.pattern.prefix ?? ''), bracket(RANKS.regex)];
    case 'type':
      if (test.types.has('array')) return undefined;
      return union([...new Set([...test.types].map((type) => RANKS[type]))].map(bracket));
    case 'elemMatchValue': {
      const parts = conjuncts(test.of).flatMap((part) => (part.kind === 'at' ? [intervalsOf(part.test)] : []));
      return parts
        .filter((part) => part !== undefined)
        .reduce<readonly Interval[] | undefined>((a, b) => (a ? intersect(a, b) : b), undefined);
    }
    default:
      return undefined;
  }
}

/** The intervals that two lists have in common. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
  const common = a.flatMap((one) =>
    b.map((other) => ({
      from: comparePositions(one.from, other.from) >= 0 ? one.from : other.from,
      to: comparePositions(one.to, other.to) <= 0 ? one.to : other.to,
      isPoint: one.isPoint || other.isPoint,
    })),
  );
  return common.filter(({ from, to }) => comparePositions(from, to) < 0);
}

/** The same interval where the index counts downwards. */
export function mirror(interval: Interval): Interval {
  const turned = ({ bytes, after }: Position) => ({ bytes: invert(bytes), after: !after });
  return { from: turned(interval.to), to: turned(interval.from), isPoint: interval.isPoint };
}

/** The first key that is not before a position. */
export function keyAt(position: Position): Buffer {
  return position.after ? Buffer.concat([position.bytes, Buffer.of(0xff)]) : position.bytes;
}

function comparisonIntervals(op: Comparison, value: Value): readonly Interval[] | undefined {
  if (value.type === 'array') return undefined;
  if (op === 'eq') return [point(encodeKey(value))];
  if (value.type === 'minKey' || value.type === 'maxKey') return undefined;
  const isStrict = op === 'lt' || op === 'gt';
  if (value.type === 'null' || isNaNValue(value)) return isStrict ? [] : [point(encodeKey(value))];
  const all = bracket(RANKS[value.type]);
  const bytes = encodeKey(value);
  if (op === 'lt' || op === 'lte') return [{ from: all.from, to: { bytes, after: !isStrict }, isPoint: false }];
  return [{ from: { bytes, after: isStrict }, to: all.to, isPoint: false }];
}

function point(bytes: Buffer): Interval {
  return { from: { bytes, after: false }, to: { bytes, after: true }, isPoint: true };
}

function bracket(rank: number): Interval {
  return { ...point(Buffer.of(rank)), isPoint: false };
}

function prefixInterval(prefix: string): Interval {
  return { ...point(Buffer.concat([Buffer.of(RANKS.string), Buffer.from(prefix)])), isPoint: false };
}

/** Sorted, without overlaps; intervals here either are the same, or nested, or apart. */
function union(intervals: readonly Interval[]): readonly Interval[] {
  const sorted = [...intervals].sort((a, b) => comparePositions(a.from, b.from) || comparePositions(b.to, a.to));
  const kept: Interval[] = [];
  for (const interval of sorted) {
    const last = kept.at(-1);
    if (!last || comparePositions(last.to, interval.from) <= 0) kept.push(interval);
    else if (comparePositions(last.to, interval.to) < 0)
      kept[kept.length - 1] = { ...last, to: interval.to, isPoint: false };
  }
  return kept;
}

function comparePositions(a: Position, b: Position): number {
  return keyAt(a).compare(keyAt(b));
}
