import { deleteDoc } from './changes.ts';
import { Deadline } from './deadline.ts';
import type { Filter } from './filter.ts';
import { limit } from './pipeline.ts';
import { planQuery } from './planner.ts';
import type { Engine } from './request.ts';
import { scan } from './scan.ts';

/** So many documents go in one transaction, so that nobody waits long behind it. */
const BATCH = 500;

/** Deletes documents whose time is over; tells whether there may be more. */
export function deleteExpired(engine: Engine, now: number): boolean {
  let isMore = false;
  for (const collection of engine.catalog.all()) {
    for (const index of collection.indexes) {
      if (index.spec.expireAfterSeconds === undefined) continue;
      const end = BigInt(now) - BigInt(index.spec.expireAfterSeconds) * 1000n;
      const test = { kind: 'compare', op: 'lte', value: { type: 'date', value: end } } as const;
      const [path = []] = index.paths;
      const expired: Filter = { kind: 'at', path, test };
      const filter: Filter = index.partial ? { kind: 'and', of: [expired, index.partial] } : expired;
      const plan = planQuery(collection, filter, undefined, { type: 'string', value: index.spec.name });
      const found = [...limit(scan(collection, plan, filter, new Deadline(0), { keys: 0, docs: 0 }), BATCH)];
      for (const stored of found) deleteDoc(engine.oplog, collection, stored);
      if (found.length === BATCH) isMore = true;
    }
  }
  return isMore;
}
