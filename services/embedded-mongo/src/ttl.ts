import { Doc, docOf } from './bson.ts';
import { parseFilter } from './matcher.ts';
import { runQuery } from './planner.ts';
import type { Engine } from './request.ts';
import { deleteDoc } from './write-commands.ts';

/** So many documents of an index go at a time, so that nobody waits long behind them; the others go the next time. */
const BATCH = 5000;

/** Deletes documents whose time is over. */
export function deleteExpired(engine: Engine, now: number): Doc {
  for (const collection of engine.catalog.all()) {
    for (const { spec, fields } of collection.indexes) {
      if (spec.expireAfterSeconds === undefined) continue;
      const end = new Date(now - spec.expireAfterSeconds * 1000);
      const expired = docOf({ [fields[0] ?? '']: docOf({ $lte: end }) });
      const filter = parseFilter(docOf({ $and: [expired, spec.partial ?? Doc.EMPTY] }));
      const matches = [...runQuery(collection, { filter, limit: BATCH }).matches];
      for (const stored of matches) deleteDoc(engine, collection, stored);
    }
  }
  return Doc.EMPTY;
}
