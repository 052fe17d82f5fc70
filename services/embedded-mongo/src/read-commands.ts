import { Args } from './args.ts';
import { docOf } from './build.ts';
import { openChangeStream, type Scope } from './change-stream.ts';
import { cursorReply, FIRST_BATCH, firstReply, OK } from './cursor-replies.ts';
import { type Batch, batchesOf, type Cursor } from './cursors.ts';
import { Doc, type Value } from './document.ts';
import { badValue, MongoError, refuse } from './errors.ts';
import { parseFilter } from './filter.ts';
import { extractKeys } from './key-extraction.ts';
import { encodeKey } from './keys.ts';
import { parsePath } from './paths.ts';
import { parsePipeline, runPipeline, type Stage } from './pipeline.ts';
import { parseProjection } from './projector.ts';
import { type Query, runQuery } from './query.ts';
import { collectionName, deadlineOf, type Engine, type Request } from './request.ts';
import { isTruthy } from './scalars.ts';
import { parseSort } from './sorter.ts';

const FIND = [
  'filter',
  'projection',
  'sort',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'hint',
  'allowDiskUse',
  'noCursorTimeout',
  'allowPartialResults',
  'let',
  'collation',
  'tailable',
  'awaitData',
  'returnKey',
  'showRecordId',
  'oplogReplay',
];

/** What `find` asks for. */
export function parseFind(request: Request): { readonly args: Args; readonly query: Query } {
  const args = new Args('find', request.body, FIND);
  args.refuse('tailable', 'awaitData', 'returnKey', 'showRecordId', 'oplogReplay');
  const query = {
    filter: parseFilter(args.doc('filter') ?? Doc.EMPTY),
    sort: parseSort(args.value('sort')),
    skip: args.count('skip'),
    limit: args.count('limit'),
    hint: args.value('hint'),
  };
  return { args, query };
}

export function find(engine: Engine, request: Request): Doc {
  const { args, query } = parseFind(request);
  const project = args.has('projection') ? parseProjection(args.doc('projection') ?? Doc.EMPTY, false) : undefined;
  const docs = matchesOf(engine, request, query);
  const source = batchesOf(project ? mapDocs(docs, project) : docs);
  const namespace = `${request.db}.${collectionName(request)}`;
  return firstReply(engine, namespace, source, {
    size: args.count('batchSize'),
    isSingle: args.flag('singleBatch'),
    staysOpen: args.flag('noCursorTimeout'),
  });
}

function* matchesOf(engine: Engine, request: Request, query: Query): Generator<Doc> {
  const collection = engine.catalog.find(request.db, collectionName(request));
  if (!collection) return;
  for (const { doc } of runQuery(collection, query, deadlineOf(request)).matches) yield doc;
}

function* mapDocs(docs: Iterable<Doc>, change: (doc: Doc) => Doc): Generator<Doc> {
  for (const doc of docs) yield change(doc);
}

export function count(engine: Engine, request: Request): Doc {
  const args = new Args('count', request.body, ['query', 'limit', 'skip', 'hint', 'collation', 'fields']);
  const collection = engine.catalog.find(request.db, collectionName(request));
  const query = {
    filter: parseFilter(args.doc('query') ?? Doc.EMPTY),
    limit: args.count('limit'),
    skip: args.count('skip'),
    hint: args.value('hint'),
  };
  if (!collection) return docOf({ n: 0, ok: OK });
  const isEverything = (args.doc('query')?.size ?? 0) === 0 && !query.limit && !query.skip;
  let n = isEverything ? collection.count() : 0;
  if (!isEverything) for (const _ of runQuery(collection, query, deadlineOf(request)).matches) n += 1;
  return docOf({ n, ok: OK });
}

export function distinct(engine: Engine, request: Request): Doc {
  const args = new Args('distinct', request.body, ['key', 'query', 'hint', 'collation']);
  const path = parsePath(args.required('key', args.text('key')));
  const found = new Map<string, Value>();
  for (const doc of matchesOf(engine, request, {
    filter: parseFilter(args.doc('query') ?? Doc.EMPTY),
    hint: args.value('hint'),
  })) {
    for (const [part] of extractKeys(doc, [path]).tuples) {
      if (part === undefined || typeof part === 'string') continue;
      const key = encodeKey(part).toString('latin1');
      if (!found.has(key)) found.set(key, part);
    }
  }
  return Doc.of(
    new Map<string, Value>([
      ['values', { type: 'array', value: [...found.values()] }],
      ['ok', OK.value],
    ]),
  );
}

const AGGREGATE = [
  'pipeline',
  'cursor',
  'allowDiskUse',
  'bypassDocumentValidation',
  'hint',
  'let',
  'collation',
  'explain',
];

