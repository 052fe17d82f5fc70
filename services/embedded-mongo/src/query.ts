import type { Value } from './bson.ts';
import type { Collection, Stored } from './collection.ts';
import { fail } from './errors.ts';
import { type Filter, matches } from './matcher.ts';
import { slice } from './pipeline.ts';
import { type Plan, planQuery } from './planner.ts';
import { type SortSpec, sortDocs } from './sorter.ts';

/** What a query asks for; a limit of 0 is none, and so is a time of 0. */
export interface Query {
  readonly filter: Filter;
  readonly sort?: SortSpec | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly hint?: Value | undefined;
  readonly maxTimeMs?: number | undefined;
}

/** Plans a query and begins it: its matches come one by one, and `examined` counts what it has looked at for them. */
export function runQuery(collection: Collection, query: Query) {
  const plan = planQuery(collection, query);
  const { sort } = query;
  const sortsInMemory = sort !== undefined && !(plan.stage === 'IXSCAN' && plan.isSorted);
  const examined = { keys: 0, docs: 0 };
  const [skip, limit] = [query.skip ?? 0, query.limit || Number.POSITIVE_INFINITY];
  const found = scan(collection, plan, query, examined);
  const ordered = sort && sortsInMemory ? sorted(found, sort, skip + limit) : found;
  return { plan, sortsInMemory, examined, matches: slice(ordered, skip, limit) };
}

function* sorted(found: Iterable<Stored>, sort: SortSpec, limit: number): Generator<Stored> {
  yield* sortDocs(found, sort, limit);
}

type Examined = { keys: number; docs: number };

/** Every matching document once. Between two steps the collection may change, as under a cursor of MongoDB. */
function* scan(collection: Collection, plan: Plan, query: Query, examined: Examined): Generator<Stored> {
  const end = query.maxTimeMs ? performance.now() + query.maxTimeMs : Number.POSITIVE_INFINITY;
  for (const stored of plan.stage === 'COLLSCAN' ? collection.scan() : recordsOf(collection, plan, examined)) {
    examined.docs += 1;
    if (examined.docs % 64 === 0 && performance.now() > end) fail(50, 'operation exceeded time limit');
    if (matches(query.filter, stored.doc)) yield stored;
  }
}

type Indexed = Exclude<Plan, { stage: 'COLLSCAN' }>;

function* recordsOf(collection: Collection, plan: Indexed, examined: Examined): Generator<Stored> {
  const plans = plan.stage === 'OR' ? plan.branches : [plan];
  const mayRepeat = plans.length > 1 || plans.some(({ index }) => index.multikey.includes(true));
  const seen = new Set<number>();
  for (const { index, ranges, backwards } of plans) {
    for (const range of backwards ? ranges.toReversed() : ranges) {
      for (const { rid } of index.scan(range, backwards)) {
        examined.keys += 1;
        const doc = seen.has(rid) ? undefined : collection.get(rid);
        if (mayRepeat) seen.add(rid);
        if (doc) yield { rid, doc };
      }
    }
  }
}
