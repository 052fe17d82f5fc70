import type { Collection, Stored } from './collection.ts';
import type { Deadline } from './deadline.ts';
import type { Value } from './document.ts';
import type { Filter } from './filter.ts';
import { limit, skip } from './pipeline.ts';
import { type Plan, planQuery } from './planner.ts';
import { type Examined, scan } from './scan.ts';
import { type SortSpec, sortDocs } from './sorter.ts';

/** What a query asks for. */
export interface Query {
  readonly filter: Filter;
  readonly sort?: SortSpec | undefined;
  readonly skip?: number | undefined;
  /** 0 is no limit. */
  readonly limit?: number | undefined;
  readonly hint?: Value | undefined;
}

/** A query on its way: how it is carried out, what it has looked at, and its matches one by one. */
export interface RunningQuery {
  readonly plan: Plan;
  readonly sortsInMemory: boolean;
  readonly examined: Examined;
  readonly matches: Iterable<Stored>;
}

/** Plans a query and begins it; nothing is read before the first match is asked for. */
export function runQuery(collection: Collection, query: Query, deadline: Deadline): RunningQuery {
  const plan = planQuery(collection, query.filter, query.sort, query.hint);
  const sortsInMemory = query.sort !== undefined && !(plan.stage === 'IXSCAN' && plan.order !== 'none');
  const examined = { keys: 0, docs: 0 };
  const most = query.limit || Number.POSITIVE_INFINITY;
  const first = query.skip ?? 0;
  let matches: Iterable<Stored> = scan(collection, plan, query.filter, deadline, examined);
  if (sortsInMemory && query.sort) matches = sorted(matches, query.sort, first + most);
  if (first > 0) matches = skip(matches, first);
  if (query.limit) matches = limit(matches, query.limit);
  return { plan, sortsInMemory, examined, matches };
}

function* sorted(matches: Iterable<Stored>, sort: SortSpec, most: number): Generator<Stored> {
  yield* sortDocs(matches, sort, most);
}
