import { Doc, docOf, OK, type Plain, toValue, type Value } from './bson.ts';
import type { Collection, Stored } from './catalog.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { fieldsOf } from './indexes.ts';
import { parseFilter } from './matcher.ts';
import { valueAt } from './paths.ts';
import { type Query, runQuery } from './planner.ts';
import { parseProjection } from './projector.ts';
import { type Args, argsOf, type Engine, type Request } from './request.ts';
import { parseSort } from './sorter.ts';
import { applyUpdate, parseUpdate, type Update, upsertDoc, withIdFirst } from './updater.ts';

const MAX_STATEMENTS = 100_000;

/** Runs the statements of a write command. Returns their errors; the first one ends ordered statements. */
function runStatements(command: Args, list: string, run: (statement: Doc, index: number) => void): Plain[] | undefined {
  const statements = command.docs(list);
  const isValidSize = statements.length > 0 && statements.length <= MAX_STATEMENTS;
  if (!isValidSize) fail(16, `Write batch sizes must be between 1 and ${MAX_STATEMENTS}`);
  // In a transaction the first error ends it.
  const isOrdered = !command.value('ordered') || command.flag('ordered') || command.value('autocommit') !== undefined;
  const errors: Plain[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      errors.push(docOf({ index, ...fieldsOf(cause) }));
      if (isOrdered) break;
    }
  }
  return errors.length > 0 ? errors : undefined;
}

/** Returns all matches before any is changed, so that no change can make a query match a document twice. */
function matchesOf(request: Request, query: Query) {
  const { collection } = request;
  return collection ? Array.from(runQuery(collection, query).matches, (stored) => ({ collection, stored })) : [];
}

export function insert(request: Request): Doc {
  const args = request.args('insert', 'documents ordered');
  let n = 0;
  const writeErrors = runStatements(args, 'documents', (doc) => {
    insertDoc(request, doc);
    n += 1;
  });
  return docOf({ n, writeErrors, ok: OK });
}

export function update(request: Request): Doc {
  const args = request.args('update', 'updates ordered');
  const upserted: Plain[] = [];
  let [n, nModified] = [0, 0];
  const writeErrors = runStatements(args, 'updates', (statement, index) => {
    const options = argsOf('update.updates', statement, 'q u upsert multi');
    const filter = parseFilter(options.need('q', options.doc('q')));
    const change = parseUpdate(options.value('u'));
    const isMulti = options.flag('multi');
    if (change.kind === 'replacement' && isMulti) fail(9, 'multi update is not supported for replacement-style update');
    const matches = matchesOf(request, { filter, limit: isMulti ? 0 : 1 });
    for (const { collection, stored } of matches)
      if (updateDoc(request.engine, collection, stored, change)) nModified += 1;
    n += matches.length;
    if (matches.length > 0 || !options.flag('upsert')) return;
    const doc = insertDoc(request, upsertDoc(filter, change, new Date()));
    upserted.push(docOf({ index, _id: doc.get('_id') }));
    n += 1;
  });
  return docOf({ n, nModified, upserted: upserted.length > 0 ? upserted : undefined, writeErrors, ok: OK });
}

