import { Doc, docOf } from './bson.ts';
import { parseFilter } from './matcher.ts';
import { runQuery } from './planner.ts';
import type { Engine } from './request.ts';
import { deleteDoc } from './write-commands.ts';

/** The limit per index and run, so that other commands do not wait long. The next run deletes the rest. */
const MAX_DELETIONS = 5000;

/** Deletes expired documents. */
export function deleteExpired(engine: Engine, now: number): Doc {
  for (const collection of engine.catalog.all()) {
    for (const { spec, fields } of collection.indexes) {
      if (spec.expireAfterSeconds === undefined) continue;
      const cutoff = new Date(now - spec.expireAfterSeconds * 1000);
      const expired = docOf({ [fields[0] ?? '']: docOf({ $lte: cutoff }) });
      const filter = parseFilter(docOf({ $and: [expired, spec.partial ?? Doc.EMPTY] }));
      const matches = [...runQuery(collection, { filter, limit: MAX_DELETIONS }).matches];
      for (const stored of matches) deleteDoc(engine, collection, stored);
    }
  }
  return Doc.EMPTY;
}
