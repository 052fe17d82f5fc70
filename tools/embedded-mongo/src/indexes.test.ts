import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Document, Filter } from 'mongodb';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Indexes" (unique, sparse, partial, compound, multikey, TTL) and the pages of createIndexes and dropIndexes.

const database = useDatabase(isEmbedded ? 50 : undefined);

/** Returns the stages of a plan from the outside in, and its statistics. */
async function explained(
  collection: Collection,
  query: Filter<Document>,
  options: { sort?: Document; limit?: number } = {},
) {
  let cursor = collection.find(query);
  if (options.sort) cursor = cursor.sort(options.sort as Record<string, 1 | -1>);
  if (options.limit) cursor = cursor.limit(options.limit);
  const { queryPlanner, executionStats } = await cursor.explain('executionStats');
  const stages: string[] = [];
  let indexName: string | undefined;
  for (let stage = queryPlanner.winningPlan; stage !== undefined; stage = stage.inputStage) {
    stages.push(stage.stage);
    indexName ??= stage.indexName;
  }
  return { stages, indexName, docs: executionStats.totalDocsExamined, found: executionStats.nReturned };
}

describe('unique', () => {
  test('a second document with the same key is error 11000 with the key in it', async () => {
    const collection = await database.collection([{ _id: 1, email: 'a@x', n: { m: 1 } }]);
    await collection.createIndex({ email: 1, 'n.m': -1 }, { unique: true });
    const error = await serverError(collection.insertOne({ email: 'a@x', n: { m: 1 } }));
    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { email: 1, 'n.m': -1 },
      keyValue: { email: 'a@x', 'n.m': 1 },
    });
    expect(error.message).toContain(
      `E11000 duplicate key error collection: ${collection.namespace} index: email_1_n.m_-1 dup key: { email: "a@x", n.m: 1 }`,
    );
    await collection.insertOne({ email: 'a@x', n: { m: 2 } });
  });

  test('_id is unique by value, across number types', async () => {
    const collection = await database.collection([{ _id: 1 }]);
    expect((await serverError(collection.insertOne({ _id: 1.0 as never }))).code).toBe(11000);
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('an update to the key of another document fails and changes nothing', async () => {
    const collection = await database.collection([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 2, b: 2 },
    ]);
    await collection.createIndex({ b: 1 });
    await collection.createIndex({ a: 1 }, { unique: true });
    expect((await serverError(collection.updateOne({ a: 2 }, { $set: { a: 1, b: 9 } }))).code).toBe(11000);
    expect(await collection.findOne({ b: 9 })).toBeNull();
    expect(await collection.findOne({ a: 2 })).toEqual({ _id: 2, a: 2, b: 2 });
    await collection.updateOne({ a: 2 }, { $set: { a: 2, b: 9 } });
  });

  test('missing counts as null, unless the index is sparse or partial', async () => {
    const plain = await database.collection([{ b: 1 }]);
    await plain.createIndex({ a: 1 }, { unique: true });
    expect((await serverError(plain.insertOne({ b: 2 }))).code).toBe(11000);
    const sparse = await database.collection([{ b: 1 }]);
    await sparse.createIndex({ a: 1 }, { unique: true, sparse: true });
    await sparse.insertMany([{ b: 2 }, { a: 1 }]);
    expect((await serverError(sparse.insertOne({ a: 1 }))).code).toBe(11000);
    const partial = await database.collection([{ b: 1 }]);
    await partial.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { open: true } });
    await partial.insertMany([{ a: 1 }, { a: 1 }, { a: 1, open: true }]);
    expect((await serverError(partial.insertOne({ a: 1, open: true }))).code).toBe(11000);
    expect(
      (await serverError(partial.updateOne({ a: 1, open: { $exists: false } }, { $set: { open: true } }))).code,
    ).toBe(11000);
  });

  test('over the elements of an array, but not within one document', async () => {
    const collection = await database.collection([{ a: [1, 2, 1] }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertOne({ a: [3, 3] });
    expect((await serverError(collection.insertOne({ a: [9, 2] }))).code).toBe(11000);
  });

  test('cannot be created on documents with duplicates', async () => {
    const collection = await database.collection([{ a: 1 }, { a: 1 }]);
    expect((await serverError(collection.createIndex({ a: 1 }, { unique: true }))).code).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.insertOne({ a: 1 });
  });

  test('20 at once: one is inserted', async () => {
    const collection = await database.collection();
    await collection.createIndex({ email: 1 }, { unique: true });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => collection.insertOne({ email: 'a@x' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('createIndexes, listIndexes, dropIndexes', () => {
  test('lists the created indexes', async () => {
    const collection = await database.collection([{ a: 1 }]);
    await collection.createIndexes([
      { key: { a: 1 }, unique: true },
      { key: { b: -1, 'c.d': 1 }, name: 'mine', sparse: true },
      { key: { e: 1 }, expireAfterSeconds: 60 },
      { key: { f: 1 }, partialFilterExpression: { g: { $gt: 5 } } },
    ]);
    expect(await collection.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1', unique: true },
      { v: 2, key: { b: -1, 'c.d': 1 }, name: 'mine', sparse: true },
      { v: 2, key: { e: 1 }, name: 'e_1', expireAfterSeconds: 60 },
      { v: 2, key: { f: 1 }, name: 'f_1', partialFilterExpression: { g: { $gt: 5 } } },
    ]);
  });

  test('the same index again is fine; another one of the name or the key is not', async () => {
    const collection = await database.collection([{ a: 1 }]);
    expect(await collection.createIndex({ a: 1 })).toBe('a_1');
    expect(await collection.createIndex({ a: 1 })).toBe('a_1');
    expect((await serverError(collection.createIndex({ a: 1 }, { unique: true, name: 'other' }))).code).toBe(85);
    expect((await serverError(collection.createIndex({ a: 1 }, { expireAfterSeconds: 5 }))).code).toBe(85);
    expect((await serverError(collection.createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
    expect((await serverError(collection.createIndex({ b: 1 }, { name: 'a_1' }))).code).toBe(86);
    expect(await collection.indexes()).toHaveLength(2);
  });

  test('if one of several indexes fails, none is created', async () => {
    const collection = await database.collection([{ a: 1 }, { a: 1 }]);
    await serverError(collection.createIndexes([{ key: { b: 1 } }, { key: { a: 1 }, unique: true }]));
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('drops by name, and all', async () => {
    const collection = await database.collection([{ a: 1 }]);
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await collection.dropIndex('a_1');
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_', 'b_1', 'c_1']);
    expect((await serverError(collection.dropIndex('nope'))).code).toBe(27);
    expect((await serverError(collection.dropIndex('_id_'))).code).toBe(72);
    await collection.dropIndexes();
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('of a collection that is not there: error 26', async () => {
    expect((await serverError(database.db.collection('nowhere').indexes())).code).toBe(26);
  });

  test.each<readonly [string, Document, Document, number]>([
    ['an empty key', {}, {}, 67],
    ['a direction of 0', { a: 0 }, {}, 67],
    ['a time to live on two fields', { a: 1, b: 1 }, { expireAfterSeconds: 1 }, 67],
    ['a negative time to live', { a: 1 }, { expireAfterSeconds: -1 }, 67],
    ['sparse and partial', { a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }, 67],
  ])('%s', async (_, key, options, code) => {
    const { collectionName } = await database.collection([{ a: 1 }]);
    const command = database.db.command({ createIndexes: collectionName, indexes: [{ key, name: 'x', ...options }] });
    expect((await serverError(command)).code).toBe(code);
  });

  test('two arrays in one document cannot be in one index: error 171', async () => {
    const collection = await database.collection();
    await collection.createIndex({ a: 1, b: 1 });
    expect((await serverError(collection.insertOne({ a: [1], b: [2] }))).code).toBe(171);
    await collection.insertOne({ a: [1], b: 2 });
    expect(await collection.countDocuments({})).toBe(1);
  });
});

describe('the planner', () => {
  const docs = Array.from({ length: 400 }, (_, i) => ({
    _id: i,
    a: i % 20,
    b: i,
    c: { d: `t${i % 7}` },
    tags: [`x${i % 5}`, 'all'],
    s: i % 3 === 0 ? 'open' : 'closed',
  }));

  test.each<
    readonly [string, Document, Filter<Document>, { sort?: Document; limit?: number }, readonly string[], number]
  >([
    ['nothing to use', {}, { b: 5 }, {}, ['COLLSCAN'], 400],
    ['_id', {}, { _id: 5 as never }, {}, ['FETCH', 'IXSCAN'], 1],
    ['_id in a list', {}, { _id: { $in: [5, 7, 900] as never } }, {}, ['FETCH', 'IXSCAN'], 2],
    ['equality', { b: 1 }, { b: 5 }, {}, ['FETCH', 'IXSCAN'], 1],
    ['a nested field', { 'c.d': 1 }, { 'c.d': 't3' }, {}, ['FETCH', 'IXSCAN'], 57],
    ['a range', { b: 1 }, { b: { $gte: 10, $lt: 20 } }, {}, ['FETCH', 'IXSCAN'], 10],
    ['a range downwards', { b: -1 }, { b: { $gt: 10, $lte: 20 } }, {}, ['FETCH', 'IXSCAN'], 10],
    ['equality and range', { a: 1, b: 1 }, { a: 3, b: { $gt: 100, $lt: 200 } }, {}, ['FETCH', 'IXSCAN'], 5],
    ['an element of an array', { tags: 1 }, { tags: 'x2' }, {}, ['FETCH', 'IXSCAN'], 80],
    ['a sort by the index', { b: 1 }, {}, { sort: { b: -1 }, limit: 5 }, ['LIMIT', 'FETCH', 'IXSCAN'], 5],
    [
      'equality, then the sort',
      { a: 1, b: -1 },
      { a: 3 },
      { sort: { b: -1 }, limit: 4 },
      ['LIMIT', 'FETCH', 'IXSCAN'],
      4,
    ],
    [
      'equality on an array, then the sort',
      { tags: 1, b: -1 },
      { tags: 'all' },
      { sort: { b: -1 }, limit: 4 },
      ['LIMIT', 'FETCH', 'IXSCAN'],
      4,
    ],
    ['a sort that the index has not', { a: 1 }, { a: 3 }, { sort: { b: 1 } }, ['SORT', 'FETCH', 'IXSCAN'], 20],
    [
      'both directions turned around',
      { a: 1, b: -1 },
      {},
      { sort: { a: -1, b: 1 }, limit: 3 },
      ['LIMIT', 'FETCH', 'IXSCAN'],
      3,
    ],
    ['null and missing', { z: 1 }, { z: null, b: 1 }, {}, ['FETCH', 'IXSCAN'], 400],
  ])('%s', async (_, key, query, options, stages, examined) => {
    const collection = await database.collection(docs);
    if (Object.keys(key).length > 0) await collection.createIndex(key as Record<string, 1 | -1>);
    const plan = await explained(collection, query, options);
    expect(plan.docs).toBeLessThanOrEqual(examined + Number(!isEmbedded));
    if (isEmbedded)
      expect(plan.stages.filter((stage) => stage !== 'LIMIT')).toEqual(stages.filter((stage) => stage !== 'LIMIT'));
    else expect(plan.stages.includes('COLLSCAN')).toBe(stages.includes('COLLSCAN'));
  });

  test('a sparse or a partial index only where it holds all matches', async () => {
    const collection = await database.collection(docs);
    await collection.createIndexes([
      { key: { s: 1 }, sparse: true },
      { key: { a: 1 }, partialFilterExpression: { b: { $lt: 100 } } },
    ]);
    expect((await explained(collection, { s: 'open' })).indexName).toBe('s_1');
    expect((await explained(collection, { s: null })).stages).toContain('COLLSCAN');
    expect((await explained(collection, { s: { $exists: false } })).stages).toContain('COLLSCAN');
    expect((await explained(collection, {}, { sort: { s: 1 } })).stages).toContain('COLLSCAN');
    expect(await explained(collection, { a: 3, b: { $lt: 100 } })).toMatchObject({ indexName: 'a_1', found: 5 });
    expect((await explained(collection, { a: 3, b: { $lt: 101 } })).stages).toContain('COLLSCAN');
    expect((await explained(collection, { a: 3 })).stages).toContain('COLLSCAN');
  });

  test('a partial index for values of null does not hold what is missing', async () => {
    const collection = await database.collection([{ _id: 1, a: null }, { _id: 2 }]);
    await collection.createIndex({ b: 1 }, { partialFilterExpression: { a: { $type: 'null' } } });
    expect(await collection.find({ a: null, b: null }).toArray()).toHaveLength(2);
  });

  test('conditions on two elements of an array are not treated as conditions on one', async () => {
    const collection = await database.collection([
      {
        _id: 1,
        a: [
          { b: 1, c: 5 },
          { b: 3, c: 2 },
        ],
      },
      { _id: 2, a: [{ b: 1, c: 2 }] },
    ]);
    await collection.createIndex({ 'a.b': 1, 'a.c': 1 });
    expect(await collection.find({ 'a.b': 1, 'a.c': 2 }).sort({ _id: 1 }).toArray()).toHaveLength(2);
    expect(await collection.find({ a: { $elemMatch: { b: 1, c: 2 } } }).toArray()).toMatchObject([{ _id: 2 }]);
    const both = await database.collection([{ _id: 1, a: [1, 20] }]);
    await both.createIndex({ a: 1 });
    expect(await both.find({ a: { $gt: 15, $lt: 5 } }).toArray()).toHaveLength(1);
  });
});

// A server of MongoDB looks every 60 s only.
(isEmbedded ? test : test.skip)('documents go when their time is over, and only those', async () => {
  const collection = await database.collection([
    { _id: 'over', at: new Date(Date.now() - 100_000) },
    { _id: 'one of two is over', at: [new Date(Date.now() - 100_000), new Date(Date.now() + 100_000)] },
    { _id: 'not yet', at: new Date(Date.now() + 100_000) },
    { _id: 'no date', at: 'text' },
    { _id: 'number', at: 5 },
    { _id: 'missing' },
  ]);
  const stream = collection.watch();
  const missing: unknown[] = [];
  stream.on('change', (change) => change.operationType === 'delete' && missing.push(change.documentKey._id));
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 50 });
  while ((await collection.countDocuments({})) > 4 || missing.length < 2) await wait(20);
  expect((await collection.distinct('_id')).sort()).toEqual(['missing', 'no date', 'not yet', 'number']);
  expect(missing.sort()).toEqual(['one of two is over', 'over']);
  await stream.close();
});
