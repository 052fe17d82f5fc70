import type { Collection, Stored } from './catalog.ts';
import type { Index, KeyRange } from './indexes.ts';
import { type Interval, intersect, keyAt, mirror } from './intervals.ts';
import { invert } from './keys.ts';
import { conjuncts, type Filter, matches } from './matcher.ts';
import { isIndex } from './paths.ts';
import { slice } from './pipeline.ts';
import { type SortSpec, sorted } from './sorter.ts';

/** A query. A limit of 0 is no limit. */
export interface Query {
  readonly filter: Filter;
  readonly sort?: SortSpec | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
}

/** Plans a query and returns its matches, lazily. `examined` counts the documents that were read for them. */
export function runQuery(collection: Collection, { filter, sort, skip = 0, limit }: Query) {
  const plan = planQuery(collection, filter, sort);
  const sortsInMemory = sort !== undefined && !plan?.isSorted;
  const examined = { docs: 0 };
  const candidates = scan(plan ? recordsOf(collection, plan) : collection.scan(), filter, examined);
  const end = limit || Number.POSITIVE_INFINITY;
  const ordered = sort && sortsInMemory ? sorted(candidates, sort, ({ doc }) => doc, skip + end) : candidates;
  return { plan, sortsInMemory, examined, matches: slice(ordered, skip, end) };
}

/** Yields each matching document. The collection may change in between, as with a MongoDB cursor. */
function* scan(records: Iterable<Stored>, filter: Filter, examined: { docs: number }): Generator<Stored> {
  for (const stored of records) {
    examined.docs += 1;
    if (matches(filter, stored.doc)) yield stored;
  }
}

function* recordsOf(collection: Collection, { index, ranges, backwards, parts }: Plan): Generator<Stored> {
  const mayRepeat = index.multikey.includes(true);
  const seen = new Set<number>();
  for (const range of backwards ? ranges.toReversed() : ranges) {
    for (const rid of index.scan(range, backwards, parts)) {
      const stored = seen.has(rid) ? undefined : collection.find(rid);
      if (mayRepeat) seen.add(rid);
      if (stored) yield stored;
    }
  }
}

/** A scan of ranges of an index, in index order or in reverse. It includes every match, and possibly other documents. */
export interface Plan {
  readonly index: Index;
  readonly ranges: readonly KeyRange[];
  readonly backwards: boolean;
  /** Whether the entries are in the order of the sort. */
  readonly isSorted: boolean;
  /** The number of fields that are bounded by points, plus 0.5 if the next is bounded by a range. */
  readonly bounded: number;
  /** What the keys of matches contain of fields that are not bounded, alternatives each. */
  readonly parts: readonly (readonly Buffer[])[];
  /** Whether bounds and parts are about all conditions. */
  readonly isCovering: boolean;
}

/** The limit of combinations of `$in` values in a plan. */
const MAX_PREFIXES = 1000;

