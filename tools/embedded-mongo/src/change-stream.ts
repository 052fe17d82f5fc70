import { once } from 'node:events';
import { type Doc, docIn, docOf, isIdentical, NULL, textIn, toValue, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { encodeKey } from './keys.ts';
import { type OplogEntry, timestampOf } from './oplog.ts';
import { runPipeline, type Stage } from './pipeline.ts';
import { argsOf, type Engine } from './request.ts';

const PAGE_SIZE = 100;
const MAX_BATCH_BYTES = 15 * 1024 * 1024;

/** Opens a `$changeStream` on a collection, or on a database if `coll` is empty. It starts at `resumeAfter`, by default now. */
export function openChangeStream(engine: Engine, db: string, coll: string, options: Doc, stages: readonly Stage[]) {
  const { oplog, catalog } = engine;
  const args = argsOf('$changeStream', options, 'fullDocument resumeAfter');
  const [mode, after] = [args.text('fullDocument') ?? 'default', args.doc('resumeAfter')];
  if (mode !== 'default' && mode !== 'updateLookup') refuse(9, `The option fullDocument: '${mode}'`);
  const unknown = stages.find(({ name }) => name !== '$match' && name !== '$project');
  if (unknown) refuse(20, `The stage ${unknown.name} in a change stream`);
  const isInScope = (entry: Doc) => textAt(entry, 'db') === db && (!coll || textAt(entry, 'coll') === coll);
  const endOperation = coll ? 'drop' : 'dropDatabase';
  const isEnd = (entry: Doc) => textAt(entry, 'operation') === endOperation && isInScope(entry);
  let [at, isOver] = [after ? seqOf(after) : oplog.newest, false];
  let token = tokenOf(at);
  if (at > oplog.newest) fail(260, 'The resume token names a place that this database has not come to.');
  if (!oplog.hasAllAfter(at)) fail(286, 'The resume point may no longer be in the oplog.');

  const lookUp = (entry: Doc) => {
    const id = docIn(entry.get('key'))?.get('_id');
    const collection = catalog.find(textAt(entry, 'db'), textAt(entry, 'coll'));
    return (id && collection?.find(encodeKey(id))?.doc) ?? null;
  };
  const eventOf = ({ seq, entry, body }: OplogEntry) => {
    const operationType = textAt(entry, 'operation');
    const hasDocument = operationType === 'insert' || operationType === 'replace';
    const isLookedUp = operationType === 'update' && mode === 'updateLookup';
    return docOf({
      _id: tokenOf(seq, isOver),
      operationType,
      clusterTime: timestampOf(seq),
      wallTime: entry.get('wall'),
      fullDocument: hasDocument ? body() : isLookedUp ? lookUp(entry) : undefined,
      ns: docOf({ db: textAt(entry, 'db'), coll: textAt(entry, 'coll') || undefined }),
      documentKey: entry.get('key'),
      updateDescription: entry.get('update'),
    });
  };
  /** Returns the event of an entry in scope, followed by `invalidate` if it drops the watched collection or database. */
  const eventsOf = (change: OplogEntry): readonly Doc[] => {
    if (!isOver) return [eventOf(change)];
    const times = { clusterTime: timestampOf(at), wallTime: change.entry.get('wall') };
    return [eventOf(change), docOf({ _id: tokenOf(at, isOver), operationType: 'invalidate', ...times })];
  };
  const next = (size: number) => {
    const docs: Doc[] = [];
    let bytes = 0;
    const isDone = () => isOver || docs.length >= size || bytes >= MAX_BATCH_BYTES;
    const read = () => (isDone() ? [] : oplog.read(at, PAGE_SIZE));
    for (let page = read(); page.length > 0; page = read()) {
      for (const change of page) {
        if (isDone()) break;
        at = change.seq;
        if (!isInScope(change.entry)) continue;
        isOver = isEnd(change.entry);
        token = tokenOf(at, isOver);
        for (const doc of runPipeline(eventsOf(change), stages)) {
          if (!isIdentical(doc.get('_id') ?? NULL, token)) fail(280, 'The pipeline changed _id, the resume token.');
          docs.push(doc);
          bytes += doc.bytes.length;
        }
      }
    }
    if (docs.length === 0) token = tokenOf(at);
    return { docs, isLast: isOver, resumeToken: token };
  };
  const wait = (signal: AbortSignal) => once(oplog, 'commit', { signal }).catch(() => undefined);
  return { next, wait };
}

const textAt = (doc: Doc, name: string) => textIn(doc.get(name)) ?? '';

/** Returns the token of a place. That of an end has `ff` behind its number: nothing follows it. */
function tokenOf(seq: number, isEnd = false): Value {
  return toValue(docOf({ _data: `${seq.toString(16).padStart(16, '0')}${isEnd ? 'ff' : ''}` }));
}

function seqOf(token: Doc): number {
  const data = textAt(token, '_data');
  if (/^[0-9a-f]{16}ff$/.test(data)) fail(260, 'The resume token is one of the end of what was watched.');
  return /^[0-9a-f]{16}$/.test(data) ? Number.parseInt(data, 16) : fail(9, `Bad resume token: '${data}'`);
}