export function remove(request: Request): Doc {
  const args = request.args('delete', 'deletes ordered');
  let n = 0;
  const writeErrors = runStatements(args, 'deletes', (statement) => {
    const options = argsOf('delete.deletes', statement, 'q limit');
    const filter = parseFilter(options.need('q', options.doc('q')));
    const limit = options.need('limit', options.count('limit'));
    if (limit > 1) fail(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    const matches = matchesOf(request, { filter, limit });
    for (const { collection, stored } of matches) deleteDoc(request.engine, collection, stored);
    n += matches.length;
  });
  return docOf({ n, writeErrors, ok: OK });
}

export function findAndModify(request: Request): Doc {
  const args = request.args('findAndModify', 'findandmodify query sort remove update new fields upsert');
  const [removes, returnsNew, upserts] = [args.flag('remove'), args.flag('new'), args.flag('upsert')];
  if (removes === Boolean(args.value('update'))) fail(9, 'Either an update or remove=true must be specified');
  if (removes && (returnsNew || upserts)) fail(9, 'Cannot specify remove=true with new=true or upsert=true');
  const project = parseProjection(args.doc('fields') ?? Doc.EMPTY);
  const change = removes ? undefined : parseUpdate(args.value('update'));
  const [filter, sort] = [parseFilter(args.doc('query') ?? Doc.EMPTY), parseSort(args.value('sort'))];
  const [match] = matchesOf(request, { filter, sort, limit: 1 });
  const reply = (lastError: Record<string, Plain | undefined>, value: Doc | undefined) =>
    docOf({ lastErrorObject: docOf(lastError), value: value ? project(value) : null, ok: OK });
  if (!change) {
    if (match) deleteDoc(request.engine, match.collection, match.stored);
    return reply({ n: match ? 1 : 0 }, match?.stored.doc);
  }
  if (match) {
    const after = updateDoc(request.engine, match.collection, match.stored, change) ?? match.stored.doc;
    return reply({ n: 1, updatedExisting: true }, returnsNew ? after : match.stored.doc);
  }
  if (!upserts) return reply({ n: 0, updatedExisting: false }, undefined);
  const doc = insertDoc(request, upsertDoc(filter, change, new Date()));
  return reply({ n: 1, updatedExisting: false, upserted: doc.get('_id') }, returnsNew ? doc : undefined);
}

/** Inserts a document, with a new `_id` if it has none. Returns the stored document. */
function insertDoc(request: Request, input: Doc): Doc {
  const doc = withIdFirst(input);
  const id = doc.get('_id');
  if (id?.type === 'array' || id?.type === 'regex') fail(53, `The '_id' value cannot be of type ${id.type}`);
  const hasDollar = id?.type === 'object' && [...id.value.fields.keys()].some((name) => name.startsWith('$'));
  if (hasDollar) fail(52, "_id fields may not contain '$'-prefixed fields");
  const isEmptyTime = (value: Value) => value.type === 'timestamp' && value.value === 0n;
  if ([...doc.fields.values()].some(isEmptyTime)) refuse(2, 'An empty timestamp, which a server would fill in');
  const collection = request.ensured;
  const rid = collection.put(undefined, doc);
  request.engine.oplog.append('insert', collection, { key: keyOf(doc) }, { rid, doc });
  return doc;
}

/** Applies an update to a stored document. Returns the new document, `undefined` if nothing changes. */
function updateDoc({ oplog }: Engine, collection: Collection, stored: Stored, update: Update): Doc | undefined {
  const { doc, touched } = applyUpdate(stored.doc, update, new Date(), false);
  if (doc === stored.doc) return undefined;
  collection.put(stored, doc);
  oplog.keepBody(collection, stored);
  if (update.kind === 'replacement') oplog.append('replace', collection, { key: keyOf(doc) }, { rid: stored.rid, doc });
  else oplog.append('update', collection, { key: keyOf(doc), update: describe(doc, touched) });
  return doc;
}

/** Deletes a stored document. */
function deleteDoc({ oplog }: Engine, collection: Collection, stored: Stored): void {
  collection.put(stored, undefined);
  oplog.keepBody(collection, stored);
  oplog.append('delete', collection, { key: keyOf(stored.doc) });
}

/** Drops a collection. */
export function dropCollection({ oplog, catalog }: Engine, collection: Collection): void {
  catalog.drop(collection);
  oplog.append('drop', collection, {});
}

const keyOf = (doc: Doc) => docOf({ _id: doc.get('_id') });

function describe(doc: Doc, touched: readonly string[]): Doc {
  const root = toValue(doc);
  const values = [...new Set(touched)].map((path) => [path, valueAt(root, path.split('.'))] as const);
  const removedFields = values.flatMap(([path, value]) => (value ? [] : [path]));
  return docOf({ updatedFields: Doc.of(values), removedFields, truncatedArrays: [] });
}

/** The limit per index and run, so that other commands do not wait long. The next run deletes the rest. */
const MAX_DELETIONS = 5000;

/** Deletes expired documents, and forgets idle sessions. */
export function deleteExpired(engine: Engine, now: number): Doc {
  engine.sessions.forgetIdle(now);
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
