import { bson, docOf, type Plain } from './build.ts';
import type { Collection, Stored } from './collection.ts';
import type { Doc, Value } from './document.ts';
import { MongoError } from './errors.ts';
import type { Oplog } from './oplog.ts';
import type { Update } from './update-spec.ts';
import { applyUpdate, currentDate } from './updater.ts';
import { withIdFirst } from './upsert.ts';

/** Inserts a document, giving it an `_id` where it has none, and notes it in the history. */
export function insertDoc(oplog: Oplog, collection: Collection, given: Doc): Stored {
  const doc = withIdFirst(stamped(given));
  checkStorable(doc);
  const stored = collection.insert(doc);
  oplog.append('insert', collection, { key: keyOf(doc) }, stored);
  return stored;
}

/** Applies an update to a stored document; `undefined` when it changes nothing. */
export function updateDoc(oplog: Oplog, collection: Collection, stored: Stored, update: Update): Doc | undefined {
  const { doc, touched } = applyUpdate(stored.doc, update, new Date(), false);
  if (doc === stored.doc) return undefined;
  checkStorable(doc);
  oplog.release(collection, stored);
  collection.replace(stored, doc);
  if (update.kind === 'replacement') oplog.append('replace', collection, { key: keyOf(doc) }, { rid: stored.rid, doc });
  else oplog.append('update', collection, { key: keyOf(doc), update: describe(doc, touched) });
  return doc;
}

/** Deletes a stored document. */
export function deleteDoc(oplog: Oplog, collection: Collection, stored: Stored): void {
  oplog.release(collection, stored);
  collection.remove(stored);
  oplog.append('delete', collection, { key: keyOf(stored.doc) });
}

function keyOf(doc: Doc): Doc {
  const id = doc.get('_id');
  return docOf({ _id: id && bson(id) });
}

function describe(doc: Doc, touched: readonly string[]): Doc {
  const updated: Record<string, Plain> = {};
  const removed: string[] = [];
  for (const path of new Set(touched)) {
    const value = plainAt(doc, path.split('.'));
    if (value === undefined) removed.push(path);
    else updated[path] = bson(value);
  }
  return docOf({ updatedFields: docOf(updated), removedFields: removed, truncatedArrays: [] });
}

function plainAt(doc: Doc, path: readonly string[]): Value | undefined {
  let value: Value | undefined = { type: 'object', value: doc };
  for (const part of path) {
    if (value?.type === 'object') value = value.value.get(part);
    else value = value?.type === 'array' ? value.value[Number(part)] : undefined;
  }
  return value;
}

/** MongoDB puts the time in the place of an empty timestamp in the top level. */
function stamped(doc: Doc): Doc {
  let result = doc;
  for (const [name, value] of doc.fields) {
    if (value.type === 'timestamp' && value.value === 0n && name !== '_id')
      result = result.with(name, currentDate('timestamp', new Date()));
  }
  return result;
}

function checkStorable(doc: Doc): void {
  const id = doc.get('_id');
  if (id?.type === 'array' || id?.type === 'regex')
    throw new MongoError(53, `The '_id' value cannot be of type ${id.type}`);
  const dollar = id?.type === 'object' && [...id.value.fields.keys()].find((name) => name.startsWith('$'));
  if (dollar)
    throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`);
}
