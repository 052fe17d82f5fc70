import { bson, docOf, type Plain, toValue } from './build.ts';
import type { Catalog } from './catalog.ts';
import { idKeyOf } from './collection.ts';
import type { Batch, BatchSource } from './cursors.ts';
import type { Doc, Value } from './document.ts';
import { docSize, isIdentical } from './encode.ts';
import { MongoError, refuse } from './errors.ts';
import { type Oplog, type OplogEntry, seqOf, timestampOf } from './oplog.ts';
import { runPipeline, type Stage } from './pipeline.ts';
import { isTruthy } from './scalars.ts';

/** What a stream watches: one collection, one database, or everything. */
export interface Scope {
  readonly db?: string;
  readonly coll?: string;
}

const PAGE = 100;
const BATCH_BYTES = 15 * 1024 * 1024;
const AT_INVALIDATE = '01';

/** Checks the options of `$changeStream` and opens the stream at the place that they name. */
export function openChangeStream(
  oplog: Oplog,
  catalog: Catalog,
  scope: Scope,
  options: Doc,
  stages: readonly Stage[],
): BatchSource {
  for (const [name, value] of options.fields) checkOption(name, value);
  for (const { name } of stages) {
    if (name !== '$match' && name !== '$project') throw refuse(20, `The stage ${name} in a change stream`);
  }
  return new ChangeStream(oplog, catalog, scope, options, stages);
}

function checkOption(name: string, value: Value): void {
  const text = value.type === 'string' ? value.value : '';
  switch (name) {
    case 'fullDocument':
      if (text === 'default' || text === 'updateLookup') return;
      throw refuse(9, `The $changeStream option fullDocument: '${text}'`);
    case 'fullDocumentBeforeChange':
      if (text === 'off') return;
      throw refuse(9, `The $changeStream option fullDocumentBeforeChange: '${text}'`);
    case 'showExpandedEvents':
      if (!isTruthy(value)) return;
      throw refuse(9, 'The $changeStream option showExpandedEvents');
    case 'resumeAfter':
    case 'startAfter':
    case 'startAtOperationTime':
    case 'allChangesForCluster':
      return;
    default:
      throw refuse(40415, `BSON field '$changeStream.${name}' is an unknown field`);
  }
}

class ChangeStream implements BatchSource {
  readonly #oplog: Oplog;
  readonly #catalog: Catalog;
  readonly #scope: Scope;
  readonly #looksUp: boolean;
  readonly #stages: readonly Stage[];
  #at: number;
  #token: Value;
  #isOver = false;
  #queue: Doc[] = [];

