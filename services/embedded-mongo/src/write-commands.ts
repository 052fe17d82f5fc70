import { Args } from './args.ts';
import { bson, docOf, type Plain } from './build.ts';
import { deleteDoc, insertDoc, updateDoc } from './changes.ts';
import type { Stored } from './collection.ts';
import { OK } from './cursor-replies.ts';
import { Doc, NULL, type Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { parseFilter } from './filter.ts';
import { DuplicateKeyError } from './indexes.ts';
import { parseProjection } from './projector.ts';
import { type Query, runQuery } from './query.ts';
import { collectionName, deadlineOf, type Engine, type Request } from './request.ts';
import { parseSort } from './sorter.ts';
import { parseUpdate } from './update-spec.ts';
import { upsertDoc } from './upsert.ts';

const MAX_STATEMENTS = 100_000;

/** Runs the statements of a write command; one that fails is noted, and ends the others when they are ordered. */
function runStatements(
  command: Args,
  statements: readonly Value[],
  run: (statement: Doc, index: number) => void,
): Plain[] {
  if (statements.length === 0 || statements.length > MAX_STATEMENTS)
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${statements.length} operations.`,
    );
  const isOrdered = !command.has('ordered') || command.flag('ordered');
  const errors: Plain[] = [];
  for (const [index, statement] of statements.entries()) {
    if (statement.type !== 'object') throw new MongoError(14, 'Every statement of a write command must be an object');
    try {
      run(statement.value, index);
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      errors.push(docOf({ index, ...errorFields(cause) }));
      if (isOrdered) break;
    }
  }
  return errors;
}

/** What a reply says about an error. */
export function errorFields(error: MongoError): Record<string, Plain> {
  const fields = { code: error.code, codeName: error.codeName, errmsg: error.message };
  if (!(error instanceof DuplicateKeyError)) return fields;
  const values = error.keyValue.map(([field, part]) => [field, bson(typeof part === 'string' ? NULL : part)] as const);
  return { ...fields, keyPattern: error.keyPattern, keyValue: docOf(Object.fromEntries(values)) };
}

export function insert(engine: Engine, request: Request): Doc {
  const args = new Args('insert', request.body, ['documents', 'ordered', 'bypassDocumentValidation']);
  const collection = engine.catalog.ensure(request.db, collectionName(request));
  let n = 0;
  const errors = runStatements(args, args.required('documents', args.list('documents')), (doc) => {
    insertDoc(engine.oplog, collection, doc);
    n += 1;
  });
  return docOf({ n, writeErrors: errors.length > 0 ? errors : undefined, ok: OK });
}

export function update(engine: Engine, request: Request): Doc {
  const args = new Args('update', request.body, ['updates', 'ordered', 'bypassDocumentValidation', 'let']);
  const upserted: Plain[] = [];
  let n = 0;
  let nModified = 0;
  const errors = runStatements(args, args.required('updates', args.list('updates')), (statement, index) => {
    const one = new Args('update.updates', statement, [
      'q',
      'u',
      'upsert',
      'multi',
      'hint',
      'collation',
      'arrayFilters',
    ]);
    if (one.has('arrayFilters')) throw refuse(2, "The option 'update.updates.arrayFilters'");
    const query = {
      filter: parseFilter(one.required('q', one.doc('q'))),
      limit: one.flag('multi') ? 0 : 1,
      hint: one.value('hint'),
    };
    const change = parseUpdate(one.value('u'));
    if (change.kind === 'replacement' && one.flag('multi'))
      throw new MongoError(9, 'multi update is not supported for replacement-style update');
    const found = matchesOf(engine, request, query);
    for (const stored of found.matches) {
      if (found.collection && updateDoc(engine.oplog, found.collection, stored, change)) nModified += 1;
      n += 1;
    }
    if (found.matches.length > 0 || !one.flag('upsert')) return;
    const collection = engine.catalog.ensure(request.db, collectionName(request));
    const { doc } = insertDoc(engine.oplog, collection, upsertDoc(query.filter, change, new Date()));
    upserted.push(docOf({ index, _id: bson(doc.get('_id') ?? NULL) }));
    n += 1;
  });
  return docOf({
    n,
    nModified,
    upserted: upserted.length > 0 ? upserted : undefined,
    writeErrors: errors.length > 0 ? errors : undefined,
    ok: OK,
  });
}

export function remove(engine: Engine, request: Request): Doc {
  const args = new Args('delete', request.body, ['deletes', 'ordered', 'let']);
  let n = 0;
  const errors = runStatements(args, args.required('deletes', args.list('deletes')), (statement) => {
    const one = new Args('delete.deletes', statement, ['q', 'limit', 'hint', 'collation']);
    const limit = one.required('limit', one.count('limit'));
    if (limit > 1) throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    const found = matchesOf(engine, request, {
      filter: parseFilter(one.required('q', one.doc('q'))),
      limit,
      hint: one.value('hint'),
    });
    for (const stored of found.matches) if (found.collection) deleteDoc(engine.oplog, found.collection, stored);
    n += found.matches.length;
  });
  return docOf({ n, writeErrors: errors.length > 0 ? errors : undefined, ok: OK });
}

/** All matches, before any of them is changed: so no change can make a query meet a document twice. */
function matchesOf(engine: Engine, request: Request, query: Query) {
  const collection = engine.catalog.find(request.db, collectionName(request));
  const matches: readonly Stored[] = collection ? [...runQuery(collection, query, deadlineOf(request)).matches] : [];
  return { collection, matches };
}

const FIND_AND_MODIFY = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'hint',
  'collation',
  'arrayFilters',
  'bypassDocumentValidation',
  'let',
];

export function findAndModify(engine: Engine, request: Request): Doc {
  const args = new Args('findAndModify', request.body.without('findandmodify'), FIND_AND_MODIFY);
  if (args.has('arrayFilters')) throw refuse(2, "The option 'findAndModify.arrayFilters'");
  const [removes, returnsNew, upserts] = [args.flag('remove'), args.flag('new'), args.flag('upsert')];
  if (removes && args.has('update')) throw new MongoError(9, 'Cannot specify both an update and remove=true');
  if (removes && upserts) throw new MongoError(9, 'Cannot specify both upsert=true and remove=true');
  if (removes && returnsNew)
    throw new MongoError(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  if (!removes && !args.has('update')) throw new MongoError(9, 'Either an update or remove=true must be specified');
  const project = parseProjection(args.doc('fields') ?? Doc.EMPTY, false);
  const change = removes ? undefined : parseUpdate(args.value('update'));
  const query = {
    filter: parseFilter(args.doc('query') ?? Doc.EMPTY),
    sort: parseSort(args.value('sort')),
    limit: 1,
    hint: args.value('hint'),
  };
  const { collection, matches } = matchesOf(engine, request, query);
  const [stored] = matches;
  const reply = (lastErrorObject: Doc, value: Doc | undefined) =>
    docOf({ lastErrorObject, value: value ? project(value) : null, ok: OK });
  if (stored && collection) {
    if (!change) {
      deleteDoc(engine.oplog, collection, stored);
      return reply(docOf({ n: 1 }), stored.doc);
    }
    const after = updateDoc(engine.oplog, collection, stored, change) ?? stored.doc;
    return reply(docOf({ n: 1, updatedExisting: true }), returnsNew ? after : stored.doc);
  }
  if (!change) return reply(docOf({ n: 0 }), undefined);
  if (!upserts) return reply(docOf({ n: 0, updatedExisting: false }), undefined);
  const target = engine.catalog.ensure(request.db, collectionName(request));
  const { doc } = insertDoc(engine.oplog, target, upsertDoc(query.filter, change, new Date()));
  return reply(
    docOf({ n: 1, updatedExisting: false, upserted: bson(doc.get('_id') ?? NULL) }),
    returnsNew ? doc : undefined,
  );
}
