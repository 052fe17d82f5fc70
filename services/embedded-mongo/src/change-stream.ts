import { Args } from './args.ts';
import { type Doc, docOf, isIdentical, NULL, toValue, type Value } from './bson.ts';
import type { Batch, BatchSource } from './cursors.ts';
import { fail, refuse } from './errors.ts';
import { encodeKey } from './keys.ts';
import { type OplogEntry, timestampOf } from './oplog.ts';
import { runPipeline, type Stage } from './pipeline.ts';
import type { Engine } from './request.ts';

/** What a stream watches: one collection, one database, or everything. */
export interface Scope {
  readonly db?: string;
  readonly coll?: string;
}

const PAGE = 100;
const BATCH_BYTES = 15 * 1024 * 1024;
const AT_INVALIDATE = '01';

/** The events of `$changeStream`, from the place that its options name. */
export class ChangeStream implements BatchSource {
  readonly #engine: Engine;
  readonly #scope: Scope;
  readonly #looksUp: boolean;
  readonly #stages: readonly Stage[];
  readonly #queue: Doc[] = [];
  #at: number;
  #token: Value;
  #isOver = false;

  constructor(engine: Engine, scope: Scope, options: Doc, stages: readonly Stage[]) {
    const known = 'fullDocument fullDocumentBeforeChange resumeAfter startAfter allChangesForCluster';
    const args = new Args('$changeStream', options, known);
    const [full, before] = [args.text('fullDocument') ?? 'default', args.text('fullDocumentBeforeChange') ?? 'off'];
    if (full !== 'default' && full !== 'updateLookup') refuse(9, `The option fullDocument: '${full}'`);
    if (before !== 'off') refuse(9, `The option fullDocumentBeforeChange: '${before}'`);
    const unknown = stages.find(({ name }) => name !== '$match' && name !== '$project');
    if (unknown) refuse(20, `The stage ${unknown.name} in a change stream`);
    this.#engine = engine;
    this.#scope = scope;
    this.#looksUp = full === 'updateLookup';
    this.#stages = stages;
    this.#at = startOf(args) ?? engine.oplog.last;
    this.#token = tokenOf(this.#at);
    if (this.#at > engine.oplog.last) fail(260, 'The resume token names a place that this database has not come to.');
    if (!engine.oplog.remembers(this.#at)) fail(286, 'The resume point may no longer be in the oplog.');
    const [last] = args.value('resumeAfter') ? engine.oplog.read(this.#at - 1, 1) : [];
    if (last?.seq === this.#at) this.#endAt(last);
  }

  wait(wake: () => void): () => void {
    return this.#engine.oplog.wait(wake);
  }

  next(size: number): Batch {
    const docs: Doc[] = [];
    for (let bytes = 0; docs.length < size && bytes < BATCH_BYTES; ) {
      const event = this.#queue.shift() ?? this.#advance();
      if (!event) break;
      this.#token = event.get('_id') ?? this.#token;
      for (const doc of runPipeline([event], this.#stages)) {
        if (!isIdentical(doc.get('_id') ?? NULL, this.#token)) fail(280, 'The pipeline changed _id, the resume token.');
        docs.push(doc);
        bytes += doc.bytes.length;
      }
    }
    if (docs.length === 0 && !this.#isOver) this.#token = tokenOf(this.#at);
    return { docs, isLast: this.#isOver && this.#queue.length === 0, resumeToken: this.#token };
  }

  /** The next event of the history that is in scope. */
  #advance(): Doc | undefined {
    for (let isMore = !this.#isOver; isMore; ) {
      const page = this.#engine.oplog.read(this.#at, PAGE);
      for (const entry of page) {
        this.#at = entry.seq;
        if (!this.#isInScope(entry.entry)) continue;
        this.#endAt(entry);
        return this.#event(entry);
      }
      isMore = page.length === PAGE;
    }
    return undefined;
  }

  #isInScope(entry: Doc): boolean {
    const { db = textAt(entry, 'db'), coll = textAt(entry, 'coll') } = this.#scope;
    return textAt(entry, 'db') === db && textAt(entry, 'coll') === coll;
  }

  /** When what is watched is gone, the stream ends with an event that says so. */
  #endAt({ seq, entry }: OplogEntry): void {
    const ending = this.#scope.coll ? 'drop' : this.#scope.db ? 'dropDatabase' : undefined;
    if (textAt(entry, 'operation') !== ending || !this.#isInScope(entry)) return;
    this.#isOver = true;
    const times = { clusterTime: timestampOf(seq), wallTime: entry.get('wall') };
    this.#queue.push(docOf({ _id: tokenOf(seq, AT_INVALIDATE), operationType: 'invalidate', ...times }));
  }

  #event({ seq, entry, body }: OplogEntry): Doc {
    const [operationType, db, coll] = [textAt(entry, 'operation'), textAt(entry, 'db'), textAt(entry, 'coll')];
    const full = operationType === 'insert' || operationType === 'replace' ? body() : undefined;
    const current = operationType === 'update' && this.#looksUp ? this.#current(db, coll, entry.get('key')) : undefined;
    return docOf({
      _id: tokenOf(seq),
      operationType,
      clusterTime: timestampOf(seq),
      wallTime: entry.get('wall'),
      fullDocument: full ?? current,
      ns: docOf({ db, coll: coll || undefined }),
      documentKey: entry.get('key'),
      updateDescription: entry.get('update'),
    });
  }

  #current(db: string, coll: string, key: Value | undefined): Doc | null {
    const id = key?.type === 'object' ? key.value.get('_id') : undefined;
    const found = id && this.#engine.catalog.find(db, coll)?.findById(encodeKey(id));
    return found?.doc ?? null;
  }
}

function textAt(doc: Doc, name: string): string {
  const value = doc.get(name);
  return value?.type === 'string' ? value.value : '';
}

function tokenOf(seq: number, kind = '00'): Value {
  return toValue(docOf({ _data: seq.toString(16).padStart(16, '0') + kind }));
}

function startOf(args: Args): number | undefined {
  const [resume, start] = [args.doc('resumeAfter'), args.doc('startAfter')];
  if (resume && start) fail(40674, 'Only one type of resume option is allowed, but multiple were found.');
  const token = resume ?? start;
  if (!token) return undefined;
  const data = textAt(token, '_data');
  if (!/^[0-9a-f]{16}0[01]$/.test(data)) fail(9, `Bad resume token: '${data}'`);
  if (resume && data.endsWith(AT_INVALIDATE)) fail(260, "'resumeAfter' is not allowed from an invalidate event.");
  return Number.parseInt(data.slice(0, 16), 16);
}
