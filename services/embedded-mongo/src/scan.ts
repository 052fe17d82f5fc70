import type { Collection, Stored } from './collection.ts';
import type { Deadline } from './deadline.ts';
import type { Filter } from './filter.ts';
import type { Entry } from './indexes.ts';
import { matches } from './matcher.ts';
import type { IndexPlan, Plan, Stream } from './planner.ts';

/** What a query has looked at so far. */
export interface Examined {
  keys: number;
  docs: number;
}

/** Carries out a plan: every matching document once. Between two steps the collection may change, as under a cursor of MongoDB. */
export function* scan(
  collection: Collection,
  plan: Plan,
  filter: Filter,
  deadline: Deadline,
  examined: Examined,
): Generator<Stored> {
  if (plan.stage === 'COLLSCAN') {
    for (const stored of collection.scan()) {
      deadline.check();
      examined.docs += 1;
      if (matches(filter, stored.doc)) yield stored;
    }
    return;
  }
  const plans = plan.stage === 'OR' ? plan.branches : [plan];
  const seen =
    plans.length > 1 || plans.some(({ index }) => index.multikey.includes(true)) ? new Set<number>() : undefined;
  for (const one of plans) {
    for (const { rid } of entriesOf(one)) {
      deadline.check();
      examined.keys += 1;
      if (seen?.has(rid)) continue;
      seen?.add(rid);
      const doc = collection.get(rid);
      examined.docs += 1;
      if (doc && matches(filter, doc)) yield { rid, doc };
    }
  }
}

function* entriesOf(plan: IndexPlan): Generator<Entry> {
  if (plan.order === 'merge') return yield* merge(plan);
  const streams = plan.backwards ? plan.streams.toReversed() : plan.streams;
  for (const stream of streams) yield* entriesOfStream(plan, stream);
}

function* entriesOfStream(plan: IndexPlan, stream: Stream): Generator<Entry> {
  const ranges = plan.backwards ? stream.ranges.toReversed() : stream.ranges;
  for (const range of ranges) yield* plan.index.scan(range, plan.backwards);
}

/** Always takes the stream whose next entry comes first by what follows the prefix. */
function* merge(plan: IndexPlan): Generator<Entry> {
  const heads = plan.streams.flatMap((stream) => {
    const entries = entriesOfStream(plan, stream);
    const first = entries.next();
    return first.done ? [] : [{ entries, entry: first.value, prefix: stream.prefixLength }];
  });
  const sign = plan.backwards ? -1 : 1;
  for (;;) {
    let best = heads[0];
    if (!best) return;
    for (const head of heads) {
      const order = head.entry.key.subarray(head.prefix).compare(best.entry.key.subarray(best.prefix));
      if (order * sign < 0) best = head;
    }
    yield best.entry;
    const next = best.entries.next();
    if (next.done) heads.splice(heads.indexOf(best), 1);
    else best.entry = next.value;
  }
}
