import { Doc, docOf, type Value } from './bson.ts';
import { dropCollection } from './changes.ts';
import type { Collection } from './collection.ts';
import { batchesOf } from './cursors.ts';
import { fail } from './errors.ts';
import { keyText, parseIndexSpec, showIndexSpec } from './index-spec.ts';
import type { Index } from './indexes.ts';
import { matches, parseFilter } from './matcher.ts';
import { sizeOf } from './read-commands.ts';
import { OK, type Request } from './request.ts';

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
  const collections = engine.catalog.all().filter((one) => one.db === db);
  for (const collection of collections) dropCollection(engine, collection);
  if (collections.length > 0) engine.oplog.append('dropDatabase', { id: 0, db, name: '' }, {});
  return docOf({ dropped: db, ok: OK });
}

export function listCollections(request: Request): Doc {
  const { engine, db } = request;
  const args = request.args('listCollections', 'filter nameOnly authorizedCollections cursor');
  const filter = parseFilter(args.doc('filter') ?? Doc.EMPTY);
  const collections = engine.catalog.all().filter((one) => one.db === db);
  const docs = collections.map(({ name, uuid, idIndex }) => {
    const info = docOf({ readOnly: false, uuid: { type: 'binData', subtype: 4, value: uuid } });
    const more = args.flag('nameOnly') ? {} : { options: Doc.EMPTY, info, idIndex: showIndexSpec(idIndex.spec) };
    return docOf({ name, type: 'collection', ...more });
  });
  const source = batchesOf(docs.filter((doc) => matches(filter, doc)));
  return engine.cursors.open(`${db}.$cmd.listCollections`, source, sizeOf(args.doc('cursor')));
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
  const args = request.args('listIndexes', 'cursor');
  const source = batchesOf(existing(request).indexes.map(({ spec }) => showIndexSpec(spec)));
  return request.engine.cursors.open(request.namespace, source, sizeOf(args.doc('cursor')));
}

export function dropIndexes(request: Request): Doc {
  const args = request.args('dropIndexes', 'index');
  const collection = existing(request);
  const nIndexesWas = collection.indexes.length;
  for (const index of chosen(collection, args.need('index', args.value('index'))))
    request.engine.catalog.dropIndex(collection, index);
  return docOf({ nIndexesWas, ok: OK });
}

function existing(request: Request): Collection {
  return request.collection ?? fail(26, `ns does not exist: ${request.namespace}`);
}

function chosen(collection: Collection, wanted: Value): readonly Index[] {
  if (wanted.type === 'string' && wanted.value === '*') return collection.indexes.slice(1);
  if (wanted.type === 'array') return wanted.value.flatMap((one) => chosen(collection, one));
  const text = wanted.type === 'string' ? wanted.value : wanted.type === 'object' ? keyText(wanted.value) : '';
  const textOf = ({ spec }: Index) => (wanted.type === 'string' ? spec.name : keyText(spec.key));
  const found = collection.indexes.filter((index) => textOf(index) === text);
  if (found.length === 0) fail(27, `index not found with name [${text}]`);
  if (found.length > 1) fail(181, `several indexes have the key ${text}: drop one by its name`);
  if (found.includes(collection.idIndex)) fail(72, 'cannot drop _id index');
  return found;
}
