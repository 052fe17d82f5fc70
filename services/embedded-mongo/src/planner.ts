import {
  conjuncts,
  type Interval,
  intersect,
  intervalsOf,
  keyAt,
  mirror,
  type Predicate,
  predicates,
} from './bounds.ts';
import type { Collection } from './collection.ts';
import type { Doc, Value } from './document.ts';
import { badValue, refuse } from './errors.ts';
import type { Filter } from './filter.ts';
import { coversAll } from './implication.ts';
import { keyFields } from './index-spec.ts';
import type { Index, KeyRange } from './indexes.ts';
import { isIndex } from './paths.ts';
import type { SortSpec } from './sorter.ts';

/** Entries of an index that begin with the same values, in order. */
export interface Stream {
  readonly prefixLength: number;
  readonly ranges: readonly KeyRange[];
}

export interface IndexPlan {
  readonly stage: 'IXSCAN';
  readonly index: Index;
  readonly streams: readonly Stream[];
  readonly backwards: boolean;
  /** `merge`: the streams have to be merged to be in the order of the sort. */
  readonly order: 'none' | 'sorted' | 'merge';
}

/** How a query finds its documents. Every plan gives a superset of the matches, which are looked at again. */
export type Plan =
  | IndexPlan
  | { readonly stage: 'COLLSCAN' }
  | { readonly stage: 'OR'; readonly branches: readonly IndexPlan[] };

/** More combinations of `$in` values than this are not spelled out. */
const MAX_STREAMS = 1000;
const MAX_MERGED = 100;

/** Chooses the index that narrows the query most, and gives its order where it can. */
export function planQuery(
  collection: Collection,
  filter: Filter,
  sort: SortSpec | undefined,
  hint: Value | undefined,
): Plan {
  if (hint !== undefined) return planHint(collection, filter, sort, hint);
  const candidates = collection.indexes.flatMap((index) => {
    const candidate = planIndex(index, filter, sort);
    return candidate && (candidate.bounded > 0 || candidate.plan.order !== 'none') ? [candidate] : [];
  });
  const best = candidates.reduce<Candidate | undefined>((a, b) => (a && !isBetter(b, a) ? a : b), undefined);
  if (best && best.bounded > 0) return best.plan;
  return planOr(collection, filter) ?? best?.plan ?? { stage: 'COLLSCAN' };
}

/** The intervals of each field of an index, where there are any. */
type Bounds = readonly (readonly Interval[] | undefined)[];

interface Candidate {
  readonly plan: IndexPlan;
  /** How many fields are narrowed down to points, and half a one for a range. */
  readonly bounded: number;
  readonly isOneDocument: boolean;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.isOneDocument !== b.isOneDocument) return a.isOneDocument;
  const points = Math.floor(a.bounded) - Math.floor(b.bounded);
  if (points !== 0) return points > 0;
  const ordered = Number(a.plan.order !== 'none') - Number(b.plan.order !== 'none');
  if (ordered !== 0 && a.bounded > 0 === b.bounded > 0) return ordered > 0;
  return a.bounded > b.bounded;
}

function planHint(collection: Collection, filter: Filter, sort: SortSpec | undefined, hint: Value): Plan {
  if (hint.type === 'object' && hint.value.has('$natural')) {
    if (keyFields(hint.value)[0]?.[1] === -1) throw refuse(2, 'The hint $natural: -1');
    return { stage: 'COLLSCAN' };
  }
  const index = collection.indexes.find(({ spec }) =>
    hint.type === 'string' ? spec.name === hint.value : hint.type === 'object' && isSameKey(spec.key, hint.value),
  );
  if (!index)
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  const candidate = planIndex(index, filter, sort);
  if (!candidate) throw refuse(2, `The hint of the index ${index.spec.name}, which does not hold all matches`);
  return candidate.plan;
}

function isSameKey(a: Doc, b: Doc): boolean {
  return JSON.stringify(keyFields(a)) === JSON.stringify(keyFields(b));
}

function planOr(collection: Collection, filter: Filter): Plan | undefined {
  const parts = conjuncts(filter);
  const or = parts.find((part) => part.kind === 'or');
  if (or?.kind !== 'or' || or.of.length === 0) return undefined;
  const rest = parts.filter((part) => part !== or);
  const branches: IndexPlan[] = [];
  for (const branch of or.of) {
    const plan = planQuery(collection, { kind: 'and', of: [branch, ...rest] }, undefined, undefined);
    if (plan.stage === 'COLLSCAN') return undefined;
    branches.push(...(plan.stage === 'OR' ? plan.branches : [plan]));
  }
  return { stage: 'OR', branches };
}

