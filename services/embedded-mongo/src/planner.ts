import type { Collection, Stored } from './catalog.ts';
import type { Index, KeyRange } from './indexes.ts';
import { type Interval, intersect, keyAt, mirror } from './intervals.ts';
import { conjuncts, type Filter, matches } from './matcher.ts';
import { isIndex } from './paths.ts';
import { slice } from './pipeline.ts';
import { type SortSpec, sorted } from './sorter.ts';

/** What a query asks for; a limit of 0 is none. */
export interface Query {
  readonly filter: Filter;
  readonly sort?: SortSpec | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
}

/** Plans a query and begins it: its matches come one by one, and `examined` counts the documents it has looked at for them. */
export function runQuery(collection: Collection, { filter, sort, skip = 0, limit }: Query) {
  const plan = planQuery(collection, filter, sort);
  const sortsInMemory = sort !== undefined && !plan?.isSorted;
  const examined = { docs: 0 };
  const found = scan(plan ? recordsOf(collection, plan) : collection.scan(), filter, examined);
  const ordered = sort && sortsInMemory ? sorted(found, sort) : found;
  return { plan, sortsInMemory, examined, matches: slice(ordered, skip, limit || Number.POSITIVE_INFINITY) };
}

/** Every matching document once. Between two steps the collection may change, as under a cursor of MongoDB. */
function* scan(records: Iterable<Stored>, filter: Filter, examined: { docs: number }): Generator<Stored> {
  for (const stored of records) {
    examined.docs += 1;
    if (matches(filter, stored.doc)) yield stored;
  }
}

function* recordsOf(collection: Collection, { index, ranges, backwards }: Plan): Generator<Stored> {
  const mayRepeat = index.multikey.includes(true);
  const seen = new Set<number>();
  for (const range of backwards ? ranges.toReversed() : ranges) {
    for (const rid of index.scan(range, backwards)) {
      const stored = seen.has(rid) ? undefined : collection.find(rid);
      if (mayRepeat) seen.add(rid);
      if (stored) yield stored;
    }
  }
}

/** A way through an index: its ranges in the order of the index, or against it. It meets every match, and may meet more. */
export interface Plan {
  readonly index: Index;
  readonly ranges: readonly KeyRange[];
  readonly backwards: boolean;
  /** Whether the entries come in the order of the sort. */
  readonly isSorted: boolean;
  /** How many fields are narrowed down to points, and half a one for a range. */
  readonly bounded: number;
}

/** More combinations of `$in` values than these are not spelled out. */
const MAX_PREFIXES = 1000;

/** The index that narrows a query most, and gives its order where it can; `undefined` when none is better than all documents. */
function planQuery({ indexes }: Collection, filter: Filter, sort: SortSpec | undefined): Plan | undefined {
  const plans = indexes.flatMap((index) => planIndex(index, conditions(filter), sort) ?? []);
  const useful = plans.filter(({ bounded, isSorted }) => bounded > 0 || isSorted);
  return useful.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** One document, then many points, then the order of the sort, then a range; an index for its order alone comes last. */
function rank({ index, ranges, bounded, isSorted }: Plan): number {
  const isOne = index.isUnique && ranges.length === 1 && bounded === index.fields.length;
  return (isOne ? 1000 : 0) + Math.floor(bounded) * 10 + (isSorted && bounded > 0 ? 4 : 0) + (bounded % 1 > 0 ? 2 : 0);
}

/** Counts the matches in an index alone; returns nothing where the documents themselves have to be looked at. */
export function countByIndex({ indexes }: Collection, filter: Filter) {
  const all = conditions(filter);
  if (all.length < conjuncts(filter).length || !all.every(({ test }) => test.isExact)) return undefined;
  for (const index of indexes) {
    const plan = index.multikey.includes(true) ? undefined : planIndex(index, all, undefined);
    const bounded = index.fields.slice(0, Math.ceil(plan?.bounded ?? 0));
    const isAnswer = all.every(({ path }) => bounded.includes(path));
    if (plan && isAnswer) return { index, n: plan.ranges.reduce((total, range) => total + index.count(range), 0) };
  }
  return undefined;
}

/** A condition on a single path that every match fulfils. */
type Condition = Omit<Extract<Filter, { kind: 'at' }>, 'path'> & { readonly path: string };

function conditions(filter: Filter): readonly Condition[] {
  return conjuncts(filter).flatMap((part) => (part.kind === 'at' ? [{ ...part, path: part.path.join('.') }] : []));
}

/** Whether every document that matches is in the index: where that is sparse or partial, the query has to say so itself. */
function holdsAll({ spec, fields, partial }: Index, all: readonly Condition[]): boolean {
  if (spec.sparse) return all.some(({ path, test }) => fields.includes(path) && test.isPresent);
  const isAsked = (wanted: Condition) => all.some(({ path, text }) => path === wanted.path && text === wanted.text);
  return !partial || conditions(partial).every(isAsked);
}

/** The intervals of each field of an index, where there are any. */
type Bounds = readonly (readonly Interval[] | undefined)[];

function planIndex(index: Index, all: readonly Condition[], sort: SortSpec | undefined): Plan | undefined {
  if (!holdsAll(index, all)) return undefined;
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
  return { index, ranges, backwards, isSorted, bounded: points + (last ? 0.5 : 0) };
}

function rangesOf(prefix: Buffer, intervals: readonly Interval[] | undefined): readonly KeyRange[] {
  const within = (bytes: Buffer) => Buffer.concat([prefix, bytes]);
  if (!intervals) return [{ start: prefix, end: within(Buffer.of(0xff)) }];
  return intervals.map(({ from, to }) => ({ start: within(keyAt(from)), end: within(keyAt(to)) }));
}

/**
 * Where documents have arrays, one condition may be met by one element and the next by another: then only one condition bounds the
 * field, and only one such field is bounded.
 */
function boundsOf({ fields, multikey, directions }: Index, all: readonly Condition[]): Bounds {
  let hasBoundArray = false;
  return fields.map((field, slot) => {
    const found = all.flatMap(({ path, test }) => (path === field && test.intervals ? [test.intervals] : []));
    const isOpen = found.length === 0 || field.split('.').some(isIndex) || (multikey[slot] && hasBoundArray);
    if (isOpen) return undefined;
    hasBoundArray ||= multikey[slot] === true;
    const single = found.find((one) => one.every(({ isPoint }) => isPoint)) ?? found[0] ?? [];
    const intervals = multikey[slot] ? single : found.reduce(intersect);
    return directions[slot] === 1 ? intervals : intervals.map(mirror).reverse();
  });
}

/** In which direction the index gives the sort: 1, -1, or not at all. Fields that are narrowed down to one point do not count. */
function directionOf({ fields, directions, multikey }: Index, points: Bounds, sort: SortSpec): number | undefined {
  let slot = 0;
  let direction: number | undefined;
  for (const { field, order } of sort) {
    const own = fields.indexOf(field);
    if (points[own]?.length === 1 && !multikey[own]) continue;
    while (fields[slot] !== field && points[slot]?.length === 1) slot += 1;
    const here = order * (directions[slot] ?? 1);
    if (fields[slot] !== field || multikey[slot] || (direction ?? here) !== here) return undefined;
    direction = here;
    slot += 1;
  }
  return direction ?? 1;
}
