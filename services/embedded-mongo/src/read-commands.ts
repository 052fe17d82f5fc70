import { Args } from './args.ts';
import { Doc, docOf, type Value } from './bson.ts';
import { ChangeStream } from './change-stream.ts';
import { type Batch, batchesOf, type Cursor, cursorReply } from './cursors.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { encodeKey } from './keys.ts';
import { parseFilter } from './matcher.ts';
import { isTruthy } from './numbers.ts';
import { extractKeys } from './paths.ts';
import { mapEach, parsePipeline, runPipeline } from './pipeline.ts';
import { parseProjection } from './projector.ts';
import { type Query, runQuery } from './query.ts';
import { OK, type Request } from './request.ts';
import { parseSort } from './sorter.ts';

/** What `find` asks for. */
export function parseFind(request: Request) {
  const cursor = 'batchSize singleBatch noCursorTimeout allowPartialResults allowDiskUse';
  const args = request.args('find', `filter projection sort skip limit hint ${cursor}`);
  return { args, query: { ...queryOf(args, 'filter'), sort: parseSort(args.value('sort')) } };
}

function queryOf(args: Args, field: string): Query {
  const filter = parseFilter(args.doc(field) ?? Doc.EMPTY);
  return { filter, skip: args.count('skip'), limit: args.count('limit'), hint: args.value('hint') };
}

export function find(request: Request): Doc {
  const { args, query } = parseFind(request);
  const projection = args.doc('projection');
  const project = projection?.fields.size ? parseProjection(projection, false) : undefined;
  const found = matchesOf(request, query);
  const source = batchesOf(project ? mapEach(found, (doc) => [project(doc)]) : found);
  return request.engine.cursors.open(request.namespace, source, args.count('batchSize'), args.flag('singleBatch'));
}

function* matchesOf(request: Request, query: Query): Generator<Doc> {
  const { collection, maxTimeMs } = request;
  if (collection) for (const { doc } of runQuery(collection, { ...query, maxTimeMs }).matches) yield doc;
}

export function count(request: Request): Doc {
  const args = request.args('count', 'query limit skip hint');
  const query = queryOf(args, 'query');
  const isPlain = !args.doc('query')?.fields.size && !query.limit && !query.skip;
  const n = isPlain ? (request.collection?.count() ?? 0) : [...matchesOf(request, query)].length;
  return docOf({ n, ok: OK });
}

export function distinct(request: Request): Doc {
  const args = request.args('distinct', 'key query hint');
  const path = args.need('key', args.text('key')).split('.');
  const values = new Map<string, Value>();
  for (const doc of matchesOf(request, queryOf(args, 'query'))) {
    for (const [part] of extractKeys(doc, [path]).tuples) {
      if (typeof part !== 'object') continue;
      const name = encodeKey(part).toString('latin1');
      values.set(name, values.get(name) ?? part);
    }
  }
  return docOf({ values: [...values.values()], ok: OK });
}

const AGGREGATE = 'pipeline cursor allowDiskUse bypassDocumentValidation hint';

/** The part of a pipeline that is a query, and the stages that remain. */
export function parseAggregate(request: Request) {
  const args = request.args('aggregate', AGGREGATE);
  const stages = parsePipeline(args.need('pipeline', args.list('pipeline')));
  const other = stages.findIndex(({ filter }) => !filter);
  const matching = stages.slice(0, other < 0 ? stages.length : other);
  const sort = stages[matching.length]?.sort;
  const rest = stages.slice(matching.length + (sort ? 1 : 0));
  const [first, second] = rest;
  const [skip, last] = first?.name === '$skip' ? [first.count ?? 0, second] : [0, first];
  const limit = last?.name === '$limit' ? skip + (last.count ?? 0) : 0;
  const filter = { kind: 'and', of: matching.flatMap((stage) => stage.filter ?? []) } as const;
  return { args, query: { filter, sort, limit, hint: args.value('hint') }, rest };
}