function planIndex(index: Index, filter: Filter, sort: SortSpec | undefined): Candidate | undefined {
  if (!coversAll(index, filter)) return undefined;
  const fields = boundsOf(index, predicates(filter));
  let prefixes: readonly Buffer[] = [Buffer.alloc(0)];
  let points = 0;
  for (const intervals of fields) {
    if (!intervals?.every((one) => one.isPoint) || prefixes.length * intervals.length > MAX_STREAMS) break;
    prefixes = prefixes.flatMap((prefix) => intervals.map((one) => Buffer.concat([prefix, one.from.bytes])));
    points += 1;
  }
  const last = fields[points];
  const streams = prefixes.map((prefix) => ({ prefixLength: prefix.length, ranges: rangesOf(prefix, last) }));
  const { order, backwards } = orderOf(index, fields, points, streams.length, sort);
  return {
    plan: { stage: 'IXSCAN', index, streams, backwards, order },
    bounded: points + (last ? 0.5 : 0),
    isOneDocument: index.isUnique && points === index.fields.length && streams.length === 1,
  };
}

function rangesOf(prefix: Buffer, intervals: readonly Interval[] | undefined): readonly KeyRange[] {
  if (!intervals) return [{ start: prefix, end: Buffer.concat([prefix, Buffer.of(0xff)]) }];
  return intervals.map(({ from, to }) => ({
    start: Buffer.concat([prefix, keyAt(from)]),
    end: Buffer.concat([prefix, keyAt(to)]),
  }));
}

/**
 * The intervals of each field. Where documents have arrays, one condition may be met by one element and the next by another: then only
 * one condition bounds the field, and only one such field is bounded.
 */
function boundsOf(index: Index, all: readonly Predicate[]): Bounds {
  let hasBoundArray = false;
  return index.fields.map((field, slot) => {
    if (field.split('.').some(isIndex)) return undefined;
    const found = all
      .filter(({ path }) => path === field)
      .flatMap(({ test }) => [intervalsOf(test)].filter((one) => one !== undefined));
    if (found.length === 0) return undefined;
    let intervals: readonly Interval[];
    if (index.multikey[slot]) {
      if (hasBoundArray) return undefined;
      hasBoundArray = true;
      intervals = found.find((one) => one.every(({ isPoint }) => isPoint)) ?? found[0] ?? [];
    } else {
      intervals = found.reduce(intersect);
    }
    return index.directions[slot] === 1 ? intervals : intervals.map(mirror).reverse();
  });
}

/** Whether the entries come in the order of the sort, one stream after the other or merged, and from which end. */
function orderOf(
  index: Index,
  fields: Bounds,
  points: number,
  streams: number,
  sort: SortSpec | undefined,
): Pick<IndexPlan, 'order' | 'backwards'> {
  if (!sort) return { order: 'none', backwards: false };
  const direct = directionOf(index, fields, points, sort, 0);
  if (direct !== undefined) return { order: 'sorted', backwards: direct === -1 };
  const merged = streams <= MAX_MERGED ? directionOf(index, fields, points, sort, points) : undefined;
  return { order: merged === undefined ? 'none' : 'merge', backwards: merged === -1 };
}

/** In which direction the index fields from `start` on give the sort: 1, -1, or not at all. */
function directionOf(index: Index, fields: Bounds, points: number, sort: SortSpec, start: number): 1 | -1 | undefined {
  const isFixed = (slot: number) => slot < points && fields[slot]?.length === 1;
  let slot = start;
  let direction: number | undefined;
  for (const { field, order } of sort) {
    const own = index.fields.indexOf(field);
    if (own >= 0 && isFixed(own) && !index.multikey[own]) continue;
    while (index.fields[slot] !== field && isFixed(slot)) slot += 1;
    if (index.fields[slot] !== field || index.multikey[slot]) return undefined;
    const here = order * (index.directions[slot] ?? 1);
    if (direction !== undefined && direction !== here) return undefined;
    direction = here;
    slot += 1;
  }
  return direction === -1 ? -1 : 1;
}
