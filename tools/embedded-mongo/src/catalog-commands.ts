import { Doc, docOf, OK } from './bson.ts';
import type { Collection } from './catalog.ts';
import { cursorReply } from './cursors.ts';
import { fail } from './errors.ts';
import { ID_INDEX, parseIndexSpec, showIndexSpec } from './indexes.ts';
import { matches, parseFilter } from './matcher.ts';
import type { Request } from './request.ts';
import { dropCollection } from './write-commands.ts';

export function create(request: Request): Doc {
  request.args('create', '');
  if (request.collection) fail(48, `Collection ${request.namespace} already exists.`);
  request.engine.catalog.ensure(request.db, request.target);
  return docOf({ ok: OK });
}

export function drop(request: Request): Doc {
  request.args('drop', '');
  const { collection } = request;
  if (collection) dropCollection(request.engine, collection);
  return docOf({ nIndexesWas: collection?.indexes.length, ns: collection?.namespace, ok: OK });
}

export function dropDatabase(request: Request): Doc {
  const { engine, db } = request;
  request.args('dropDatabase', '');
  const collections = engine.catalog.all().filter((collection) => collection.db === db);
  for (const collection of collections) dropCollection(engine, collection);
  if (collections.length > 0) engine.oplog.append('dropDatabase', { id: 0, db, name: '' }, {});
  return docOf({ dropped: db, ok: OK });
}

export function listCollections(request: Request): Doc {
  const { engine, db } = request;
  const args = request.args('listCollections', 'filter nameOnly authorizedCollections cursor');
  const filter = parseFilter(args.doc('filter') ?? Doc.EMPTY);
  const collections = engine.catalog.all().filter((collection) => collection.db === db);
  const details = { options: Doc.EMPTY, info: docOf({ readOnly: false }), idIndex: showIndexSpec(ID_INDEX) };
  const shown = args.flag('nameOnly') ? {} : details;
  const docs = collections.map(({ name }) => docOf({ name, type: 'collection', ...shown }));
  const listed = docs.filter((doc) => matches(filter, doc));
  return singleBatch(`${db}.$cmd.listCollections`, listed);
}

/** Returns how large the disk is and how much of it is used; the records and bytes of the database are not counted. */
export function dbStats(request: Request): Doc {
  const { engine, db } = request;
  request.args('dbStats', '');
  const { size, used } = engine.disk();
  const collections = engine.catalog.all().filter((collection) => collection.db === db).length;
  return docOf({ db, collections, scaleFactor: 1, fsUsedSize: used, fsTotalSize: size, ok: OK });
}

export function createIndexes(request: Request): Doc {
  const specs = request.args('createIndexes', 'indexes commitQuorum').docs('indexes').map(parseIndexSpec);
  if (specs.length === 0) fail(2, 'Must specify at least one index to create');
  const createdCollectionAutomatically = !request.collection;
  const collection = request.ensured;
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) request.engine.catalog.createIndex(collection, spec);
  const numIndexesAfter = collection.indexes.length;
  return docOf({ numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ok: OK });
}

export function listIndexes(request: Request): Doc {
  request.args('listIndexes', 'cursor');
  const specs = requireCollection(request).indexes.map(({ spec }) => showIndexSpec(spec));
  return singleBatch(request.namespace, specs);
}

function singleBatch(namespace: string, docs: readonly Doc[]): Doc {
  return cursorReply(namespace, 0n, 'firstBatch', { docs, isLast: true });
}

export function dropIndexes(request: Request): Doc {
  const args = request.args('dropIndexes', 'index');
  const [collection, name] = [requireCollection(request), args.need('index', args.text('index'))];
  const nIndexesWas = collection.indexes.length;
  const named = collection.indexes.filter(({ spec }) => spec.name === name);
  if (name !== '*' && named.length === 0) fail(27, `index not found with name [${name}]`);
  if (named.includes(collection.idIndex)) fail(72, 'cannot drop _id index');
  const indexes = name === '*' ? collection.indexes.slice(1) : named;
  for (const index of indexes) request.engine.catalog.dropIndex(collection, index);
  return docOf({ nIndexesWas, ok: OK });
}

function requireCollection(request: Request): Collection {
  return request.collection ?? fail(26, `ns does not exist: ${request.namespace}`);
}
