import { Args } from './args.ts';
import { Doc, docOf, NULL, type Plain } from './bson.ts';
import { deleteDoc, insertDoc, updateDoc } from './changes.ts';
import { fail, MongoError } from './errors.ts';
import { DuplicateKeyError } from './indexes.ts';
import { parseFilter } from './matcher.ts';
import { parseProjection } from './projector.ts';
import { type Query, runQuery } from './query.ts';
import { OK, type Request } from './request.ts';
import { parseSort } from './sorter.ts';
import { parseUpdate, upsertDoc } from './updater.ts';

const MAX_STATEMENTS = 100_000;

/** Runs the statements of a write command; one that fails is noted, and ends the others when they are ordered. */
function runStatements(command: Args, list: string, run: (statement: Doc, index: number) => void): Plain[] | undefined {
  const statements = command.docs(list);
  const isRight = statements.length > 0 && statements.length <= MAX_STATEMENTS;
  if (!isRight) fail(16, `Write batch sizes must be between 1 and ${MAX_STATEMENTS}`);
  const isOrdered = !command.value('ordered') || command.flag('ordered');
  const errors: Plain[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      errors.push(docOf({ index, ...errorFields(cause) }));
      if (isOrdered) break;
    }
  }
  return errors.length > 0 ? errors : undefined;
}

/** What a reply says about an error. */
export function errorFields(error: MongoError): Record<string, Plain> {
  const fields = { code: error.code, codeName: error.codeName, errmsg: error.message };
  if (!(error instanceof DuplicateKeyError)) return fields;
  const keyValue = Doc.of(error.keyValue.map(([field, part]) => [field, typeof part === 'string' ? NULL : part]));
  return { ...fields, keyPattern: error.keyPattern, keyValue };
}

/** All matches, before any of them is changed: so no change can make a query meet a document twice. */
function matchesOf(request: Request, query: Query) {
  const { collection, maxTimeMs } = request;
  if (!collection) return [];
  return Array.from(runQuery(collection, { ...query, maxTimeMs }).matches, (stored) => ({ collection, stored }));
}

export function insert(request: Request): Doc {
  const args = request.args('insert', 'documents ordered bypassDocumentValidation');
  let n = 0;
  const writeErrors = runStatements(args, 'documents', (doc) => {
    insertDoc(request, doc);
    n += 1;
  });
  return docOf({ n, writeErrors, ok: OK });
}

export function update(request: Request): Doc {
  const args = request.args('update', 'updates ordered bypassDocumentValidation');
  const upserted: Plain[] = [];
  let [n, nModified] = [0, 0];
  const writeErrors = runStatements(args, 'updates', (statement, index) => {
    const one = new Args('update.updates', statement, 'q u upsert multi hint');
    const filter = parseFilter(one.need('q', one.doc('q')));
    const change = parseUpdate(one.value('u'));
    const isMulti = one.flag('multi');
    if (change.kind === 'replacement' && isMulti) fail(9, 'multi update is not supported for replacement-style update');
    const found = matchesOf(request, { filter, limit: isMulti ? 0 : 1, hint: one.value('hint') });
    for (const { collection, stored } of found)
      if (updateDoc(request.engine, collection, stored, change)) nModified += 1;
    n += found.length;
    if (found.length > 0 || !one.flag('upsert')) return;
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
    const one = new Args('delete.deletes', statement, 'q limit hint');
    const [filter, limit] = [parseFilter(one.need('q', one.doc('q'))), one.need('limit', one.count('limit'))];
    if (limit > 1) fail(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    const found = matchesOf(request, { filter, limit, hint: one.value('hint') });
    for (const { collection, stored } of found) deleteDoc(request.engine, collection, stored);
    n += found.length;
  });
  return docOf({ n, writeErrors, ok: OK });
}

export function findAndModify(request: Request): Doc {
  const known = 'findandmodify query sort remove update new fields upsert hint bypassDocumentValidation';
  const args = request.args('findAndModify', known);
  const [removes, returnsNew, upserts] = [args.flag('remove'), args.flag('new'), args.flag('upsert')];
  if (removes === Boolean(args.value('update'))) fail(9, 'Either an update or remove=true must be specified');
  if (removes && (returnsNew || upserts)) fail(9, 'Cannot specify remove=true with new=true or upsert=true');
  const fields = args.doc('fields') ?? Doc.EMPTY;
  const project = fields.fields.size > 0 ? parseProjection(fields, false) : (doc: Doc) => doc;
  const change = removes ? undefined : parseUpdate(args.value('update'));
  const [filter, sort] = [parseFilter(args.doc('query') ?? Doc.EMPTY), parseSort(args.value('sort'))];
  const [found] = matchesOf(request, { filter, sort, limit: 1, hint: args.value('hint') });
  const reply = (about: Record<string, Plain | undefined>, value: Doc | undefined) =>
    docOf({ lastErrorObject: docOf(about), value: value ? project(value) : null, ok: OK });
  if (found && change) {
    const after = updateDoc(request.engine, found.collection, found.stored, change) ?? found.stored.doc;
    return reply({ n: 1, updatedExisting: true }, returnsNew ? after : found.stored.doc);
  }
  if (found) deleteDoc(request.engine, found.collection, found.stored);
  if (!change) return reply({ n: found ? 1 : 0 }, found?.stored.doc);
  if (!upserts) return reply({ n: 0, updatedExisting: false }, undefined);
  const doc = insertDoc(request, upsertDoc(filter, change, new Date()));
  return reply({ n: 1, updatedExisting: false, upserted: doc.get('_id') }, returnsNew ? doc : undefined);
}