/** Returns the plan with the highest rank, `undefined` if no index is better than a scan of the collection. */
function planQuery({ indexes }: Collection, filter: Filter, sort: SortSpec | undefined): Plan | undefined {
  const plans = indexes.flatMap((index) => planIndex(index, conditions(filter), sort) ?? []);
  const useful = plans.filter(({ bounded, isSorted, parts }) => bounded > 0 || isSorted || parts.length > 0);
  return useful.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** Ranks a single document first, an order with all conditions, points, an order, a range, parts of keys. An index for its order alone is last. */
function rank({ index, ranges, bounded, isSorted, parts, isCovering }: Plan): number {
  const isOne = index.isUnique && ranges.length === 1 && bounded === index.fields.length;
  const isNarrowed = bounded > 0 || parts.length > 0;
  const order = isSorted && isNarrowed ? (isCovering ? 500 : 4) : 0;
  return (isOne ? 1000 : 0) + order + Math.floor(bounded) * 10 + (bounded % 1 > 0 ? 2 : 0) + Math.min(parts.length, 1);
}

/** A condition on a single path that every match meets. */
type Condition = Omit<Extract<Filter, { kind: 'at' }>, 'path'> & { readonly path: string };

function conditions(filter: Filter): readonly Condition[] {
  return conjuncts(filter).flatMap((part) => (part.kind === 'at' ? [{ ...part, path: part.path.join('.') }] : []));
}

/** Returns whether all matches are in the index: a sparse or partial one needs the same condition in the query. */
function hasAllMatches({ spec, fields, partial }: Index, all: readonly Condition[]): boolean {
  if (spec.sparse) return all.some(({ path, test }) => fields.includes(path) && test.isPresent);
  const isInQuery = (condition: Condition) =>
    all.some(({ path, text }) => path === condition.path && text === condition.text);
  return !partial || conditions(partial).every(isInQuery);
}

/** The intervals of each field of an index, `undefined` for an unbounded field. */
type Bounds = readonly (readonly Interval[] | undefined)[];

function planIndex(index: Index, all: readonly Condition[], sort: SortSpec | undefined): Plan | undefined {
  if (!hasAllMatches(index, all)) return undefined;
  const bounds = boundsOf(index, all);
  let prefixes: readonly Buffer[] = [Buffer.alloc(0)];
  let points = 0;
  for (const intervals of bounds) {
    if (!intervals?.every(({ isPoint }) => isPoint) || prefixes.length * intervals.length > MAX_PREFIXES) break;
    prefixes = prefixes.flatMap((prefix) => intervals.map(({ from }) => Buffer.concat([prefix, from.bytes])));
    points += 1;
  }
  const last = bounds[points];
  const ranges = prefixes.flatMap((prefix) => rangesOf(prefix, last));
  const direction = sort && directionOf(index, bounds.slice(0, points), sort);
  const [isSorted, backwards] = [direction !== undefined, direction === -1];
  const bounded = points + (last ? 0.5 : 0);
  return { index, ranges, backwards, isSorted, bounded, ...partsOf(index, all, bounded) };
}

/** Returns what the keys of all matches contain of fields behind the points, at most 20 alternatives each. */
function partsOf({ fields, multikey, directions }: Index, all: readonly Condition[], bounded: number) {
  // Elements of an array have keys of their own, so only one condition on them is about one key.
  let hasMultikey = multikey.slice(0, Math.ceil(bounded)).includes(true);
  const open = all.filter(({ path, test }) => !test.intervals || !fields.slice(0, Math.ceil(bounded)).includes(path));
  const parts = open.flatMap(({ path, test }) => {
    const slot = fields.indexOf(path);
    const points = test.intervals?.every(({ isPoint }) => isPoint) ? test.intervals : [];
    const bytes = test.parts ?? points.map(({ from }) => from.bytes);
    const isBehind = slot >= Math.floor(bounded) && !path.split('.').some(isIndex);
    if (!isBehind || bytes.length === 0 || bytes.length > 20 || (multikey[slot] && hasMultikey)) return [];
    hasMultikey ||= multikey[slot] === true;
    return [directions[slot] === 1 ? bytes : bytes.map((each) => invert(Buffer.from(each)))];
  });
  // Few alternatives first: most keys lack them.
  return { parts: parts.sort((a, b) => a.length - b.length), isCovering: parts.length === open.length };
}

function rangesOf(prefix: Buffer, intervals: readonly Interval[] | undefined): readonly KeyRange[] {
  const within = (bytes: Buffer) => Buffer.concat([prefix, bytes]);
  if (!intervals) return [{ start: prefix, end: within(Buffer.of(0xff)) }];
  return intervals.map(({ from, to }) => ({ start: within(keyAt(from)), end: within(keyAt(to)) }));
}

/** Returns the bounds of each field. Elements of an array may meet different conditions, so one condition bounds one multikey field. */
function boundsOf({ fields, multikey, directions }: Index, all: readonly Condition[]): Bounds {
  let hasBoundMultikey = false;
  return fields.map((field, slot) => {
    const candidates = all.flatMap(({ path, test }) => (path === field && test.intervals ? [test.intervals] : []));
    const isUnbounded =
      candidates.length === 0 || field.split('.').some(isIndex) || (multikey[slot] && hasBoundMultikey);
    if (isUnbounded) return undefined;
    hasBoundMultikey ||= multikey[slot] === true;
    const single = candidates.find((candidate) => candidate.every(({ isPoint }) => isPoint)) ?? candidates[0] ?? [];
    const intervals = multikey[slot] ? single : candidates.reduce(intersect);
    return directions[slot] === 1 ? intervals : intervals.map(mirror).reverse();
  });
}

/** Returns the direction in which the index is in the order of the sort: 1, -1, or `undefined` for neither. Fields bounded by one point are skipped. */
function directionOf({ fields, directions, multikey }: Index, points: Bounds, sort: SortSpec): number | undefined {
  let slot = 0;
  let direction: number | undefined;
  for (const { field, order } of sort) {
    const position = fields.indexOf(field);
    if (points[position]?.length === 1 && !multikey[position]) continue;
    while (fields[slot] !== field && points[slot]?.length === 1) slot += 1;
    const fieldDirection = order * (directions[slot] ?? 1);
    if (fields[slot] !== field || multikey[slot] || (direction ?? fieldDirection) !== fieldDirection) return undefined;
    direction = fieldDirection;
    slot += 1;
  }
  return direction ?? 1;
}