  constructor(oplog: Oplog, catalog: Catalog, scope: Scope, options: Doc, stages: readonly Stage[]) {
    const full = options.get('fullDocument');
    this.#oplog = oplog;
    this.#catalog = catalog;
    this.#scope = scope;
    this.#looksUp = full?.type === 'string' && full.value === 'updateLookup';
    this.#stages = stages;
    this.#at = startOf(options) ?? oplog.last;
    this.#token = tokenOf(this.#at);
    if (this.#at > oplog.last)
      throw new MongoError(260, 'The resume token names a place that this database has not come to.');
    if (!oplog.remembers(this.#at))
      throw new MongoError(
        286,
        'Resume of change stream was not possible, as the resume point may no longer be in the oplog.',
      );
    const [last] = options.has('resumeAfter') ? oplog.read(this.#at - 1, 1) : [];
    if (last?.seq === this.#at && this.#isEnd(last)) this.#end(last);
  }

  wait(wake: () => void): () => void {
    return this.#oplog.wait(wake);
  }

  next(size: number): Batch {
    const docs: Doc[] = [];
    let bytes = 0;
    while (docs.length < size && bytes < BATCH_BYTES) {
      const event = this.#queue.shift() ?? this.#advance();
      if (!event) break;
      this.#token = event.get('_id') ?? this.#token;
      for (const doc of runPipeline([event], this.#stages)) {
        docs.push(checked(doc, event));
        bytes += docSize(doc);
      }
    }
    if (this.#queue.length === 0 && !this.#isOver && docs.length === 0) this.#token = tokenOf(this.#at);
    return { docs, isLast: this.#isOver && this.#queue.length === 0, resumeToken: this.#token };
  }

  /** The next event of the history that is in scope. */
  #advance(): Doc | undefined {
    while (!this.#isOver) {
      const page = this.#oplog.read(this.#at, PAGE);
      for (const entry of page) {
        this.#at = entry.seq;
        if (!this.#isInScope(entry.entry)) continue;
        if (this.#isEnd(entry)) this.#end(entry);
        return this.#event(entry);
      }
      if (page.length < PAGE) return undefined;
    }
    return undefined;
  }

  #isInScope(entry: Doc): boolean {
    const { db, coll } = this.#scope;
    return (db === undefined || textAt(entry, 'db') === db) && (coll === undefined || textAt(entry, 'coll') === coll);
  }

  #isEnd({ entry }: OplogEntry): boolean {
    const operation = textAt(entry, 'operation');
    if (!this.#isInScope(entry)) return false;
    return this.#scope.coll === undefined
      ? this.#scope.db !== undefined && operation === 'dropDatabase'
      : operation === 'drop';
  }

  #end({ seq, entry }: OplogEntry): void {
    this.#isOver = true;
    this.#queue.push(
      docOf({ _id: bson(tokenOf(seq, AT_INVALIDATE)), operationType: 'invalidate', ...times(seq, entry) }),
    );
  }

  #event({ seq, entry, body }: OplogEntry): Doc {
    const operation = textAt(entry, 'operation');
    const [db, coll, key, update] = [textAt(entry, 'db'), textAt(entry, 'coll'), entry.get('key'), entry.get('update')];
    const full = operation === 'insert' || operation === 'replace' ? body() : undefined;
    const current = operation === 'update' && this.#looksUp ? (this.#current(db, coll, key) ?? null) : undefined;
    return docOf({
      _id: bson(tokenOf(seq)),
      operationType: operation,
      ...times(seq, entry),
      fullDocument: full ?? current,
      ns: operation === 'dropDatabase' ? docOf({ db }) : docOf({ db, coll }),
      documentKey: key && bson(key),
      updateDescription: update && bson(update),
    });
  }

  #current(db: string, coll: string, key: Value | undefined): Doc | undefined {
    const collection = this.#catalog.find(db, coll);
    return key?.type === 'object' ? collection?.findById(idKeyOf(key.value))?.doc : undefined;
  }
}

function times(seq: number, entry: Doc): Record<string, Plain | undefined> {
  const wall = entry.get('wall');
  return { clusterTime: bson({ type: 'timestamp', value: timestampOf(seq) }), wallTime: wall && bson(wall) };
}

function textAt(doc: Doc, name: string): string {
  const value = doc.get(name);
  return value?.type === 'string' ? value.value : '';
}

function checked(doc: Doc, event: Doc): Doc {
  const [given, made] = [doc.get('_id'), event.get('_id')];
  if (given && made && isIdentical(given, made)) return doc;
  throw new MongoError(
    280,
    'Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point.',
  );
}

function tokenOf(seq: number, kind = '00'): Value {
  return toValue(docOf({ _data: seq.toString(16).padStart(16, '0') + kind }));
}

function startOf(options: Doc): number | undefined {
  const [resume, start, time] = [
    options.get('resumeAfter'),
    options.get('startAfter'),
    options.get('startAtOperationTime'),
  ];
  if ([resume, start, time].filter((one) => one !== undefined).length > 1)
    throw new MongoError(40674, 'Only one type of resume option is allowed, but multiple were found.');
  if (time !== undefined) {
    if (time.type !== 'timestamp') throw new MongoError(14, 'startAtOperationTime must be a timestamp');
    return seqOf(time.value) - 1;
  }
  const token = resume ?? start;
  if (token === undefined) return undefined;
  const data = token.type === 'object' ? textAt(token.value, '_data') : '';
  if (!/^[0-9a-f]{16}0[01]$/.test(data))
    throw new MongoError(9, `Bad resume token: ${data === '' ? 'no _data string' : data}`);
  if (resume && data.endsWith(AT_INVALIDATE))
    throw new MongoError(
      260,
      "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
    );
  return Number.parseInt(data.slice(0, 16), 16);
}
