import { Doc, docOf, type Value } from './bson.ts';
import { deleteDoc } from './changes.ts';
import { parseFilter } from './matcher.ts';
import { runQuery } from './query.ts';
import type { Engine } from './request.ts';

/** So many documents go in one transaction, so that nobody waits long behind it. */
const BATCH = 500;

/** Deletes documents whose time is over; tells whether there may be more. */
export function deleteExpired(engine: Engine, now: number): boolean {
  const expiring = engine.catalog
    .all()
    .flatMap((collection) => collection.indexes.map((index) => ({ collection, index })));
  const batches = expiring.map(({ collection, index: { spec, fields } }) => {
    if (spec.expireAfterSeconds === undefined) return 0;
    const end = new Date(now - spec.expireAfterSeconds * 1000);
    const expired = docOf({ [fields[0] ?? '']: docOf({ $lte: end }) });
    const filter = parseFilter(docOf({ $and: [expired, spec.partial ?? Doc.EMPTY] }));
    const hint: Value = { type: 'string', value: spec.name };
    const found = [...runQuery(collection, { filter, limit: BATCH, hint }).matches];
    for (const stored of found) deleteDoc(engine, collection, stored);
    return found.length;
  });
  return batches.includes(BATCH);
}
