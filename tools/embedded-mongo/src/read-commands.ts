import { Doc, docIn, docOf, listIn, OK, type Value } from './bson.ts';
import { openChangeStream } from './change-stream.ts';
import { type Batch, batchesOf, type Cursor, cursorReply } from './cursors.ts';
import { fail, refuse } from './errors.ts';
import { parseFilter } from './matcher.ts';
import { extractKeys } from './paths.ts';
import { mapEach, parsePipeline, runPipeline, textKeyOf } from './pipeline.ts';
import { type Query, runQuery } from './planner.ts';
import { parseProjection } from './projector.ts';
import { type Args, argsOf, type Request, requestOf } from './request.ts';
import { parseSort } from './sorter.ts';

const FIND = 'filter projection sort skip limit batchSize singleBatch';

function queryOf(args: Args, field: string): Query {
  const filter = parseFilter(args.doc(field) ?? Doc.EMPTY);
  return { filter, sort: parseSort(args.value('sort')), skip: args.count('skip'), limit: args.count('limit') };
}

export function find(request: Request): Doc {
  const args = request.args('find', FIND);
  const project = parseProjection(args.doc('projection') ?? Doc.EMPTY);
  const docs = matchesOf(request, queryOf(args, 'filter'));
  const source = batchesOf(mapEach(docs, (doc) => [project(doc)]));
  return request.engine.cursors.open(request, source, args.count('batchSize'), args.flag('singleBatch'));
}

function* matchesOf(request: Request, query: Query): Generator<Doc> {
  if (request.collection) for (const { doc } of runQuery(request.collection, query).matches) yield doc;
}

export function count(request: Request): Doc {
  const args = request.args('count', 'query limit skip');
  const query = queryOf(args, 'query');
  const isWhole = !(args.doc('query')?.fields.size || query.skip || query.limit);
  const size = isWhole ? request.collection?.size : undefined;
  return docOf({ n: size ?? [...matchesOf(request, query)].length, ok: OK });
}

export function distinct(request: Request): Doc {
  const args = request.args('distinct', 'key query');
  const path = args.need('key', args.text('key')).split('.');
  const values = new Map<string, Value>();
  for (const doc of matchesOf(request, queryOf(args, 'query'))) {
    for (const [part] of extractKeys(doc, [path]).tuples) {
      if (typeof part !== 'object') continue;
      values.set(textKeyOf(part), values.get(textKeyOf(part)) ?? part);
    }
  }
  return docOf({ values: [...values.values()], ok: OK });
}

const AGGREGATE = 'pipeline cursor';

export function aggregate(request: Request): Doc {
  const [firstStage] = listIn(request.body.get('pipeline')) ?? [];
  const stream = docIn(docIn(firstStage)?.get('$changeStream'));
  if (stream) return watch(request, stream);
  if (request.body.get('aggregate')?.type !== 'string') refuse(73, 'An aggregation without a collection');
  const args = request.args('aggregate', AGGREGATE);
  const stages = parsePipeline(args.need('pipeline', args.list('pipeline')));
  // The query does the work of the first filters and a sort behind them.
  const other = stages.findIndex((stage) => !stage.filter);
  const matching = stages.slice(0, other < 0 ? stages.length : other);
  const sort = stages[matching.length]?.sort;
  const filter = { kind: 'and', of: matching.flatMap((stage) => stage.filter ?? []) } as const;
  const docs = runPipeline(matchesOf(request, { filter, sort }), stages.slice(matching.length + (sort ? 1 : 0)));
  return request.engine.cursors.open(request, batchesOf(docs), batchSizeOf(args));
}

const NO_CURSOR = "The 'cursor' option is required, except for aggregate with the explain argument";

/** Returns the `batchSize` of the required `cursor` option. */
function batchSizeOf(args: Args): number | undefined {
  return argsOf('cursor', args.doc('cursor') ?? fail(9, NO_CURSOR), 'batchSize').count('batchSize');
}

function watch(request: Request, options: Doc): Doc {
  const { engine, db, body, owner } = request;
  if (body.get('autocommit')) fail(263, '$changeStream cannot be used in a transaction');
  const args = argsOf('aggregate', body, AGGREGATE);
  const coll = body.get('aggregate')?.type === 'string' ? request.target : '';
  const stages = parsePipeline((args.list('pipeline') ?? []).slice(1));
  const source = openChangeStream(engine, db, coll, options, stages);
  return engine.cursors.open({ namespace: `${db}.${coll || '$cmd.aggregate'}`, owner }, source, batchSizeOf(args));
}

/** The default time that `getMore` of a change stream waits. */
const AWAIT_TIMEOUT_MS = 1000;

export function getMore(request: Request): Doc | Promise<Doc> {
  const { cursors } = request.engine;
  const args = request.args('getMore', 'collection batchSize maxTimeMS');
  const id = args.value('getMore');
  if (id?.type !== 'long') fail(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const namespace = `${request.db}.${args.need('collection', args.text('collection'))}`;
  const cursor = cursors.find(id.value, { namespace, owner: request.owner });
  const readBatch = () => {
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
  const batch = readBatch();
  if (batch.docs.length > 0 || batch.isLast || !cursor.source.wait) return reply(batch);
  return waitForDocs(cursor, readBatch, args.count('maxTimeMS') ?? AWAIT_TIMEOUT_MS).then(reply);
}

/** Waits for new documents without polling: reads after each commit, until the timeout or the end of the cursor. */
async function waitForDocs({ id, source, closed }: Cursor, readBatch: () => Batch, timeoutMs: number): Promise<Batch> {
  const timeout = AbortSignal.timeout(timeoutMs);
  for (;;) {
    await source.wait?.(AbortSignal.any([timeout, closed.signal]));
    if (closed.signal.aborted) fail(237, `cursor id ${id} was killed`);
    const batch = readBatch();
    if (timeout.aborted || batch.docs.length > 0 || batch.isLast) return batch;
  }
}

export function killCursors(request: Request): Doc {
  const args = request.args('killCursors', 'cursors');
  const ids = args.need('cursors', args.list('cursors')).flatMap((id) => (id.type === 'long' ? [id.value] : []));
  const cursorsKilled = ids.filter((id) => request.engine.cursors.close(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return docOf({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: OK });
}

/** Returns the plan of a `find` and the number of documents it reads. */
export function explain(request: Request): Doc {
  const args = request.args('explain', 'verbosity');
  const body = args.need('explain', args.doc('explain'));
  const [name = ''] = body.fields.keys();
  if (name !== 'find') refuse(59, `Explain failed due to unknown command: ${name}`);
  const { collection, namespace, args: parse } = requestOf(request.engine, name, request.db, body);
  const query = queryOf(parse(name, FIND), 'filter');
  const execution = collection && runQuery(collection, query);
  const nReturned = execution && args.text('verbosity') !== 'queryPlanner' ? [...execution.matches].length : 0;
  const index = execution?.plan?.index.spec;
  const inputStage = index && docOf({ stage: 'IXSCAN', keyPattern: index.key, indexName: index.name });
  const scan = docOf({ stage: inputStage ? 'FETCH' : execution ? 'COLLSCAN' : 'EOF', inputStage });
  const winningPlan = execution?.sortsInMemory ? docOf({ stage: 'SORT', inputStage: scan }) : scan;
  const executionStats = docOf({ nReturned, totalDocsExamined: execution?.examined.docs ?? 0 });
  return docOf({ queryPlanner: docOf({ namespace, winningPlan }), executionStats, ok: OK });
}