/** The part of a pipeline that is a query, and the stages that remain. */
export function parseAggregate(request: Request): {
  readonly args: Args;
  readonly query: Query;
  readonly rest: readonly Stage[];
} {
  const args = new Args('aggregate', request.body, AGGREGATE);
  const stages = parsePipeline(args.required('pipeline', args.list('pipeline')));
  const matching = stages.findIndex(({ name }) => name !== '$match');
  const filters = stages
    .slice(0, matching < 0 ? stages.length : matching)
    .flatMap((stage) => (stage.name === '$match' ? [stage.filter] : []));
  let rest = stages.slice(filters.length);
  const [sort] = rest;
  if (sort?.name === '$sort') rest = rest.slice(1);
  const [first, second] = rest;
  const ends =
    first?.name === '$limit'
      ? first.count
      : first?.name === '$skip' && second?.name === '$limit'
        ? first.count + second.count
        : undefined;
  const query = {
    filter: { kind: 'and' as const, of: filters },
    sort: sort?.name === '$sort' ? sort.sort : undefined,
    limit: ends,
    hint: args.value('hint'),
  };
  return { args, query, rest };
}

export function aggregate(engine: Engine, request: Request): Doc {
  const target = request.body.get('aggregate');
  const stages = request.body.get('pipeline');
  const [first] = stages?.type === 'array' ? stages.value : [];
  const stream = first?.type === 'object' ? first.value.get('$changeStream') : undefined;
  if (stream?.type === 'object') return watch(engine, request, stream.value);
  if (target?.type !== 'string') throw refuse(73, 'An aggregation without a collection');
  const { args, query, rest } = parseAggregate(request);
  const cursor = args.doc('cursor');
  if (!cursor)
    throw new MongoError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  const docs = runPipeline(matchesOf(engine, request, query), rest);
  return firstReply(engine, `${request.db}.${target.value}`, batchesOf(docs), {
    size: new Args('cursor', cursor, ['batchSize']).count('batchSize'),
  });
}

function watch(engine: Engine, request: Request, options: Doc): Doc {
  const args = new Args('aggregate', request.body, AGGREGATE);
  const target = request.body.get('aggregate');
  const isWhole = isTruthy(options.get('allChangesForCluster'));
  const coll = target?.type === 'string' ? target.value : undefined;
  if (isWhole && (request.db !== 'admin' || coll !== undefined))
    throw badValue(
      'A $changeStream with allChangesForCluster: true may only be opened on the admin database, and with no collection name',
    );
  const scope: Scope = isWhole ? {} : coll === undefined ? { db: request.db } : { db: request.db, coll };
  const stages = parsePipeline((args.list('pipeline') ?? []).slice(1));
  const source = openChangeStream(engine.oplog, engine.catalog, scope, options, stages);
  const size = new Args('cursor', args.doc('cursor') ?? Doc.EMPTY, ['batchSize']).count('batchSize');
  return firstReply(engine, `${request.db}.${coll ?? '$cmd.aggregate'}`, source, { size: size ?? FIRST_BATCH });
}

/** How long `getMore` of a change stream waits when nobody says. */
const AWAIT_MS = 1000;

export function getMore(engine: Engine, request: Request): Doc | Promise<Doc> {
  const args = new Args('getMore', request.body, ['collection', 'batchSize']);
  const id = request.body.get('getMore');
  if (id?.type !== 'long')
    throw new MongoError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const namespace = `${request.db}.${args.required('collection', args.text('collection'))}`;
  const cursor = engine.cursors.find(id.value, namespace);
  const size = args.count('batchSize') || Number.POSITIVE_INFINITY;
  const reply = (batch: Batch) => {
    if (batch.isLast) engine.cursors.close(cursor.id);
    return cursorReply(namespace, batch.isLast ? 0n : cursor.id, 'nextBatch', batch);
  };
  try {
    const batch = cursor.source.next(size);
    if (batch.docs.length > 0 || batch.isLast || !cursor.source.wait) return reply(batch);
  } catch (cause) {
    engine.cursors.close(cursor.id);
    throw cause;
  }
  return waitForNews(engine, cursor, size, args.count('maxTimeMS') ?? AWAIT_MS).then(reply);
}

/** Waits without looking: every commit wakes it once, and the time limit or the end of the cursor ends it. */
function waitForNews(engine: Engine, cursor: Cursor, size: number, ms: number): Promise<Batch> {
  return new Promise((resolve, reject) => {
    let giveUp: (() => void) | undefined;
    const finish = (end: () => void) => {
      clearTimeout(timer);
      giveUp?.();
      cursor.stopWaiting = undefined;
      end();
    };
    const look = (isLastLook: boolean) => {
      try {
        const batch = cursor.source.next(size);
        if (batch.docs.length > 0 || batch.isLast || isLastLook) finish(() => resolve(batch));
        else giveUp = cursor.source.wait?.(() => look(false));
      } catch (cause) {
        engine.cursors.close(cursor.id);
        finish(() => reject(cause));
      }
    };
    const timer = setTimeout(look, ms, true);
    cursor.stopWaiting = () => finish(() => reject(new MongoError(237, `cursor id ${cursor.id} was killed`)));
    giveUp = cursor.source.wait?.(() => look(false));
  });
}

export function killCursors(engine: Engine, request: Request): Doc {
  const args = new Args('killCursors', request.body, ['cursors']);
  const ids = args.required('cursors', args.list('cursors')).flatMap((id) => (id.type === 'long' ? [id.value] : []));
  const namespace = `${request.db}.${collectionName(request)}`;
  const [killed, unknown]: [bigint[], bigint[]] = [[], []];
  for (const id of ids) (engine.cursors.close(id, namespace) ? killed : unknown).push(id);
  return docOf({ cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [], ok: OK });
}
