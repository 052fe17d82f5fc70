import type { Collection } from './collection.ts';
import { fail, refuse } from './errors.ts';
import { keyFields, keyText } from './index-spec.ts';
import type { Index, KeyRange } from './indexes.ts';
import { type Interval, intersect, isWithin, keyAt, mirror } from './intervals.ts';
import { conjuncts, type Filter, type Test } from './matcher.ts';
import { isIndex } from './paths.ts';
import type { Query } from './query.ts';
import type { SortSpec } from './sorter.ts';

/** A way through an index: its ranges in the order of the index, or against it. */
export interface IndexPlan {
  readonly stage: 'IXSCAN';
  readonly index: Index;
  readonly ranges: readonly KeyRange[];
  readonly backwards: boolean;
  /** Whether the entries come in the order of the sort. */
  readonly isSorted: boolean;
  /** How many fields are narrowed down to points, and half a one for a range. */
  readonly bounded: number;
}

/** How a query finds its documents. Every plan gives a superset of the matches, which are looked at again. */
export type Plan =
  | IndexPlan
  | { readonly stage: 'COLLSCAN' }
  | { readonly stage: 'OR'; readonly branches: readonly IndexPlan[] };

/** More combinations of `$in` values than these are not spelled out. */
const MAX_PREFIXES = 1000;

/** Chooses the index that narrows the query most, and gives its order where it can. */
export function planQuery(collection: Collection, query: Query): Plan {
  if (query.hint) return planHint(collection, query);
  const plans = collection.indexes.flatMap((index) => planIndex(index, query) ?? []);
  const useful = plans.filter(({ bounded, isSorted }) => bounded > 0 || isSorted);
  const [best] = useful.toSorted((a, b) => rank(b) - rank(a));
  if (best && best.bounded > 0) return best;
  return planOr(collection, query.filter) ?? best ?? { stage: 'COLLSCAN' };
}

/** One document, then many points, then the order of the sort, then a range; an index for its order alone comes last. */
function rank({ index, ranges, bounded, isSorted }: IndexPlan): number {
  const isOne = index.isUnique && ranges.length === 1 && bounded === index.fields.length;
  return (isOne ? 1000 : 0) + Math.floor(bounded) * 10 + (isSorted && bounded > 0 ? 4 : 0) + (bounded % 1 > 0 ? 2 : 0);
}

function planHint(collection: Collection, query: Query): Plan {
  const { hint } = query;
  const key = hint?.type === 'object' ? hint.value : undefined;
  if (key?.get('$natural'))
    return keyFields(key)[0]?.[1] === 1 ? { stage: 'COLLSCAN' } : refuse(2, 'The hint $natural: -1');
  const text = hint?.type === 'string' ? hint.value : key && keyText(key);
  const index = collection.indexes.find(({ spec }) => text === (key ? keyText(spec.key) : spec.name));
  if (!index) fail(2, 'hint provided does not correspond to an existing index');
  return (
    planIndex(index, query) ?? refuse(2, `The hint of the index ${index.spec.name}, which does not hold all matches`)
  );
}

/** An index for each branch of an `$or`. */
function planOr(collection: Collection, filter: Filter): Plan | undefined {
  const parts = conjuncts(filter);
  const or = parts.find(({ kind }) => kind === 'or');
  if (or?.kind !== 'or') return undefined;
  const rest = parts.filter((part) => part !== or);
  const plans = or.of.map((branch) => planQuery(collection, { filter: { kind: 'and', of: [branch, ...rest] } }));
  const branchesOf = (plan: Plan) => (plan.stage === 'OR' ? plan.branches : plan.stage === 'IXSCAN' ? [plan] : []);
  const branches = plans.flatMap(branchesOf);
  return plans.some(({ stage }) => stage === 'COLLSCAN') ? undefined : { stage: 'OR', branches };
}

/** A condition on a single path that every match fulfils, those within `$elemMatch` under their whole path. */
interface Predicate {
  readonly path: string;
  readonly test: Test;
}

function predicates(filter: Filter, prefix = ''): readonly Predicate[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind !== 'at') return [];
    const path = prefix + part.path.join('.');
    return [{ path, test: part.test }, ...(part.test.element ? predicates(part.test.element, `${path}.`) : [])];
  });
}

/** Whether every document that matches is in the index, however sparse or partial that is. */
function holdsAll({ spec, fields, partial }: Index, all: readonly Predicate[]): boolean {
  if (spec.sparse) return all.some(({ path, test }) => fields.includes(path) && test.isPresent);
  const isImplied = ({ path, test }: Predicate) => all.some((one) => one.path === path && implies(one.test, test));
  return !partial || predicates(partial).every(isImplied);
}

function implies(given: Test, wanted: Test): boolean {
  if (wanted.isPresent && !given.isPresent) return false;
  if (wanted.isExists) return true;
  return given.intervals !== undefined && wanted.intervals !== undefined && isWithin(given.intervals, wanted.intervals);
}

/** The intervals of each field of an index, where there are any. */
type Bounds = readonly (readonly Interval[] | undefined)[];

function planIndex(index: Index, { filter, sort }: Query): IndexPlan | undefined {
  const all = predicates(filter);
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
  return { stage: 'IXSCAN', index, ranges, backwards, isSorted, bounded: points + (last ? 0.5 : 0) };
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
function boundsOf({ fields, multikey, directions }: Index, all: readonly Predicate[]): Bounds {
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
