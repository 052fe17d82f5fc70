import { Code, Decimal128, type Document, MaxKey, MinKey, Timestamp } from 'mongodb';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

// Features of MongoDB that the embedded database lacks: each is an error that names it, never a wrong result.

const database = useDatabase();
const describeEmbedded = isEmbedded ? describe : describe.skip;

const find = (filter: Document, more: Document = {}) => ({ find: 'c', filter, ...more });
const aggregate = (...pipeline: Document[]) => ({ aggregate: 'c', pipeline, cursor: {} });
const group = (accumulator: Document) => aggregate({ $group: { _id: null, x: accumulator } });
const update = (change: unknown, more: Document = {}) => ({ findAndModify: 'c', query: {}, update: change, ...more });
const index = (key: Document, more: Document = {}) => ({ createIndexes: 'c', indexes: [{ key, name: 'x', ...more }] });

describeEmbedded('refused by name', () => {
  beforeAll(async () => {
    await database.db.collection('c').insertOne({ a: 1, list: [1, 2] });
  });

  test.each<readonly [string, Document]>([
    ...['$where', '$expr', '$text', '$jsonSchema', '$sampleRate'].map((name) => [name, find({ [name]: 'x' })] as const),
    ...['$mod', '$near', '$geoWithin', '$bitsAllSet', '$size', '$min', '$meta'].map(
      (name) => [name, find({ a: { [name]: 1 } })] as const,
    ),
    ...[
      '$lookup',
      '$out',
      '$merge',
      '$facet',
      '$bucket',
      '$addFields',
      '$set',
      '$unset',
      '$replaceRoot',
      '$sortByCount',
      '$count',
      '$skip',
      '$unionWith',
      '$sample',
      '$graphLookup',
      '$setWindowFields',
      '$indexStats',
      '$collStats',
      '$geoNear',
      '$redact',
      '$search',
    ].map((name) => [name, aggregate({ [name]: {} })] as const),
    ...['$stdDevPop', '$avg', '$last', '$mergeObjects', '$firstN', '$topN', '$accumulator', '$median'].map(
      (name) => [name, group({ [name]: '$a' })] as const,
    ),
    ...['$add', '$concat', '$cond', '$dateToString', '$size', '$map', '$ifNull', '$toString'].map(
      (name) => [name, aggregate({ $project: { x: { [name]: ['$a'] } } })] as const,
    ),
    ['$add', group({ $sum: { $add: ['$a', 1] } })],
    ['includeArrayIndex', aggregate({ $unwind: { path: '$list', includeArrayIndex: 'i' } })],
    ['decimal', find({ a: Decimal128.fromString('1') })],
    ['javascript', { insert: 'c', documents: [{ a: new Code('x') }] }],
    ['minKey', find({ a: { $gt: new MinKey() } })],
    ['maxKey', find({ a: { $lt: new MaxKey() } })],
    ['$comment', find({ $comment: 'x' })],
    ['$literal', group({ $first: { $literal: 1 } })],
    ['array', group({ $first: ['$a'] })],
    ['$$ROOT', group({ $first: '$$ROOT' })],
    ['preserveNullAndEmptyArrays', aggregate({ $unwind: { path: '$list', preserveNullAndEmptyArrays: true } })],
    ['x by y', aggregate({ $project: { x: { y: 1 } } })],
    ['string', aggregate({ $project: { x: '$a' } })],
    ['startAfter', aggregate({ $changeStream: { startAfter: { _data: '0000000000000001' } } })],
    ['allChangesForCluster', aggregate({ $changeStream: { allChangesForCluster: true } })],
    ['end of the array', update({ $set: { 'list.9': 1 } })],
    ['date', update({ $currentDate: { a: { $type: 'timestamp' } } })],
    ['buildInfo', { buildInfo: 1 }],
    ...['hint', 'maxTimeMS', 'allowDiskUse', 'noCursorTimeout'].map((name) => [name, find({}, { [name]: 1 })] as const),
    ['startAtOperationTime', aggregate({ $changeStream: { startAtOperationTime: new Timestamp(0n) } })],
    ['$$NOW', group({ $first: '$$NOW' })],
    ...['$rename', '$mul', '$pop', '$pullAll', '$bit', '$pushAll'].map(
      (name) => [name, update({ [name]: { a: 1 } })] as const,
    ),
    ['pipeline', update([{ $set: { a: 1 } }])],
    ['$[]', update({ $set: { 'list.$[]': 1 } })],
    ['$[x]', update({ $set: { 'list.$[x]': 1 } })],
    ['operator $', update({ $set: { 'list.$': 1 } })],
    ['arrayFilters', update({ $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] })],
    ...['$slice', '$elemMatch', '$meta', '$add'].map(
      (name) => [name, find({}, { projection: { list: { [name]: 1 } } })] as const,
    ),
    ['list.$', find({}, { projection: { 'list.$': 1 } })],
    ['string', find({}, { projection: { a: '$b' } })],
    ...['text', '2dsphere', '2d', 'hashed'].map((kind) => [kind, index({ a: kind })] as const),
    ['$**', index({ '$**': 1 })],
    ['collation', index({ a: 1 }, { collation: { locale: 'de' } })],
    ['hidden', index({ a: 1 }, { hidden: true })],
    ['wildcardProjection', index({ a: 1 }, { wildcardProjection: { a: 1 } })],
    ['weights', index({ a: 1 }, { weights: { a: 1 } })],
    ['partialFilterExpression', index({ a: 1 }, { partialFilterExpression: { $or: [{ a: 1 }] } })],
    ...['capped', 'timeseries', 'validator', 'viewOn', 'clusteredIndex', 'expireAfterSeconds'].map(
      (option) => [option, { create: 'made', [option]: {} }] as const,
    ),
    ['nonsense', { create: 'made', nonsense: 1 }],
    ...['collation', 'let'].map((option) => [option, find({}, { [option]: { locale: 'de' } })] as const),
    ...['min', 'max', 'returnKey', 'showRecordId', 'tailable'].map(
      (option) => [option, find({}, { [option]: true })] as const,
    ),
    ['$meta', find({}, { sort: { a: { $meta: 'textScore' } } })],
    ...[
      'collMod',
      'renameCollection',
      'mapReduce',
      'bulkWrite',
      'validate',
      'compact',
      'createUser',
      'serverStatus',
      'listDatabases',
      'startSession',
      'top',
      'eval',
    ].map((name) => [name, { [name]: 1 }] as const),
    ['afterClusterTime', find({}, { readConcern: { afterClusterTime: 1 } })],
    ['whenAvailable', aggregate({ $changeStream: { fullDocument: 'whenAvailable' } })],
    ['fullDocumentBeforeChange', aggregate({ $changeStream: { fullDocumentBeforeChange: 'required' } })],
    ['showExpandedEvents', aggregate({ $changeStream: { showExpandedEvents: true } })],
    ['$group', aggregate({ $changeStream: {} }, { $group: { _id: null } })],
    ["'x'", find({ a: { $regex: 'a b', $options: 'x' } })],
    ["'m'", find({ a: { $regex: '^a', $options: 'm' } })],
    ['\\s', find({ a: { $regex: 'a\\sb' } })],
    ['\\b', find({ a: { $regex: '\\ba' } })],
    ['bracket', find({ a: { $regex: '[]a]' } })],
    ['(?', find({ a: { $regex: '(?=a)' } })],
    ['\\A', find({ a: { $regex: '\\Aab' } })],
    ['possessive', find({ a: { $regex: 'a++' } })],
    ['POSIX', find({ a: { $regex: '[[:alpha:]]' } })],
    ['special group', find({ a: { $regex: '(?i)a' } })],
    ['\\1', find({ a: { $regex: '(a)\\1' } })],
    ['list.0', find({}, { sort: { 'list.0': 1 } })],
  ])('%s', async (name, command) => {
    const error = await serverError(database.db.command(command));
    expect(error.message).toContain('set MONGODB_URI to use a MongoDB server');
    expect(error.message).toContain(name);
    expect(error.code).toEqual(expect.any(Number));
    expect(error.codeName).toEqual(expect.any(String));
  });

  test('nothing of all that has changed anything', async () => {
    expect(
      await database.db
        .collection('c')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ a: 1, list: [1, 2] }]);
    expect(await database.db.collection('c').indexes()).toHaveLength(1);
    expect(await database.db.listCollections({}, { nameOnly: true }).toArray()).toEqual([
      { name: 'c', type: 'collection' },
    ]);
  });
});
