import { Args } from './args.ts';
import { bson, docOf } from './build.ts';
import type { Collection } from './collection.ts';
import { firstReply, OK } from './cursor-replies.ts';
import { batchesOf } from './cursors.ts';
import type { Doc, Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { parseFilter } from './filter.ts';
import { keyFields, parseIndexSpec, showIndexSpec } from './index-spec.ts';
import type { Index } from './indexes.ts';
import { matches } from './matcher.ts';
import { collectionName, type Engine, type Request } from './request.ts';

export function create(engine: Engine, request: Request): Doc {
  const name = collectionName(request);
  for (const option of request.body.fields.keys()) {
    if (
      [
        'capped',
        'size',
        'max',
        'viewOn',
        'pipeline',
        'validator',
        'timeseries',
        'clusteredIndex',
        'expireAfterSeconds',
        'changeStreamPreAndPostImages',
        'storageEngine',
        'encryptedFields',
      ].includes(option)
    ) {
      throw refuse(72, `The option 'create.${option}'`);
    }
  }
  new Args('create', request.body, ['collation', 'autoIndexId']);
  if (engine.catalog.find(request.db, name))
    throw new MongoError(48, `Collection ${request.db}.${name} already exists.`);
  engine.catalog.ensure(request.db, name);
  return docOf({ ok: OK });
}

export function drop(engine: Engine, request: Request): Doc {
  new Args('drop', request.body, []);
  const collection = engine.catalog.find(request.db, collectionName(request));
  if (!collection) return docOf({ ok: OK });
  const reply = docOf({ nIndexesWas: collection.indexes.length, ns: collection.namespace, ok: OK });
  dropCollection(engine, collection);
  return reply;
}

export function dropDatabase(engine: Engine, request: Request): Doc {
  new Args('dropDatabase', request.body, []);
  const collections = engine.catalog.inDatabase(request.db);
  for (const collection of collections) dropCollection(engine, collection);
  if (collections.length > 0) engine.oplog.append('dropDatabase', { id: 0, db: request.db, name: '' }, {});
  return docOf({ dropped: collections.length > 0 ? request.db : undefined, ok: OK });
}

function dropCollection(engine: Engine, collection: Collection): void {
  engine.oplog.releaseAll(collection);
  engine.catalog.drop(collection);
  engine.oplog.append('drop', collection, {});
}

export function listCollections(engine: Engine, request: Request): Doc {
  const args = new Args('listCollections', request.body, ['filter', 'nameOnly', 'authorizedCollections', 'cursor']);
  const filter = parseFilter(args.doc('filter') ?? docOf({}));
  const found = engine.catalog.inDatabase(request.db).map(({ name, uuid, idIndex }) => {
    if (args.flag('nameOnly')) return docOf({ name, type: 'collection' });
    const info = docOf({ readOnly: false, uuid: bson({ type: 'binData', subtype: 4, value: uuid }) });
    return docOf({ name, type: 'collection', options: docOf({}), info, idIndex: showIndexSpec(idIndex.spec) });
  });
  const docs = found.filter((doc) => matches(filter, doc));
  return firstReply(engine, `${request.db}.$cmd.listCollections`, batchesOf(docs), { size: batchSizeOf(args) });
}

function batchSizeOf(args: Args): number | undefined {
  const cursor = args.doc('cursor');
  return cursor && new Args('cursor', cursor, ['batchSize']).count('batchSize');
}

export function createIndexes(engine: Engine, request: Request): Doc {
  const args = new Args('createIndexes', request.body, ['indexes', 'commitQuorum']);
  const wanted = args.required('indexes', args.list('indexes'));
  if (wanted.length === 0) throw new MongoError(2, 'Must specify at least one index to create');
  const specs = wanted.map((spec) => {
    if (spec.type !== 'object') throw new MongoError(14, "The elements of the 'indexes' array must be objects");
    return parseIndexSpec(spec.value);
  });
  const isNew = !engine.catalog.find(request.db, collectionName(request));
  const collection = engine.catalog.ensure(request.db, collectionName(request));
  const before = collection.indexes;
  try {
    for (const spec of specs) engine.catalog.createIndex(collection, spec);
  } catch (cause) {
    for (const index of collection.indexes) if (!before.includes(index)) engine.catalog.dropIndex(collection, index);
    if (isNew) engine.catalog.drop(collection);
    throw cause;
  }
  const after = collection.indexes.length;
  const note = after === before.length ? 'all indexes already exist' : undefined;
  return docOf({
    numIndexesBefore: before.length,
    numIndexesAfter: after,
    createdCollectionAutomatically: isNew,
    note,
    ok: OK,
  });
}

export function listIndexes(engine: Engine, request: Request): Doc {
  const args = new Args('listIndexes', request.body, ['cursor']);
  const collection = existing(engine, request);
  const docs = collection.indexes.map(({ spec }) => showIndexSpec(spec));
  return firstReply(engine, collection.namespace, batchesOf(docs), { size: batchSizeOf(args) });
}

export function dropIndexes(engine: Engine, request: Request): Doc {
  const args = new Args('dropIndexes', request.body, ['index']);
  const collection = existing(engine, request);
  const nIndexesWas = collection.indexes.length;
  const chosen = chooseIndexes(collection, args.required('index', args.value('index')));
  for (const index of chosen) engine.catalog.dropIndex(collection, index);
  return docOf({ nIndexesWas, ok: OK });
}

function existing(engine: Engine, request: Request): Collection {
  const name = collectionName(request);
  const collection = engine.catalog.find(request.db, name);
  if (collection) return collection;
  throw new MongoError(26, `ns does not exist: ${request.db}.${name}`);
}

function chooseIndexes(collection: Collection, wanted: Value): readonly Index[] {
  if (wanted.type === 'string' && wanted.value === '*')
    return collection.indexes.filter((index) => index !== collection.idIndex);
  if (wanted.type === 'array') return wanted.value.flatMap((one) => chooseIndexes(collection, one));
  const key = wanted.type === 'object' ? JSON.stringify(keyFields(wanted.value)) : undefined;
  const found = collection.indexes.filter(({ spec }) =>
    wanted.type === 'string' ? spec.name === wanted.value : JSON.stringify(keyFields(spec.key)) === key,
  );
  if (found.includes(collection.idIndex)) throw new MongoError(72, 'cannot drop _id index');
  if (found.length > 1) throw new MongoError(181, 'more than one index has this key pattern: drop it by name');
  if (found.length === 0)
    throw new MongoError(27, `index not found with name [${wanted.type === 'string' ? wanted.value : key}]`);
  return found;
}
