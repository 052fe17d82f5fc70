import { Doc, docOf, toValue, type Value } from './bson.ts';
import type { Collection, Stored } from './collection.ts';
import { fail, refuse } from './errors.ts';
import { valueAt } from './paths.ts';
import type { Engine, Request } from './request.ts';
import { applyUpdate, type Update, withIdFirst } from './updater.ts';

/** Inserts a document, giving it an `_id` where it has none, and notes it in the history. */
export function insertDoc(request: Request, given: Doc): Doc {
  const doc = withIdFirst(given);
  const id = doc.get('_id');
  if (id?.type === 'array' || id?.type === 'regex') fail(53, `The '_id' value cannot be of type ${id.type}`);
  const hasDollar = id?.type === 'object' && [...id.value.fields.keys()].some((name) => name.startsWith('$'));
  if (hasDollar) fail(52, "_id fields may not contain '$'-prefixed fields");
  const isEmptyTime = (value: Value) => value.type === 'timestamp' && value.value === 0n;
  if ([...doc.fields.values()].some(isEmptyTime)) refuse(2, 'An empty timestamp, which a server would fill in');
  const collection = request.ensured;
  const stored = collection.insert(doc);
  request.engine.oplog.append('insert', collection, { key: keyOf(doc) }, stored);
  return doc;
}

/** Applies an update to a stored document; `undefined` when it changes nothing. */
export function updateDoc({ oplog }: Engine, collection: Collection, stored: Stored, update: Update): Doc | undefined {
  const { doc, touched } = applyUpdate(stored.doc, update, new Date(), false);
  if (doc === stored.doc) return undefined;
  collection.replace(stored, doc);
  oplog.release(collection, stored);
  if (update.kind === 'replacement') oplog.append('replace', collection, { key: keyOf(doc) }, { rid: stored.rid, doc });
  else oplog.append('update', collection, { key: keyOf(doc), update: describe(doc, touched) });
  return doc;
}

/** Deletes a stored document. */
export function deleteDoc({ oplog }: Engine, collection: Collection, stored: Stored): void {
  collection.remove(stored);
  oplog.release(collection, stored);
  oplog.append('delete', collection, { key: keyOf(stored.doc) });
}

/** Drops a collection with everything in it. */
export function dropCollection({ oplog, catalog }: Engine, collection: Collection): void {
  oplog.releaseAll(collection);
  catalog.drop(collection);
  oplog.append('drop', collection, {});
}

function keyOf(doc: Doc): Doc {
  return docOf({ _id: doc.get('_id') });
}

function describe(doc: Doc, touched: readonly string[]): Doc {
  const root = toValue(doc);
  const values = [...new Set(touched)].map((path) => [path, valueAt(root, path.split('.'))] as const);
  const updatedFields = Doc.of(values.flatMap(([path, value]) => (value ? [[path, value] as const] : [])));
  const removedFields = values.flatMap(([path, value]) => (value ? [] : [path]));
  return docOf({ updatedFields, removedFields, truncatedArrays: [] });
}