export function aggregate(request: Request): Doc {
  const pipeline = request.body.get('pipeline');
  const [first] = pipeline?.type === 'array' ? pipeline.value : [];
  const stream = first?.type === 'object' ? first.value.get('$changeStream') : undefined;
  if (stream?.type === 'object') return watch(request, stream.value);
  if (request.body.get('aggregate')?.type !== 'string') refuse(73, 'An aggregation without a collection');
  const { args, query, rest } = parseAggregate(request);
  const size = sizeOf(args.need('cursor', args.doc('cursor')));
  return request.engine.cursors.open(request.namespace, batchesOf(runPipeline(matchesOf(request, query), rest)), size);
}

/** The `batchSize` of the `cursor` that a command asks for. */
export function sizeOf(cursor: Doc | undefined): number | undefined {
  return cursor && new Args('cursor', cursor, 'batchSize').count('batchSize');
}

function watch(request: Request, options: Doc): Doc {
  const { engine, db, body } = request;
  const args = new Args('aggregate', body, AGGREGATE);
  const coll = body.get('aggregate')?.type === 'string' ? request.target : undefined;
  const isWhole = isTruthy(options.get('allChangesForCluster'));
  if (isWhole && (db !== 'admin' || coll)) fail(72, 'allChangesForCluster is for the admin database only');
  const scope = isWhole ? {} : { db, ...(coll && { coll }) };
  const source = new ChangeStream(engine, scope, options, parsePipeline((args.list('pipeline') ?? []).slice(1)));
  return engine.cursors.open(`${db}.${coll ?? '$cmd.aggregate'}`, source, sizeOf(args.doc('cursor')));
}

/** How long `getMore` of a change stream waits when nobody says. */
const AWAIT_MS = 1000;

export function getMore(request: Request): Doc | Promise<Doc> {
  const { cursors } = request.engine;
  const args = request.args('getMore', 'collection batchSize');
  const id = args.value('getMore');
  if (id?.type !== 'long') fail(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const namespace = `${request.db}.${args.need('collection', args.text('collection'))}`;
  const cursor = cursors.find(id.value, namespace);
  const look = () => {
    try {
      return cursor.source.next(args.count('batchSize') || Number.POSITIVE_INFINITY);
    } catch (cause) {
      cursors.close(cursor.id);
      throw cause;
    }
  };
  const reply = (batch: Batch) => {
    if (batch.isLast) cursors.close(cursor.id);
    return cursorReply(namespace, batch.isLast ? 0n : cursor.id, 'nextBatch', batch);
  };
  const batch = look();
  if (batch.docs.length > 0 || batch.isLast || !cursor.source.wait) return reply(batch);
  return waitForNews(cursor, look, args.count('maxTimeMS') ?? AWAIT_MS).then(reply);
}

/** Waits without polling: each commit wakes it once, and the time limit or the end of the cursor ends it. */
async function waitForNews(cursor: Cursor, look: () => Batch, ms: number): Promise<Batch> {
  const end = performance.now() + ms;
  for (;;) {
    const left = end - performance.now();
    const isNews = left > 0 && (await nextCommit(cursor, left));
    const batch = look();
    if (!isNews || batch.docs.length > 0 || batch.isLast) return batch;
  }
}

/** Resolves with `true` after the next commit, with `false` after a time, and rejects when the cursor is closed. */
function nextCommit(cursor: Cursor, ms: number): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const giveUp = cursor.source.wait?.(() => finish(() => resolve(true)));
    const timer = setTimeout(() => finish(() => resolve(false)), ms);
    const finish = (end: () => void) => {
      clearTimeout(timer);
      giveUp?.();
      end();
    };
    cursor.stopWaiting = () => finish(() => reject(new MongoError(237, `cursor id ${cursor.id} was killed`)));
  });
}

export function killCursors(request: Request): Doc {
  const args = request.args('killCursors', 'cursors');
  const ids = args.need('cursors', args.list('cursors')).flatMap((id) => (id.type === 'long' ? [id.value] : []));
  const cursorsKilled = ids.filter((id) => request.engine.cursors.close(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return docOf({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: OK });
}
