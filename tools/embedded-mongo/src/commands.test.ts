import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Document, Long, ObjectId, ReadConcern, WriteConcern } from 'mongodb';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Database Commands"; specifications/source/crud, find_getmore_killcursors_commands, retryable-writes.

const database = useDatabase();

describe('collections', () => {
  test('create, list, drop', async () => {
    const { db } = database;
    await db.createCollection('made');
    expect((await serverError(db.createCollection('made'))).code).toBe(48);
    const [info] = await db.listCollections({ name: 'made' }).toArray();
    expect(info).toMatchObject({
      name: 'made',
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    });
    expect(await db.listCollections({ name: 'made' }, { nameOnly: true }).toArray()).toEqual([
      { name: 'made', type: 'collection' },
    ]);
    await db.collection('made').insertOne({ a: 1 });
    await db.dropCollection('made');
    expect(await db.listCollections({ name: 'made' }).toArray()).toEqual([]);
    expect(await db.collection('made').countDocuments({})).toBe(0);
  });

  test('dropDatabase takes everything of one database', async () => {
    const other = database.client.db(`${database.db.databaseName}_other`);
    await other.collection('a').insertOne({ a: 1 });
    const untouched = await database.collection([{ a: 1 }]);
    await other.dropDatabase();
    expect(await other.listCollections().toArray()).toEqual([]);
    expect(await untouched.countDocuments({})).toBe(1);
  });

  test('dbStats tells how large the disk is, and how much of it is used', async () => {
    await database.collection([{ a: 1 }]);
    const { db, collections, fsUsedSize, fsTotalSize } = await database.db.command({ dbStats: 1 });
    expect(db).toBe(database.db.databaseName);
    expect(collections).toBe((await database.db.listCollections().toArray()).length);
    expect(fsUsedSize).toBeGreaterThan(0);
    expect(fsTotalSize).toBeGreaterThan(fsUsedSize);
    if (!isEmbedded) return;
    const { blocks, bsize } = statfsSync(tmpdir());
    expect(fsTotalSize).toBe(blocks * bsize);
  });

  test.each(['', '$x', 'a\0b', `${'x'.repeat(300)}`])('a bad name %j is error 73', async (name) => {
    expect((await serverError(database.db.command({ create: name }))).code).toBe(73);
  });
});

describe('insert', () => {
  test('an ordered insert stops at the first error, an unordered one goes on', async () => {
    const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }] as unknown as Document[];
    const ordered = await database.collection();
    expect(await serverError(ordered.insertMany(docs))).toMatchObject({ code: 11000, result: { insertedCount: 1 } });
    expect(await ordered.countDocuments({})).toBe(1);
    const unordered = await database.collection();
    expect(await serverError(unordered.insertMany(docs, { ordered: false }))).toMatchObject({
      code: 11000,
      result: { insertedCount: 2 },
    });
    expect(await unordered.countDocuments({})).toBe(2);
  });

  test('_id comes first, and is made where it is missing', async () => {
    const { collectionName } = await database.collection();
    await database.db.command({ insert: collectionName, documents: [{ a: 1 }, { a: 2, _id: 5 }] });
    const docs = await database.db.collection(collectionName).find({}).toArray();
    expect(docs.map((doc) => Object.keys(doc))).toEqual([
      ['_id', 'a'],
      ['_id', 'a'],
    ]);
    expect(docs[0]?._id).toBeInstanceOf(ObjectId);
  });

  test('field names with dots, dollars and digits, and __proto__, keep their places', async () => {
    const doc = JSON.parse('{"_id":1,"2":"b","1":"a","x.y":1,"n":{"$z":1,"10":0,"9":0},"__proto__":{"p":1}}');
    const collection = await database.collection();
    await collection.insertOne(doc);
    const raw = await database.client
      .db(database.db.databaseName)
      .collection(collection.collectionName, { raw: true })
      .findOne({});
    await collection.updateOne({}, { $set: { added: 1 } });
    const updated = await collection.findOne({});
    expect(JSON.stringify({ ...updated, added: undefined })).toBe(JSON.stringify(doc));
    expect(raw).toBeDefined();
  });

  test.each<readonly [string, unknown, number]>([
    ['an array', [1], 53],
    ['a regular expression', /x/, 53],
    ['a document with a $ field', { $x: 1 }, 52],
  ])('an _id that is %s is refused', async (_, id, code) => {
    const collection = await database.collection();
    expect((await serverError(collection.insertOne({ _id: id as never }))).code).toBe(code);
  });

  test('a document of more than 16 MB is error 10334, and the next command is served', async () => {
    const { collectionName } = await database.collection();
    const half = 'x'.repeat(8 * 1024 * 1024);
    await database.db.collection(collectionName).insertOne({ _id: 1 as never, half });
    const grown = database.db.collection(collectionName).updateOne({}, { $set: { other: half } });
    expect((await serverError(grown)).code).toBe(isEmbedded ? 10334 : 17419);
    expect(await database.db.collection(collectionName).countDocuments({ other: { $exists: true } })).toBe(0);
  });

  test('w: 0 wants no answer, and is done', async () => {
    const collection = await database.collection();
    await collection.insertOne({ a: 1 }, { writeConcern: new WriteConcern(0) });
    while ((await collection.countDocuments({})) < 1);
    expect(await collection.findOne({})).toMatchObject({ a: 1 });
  });
});

describe('cursors', () => {
  const docs = Array.from({ length: 250 }, (_, i) => ({ _id: i }));

  test('batches: 101 documents first, then batchSize', async () => {
    const { collectionName } = await database.collection(docs);
    const first = await database.db.command({ find: collectionName });
    expect(first.cursor.firstBatch).toHaveLength(101);
    const second = await database.db.command({
      getMore: Long.fromValue(first.cursor.id),
      collection: collectionName,
      batchSize: 100,
    });
    expect(second.cursor.nextBatch).toHaveLength(100);
    const third = await database.db.command({ getMore: Long.fromValue(first.cursor.id), collection: collectionName });
    expect(third.cursor.nextBatch).toHaveLength(49);
    expect(Number(third.cursor.id)).toBe(0);
  });

  test('batchSize 0, singleBatch, limit', async () => {
    const { collectionName } = await database.collection(docs);
    expect((await database.db.command({ find: collectionName, batchSize: 0 })).cursor.firstBatch).toEqual([]);
    const single = await database.db.command({ find: collectionName, batchSize: 3, singleBatch: true });
    expect(single.cursor).toMatchObject({ firstBatch: [{ _id: 0 }, { _id: 1 }, { _id: 2 }], id: 0 });
    expect(await database.db.collection(collectionName).find({}).batchSize(7).limit(20).skip(5).toArray()).toHaveLength(
      20,
    );
  });

  test('a batch ends at 16 MB', async () => {
    const large = Array.from({ length: 6 }, (_, i) => ({ _id: i, large: Buffer.alloc(5 * 1024 * 1024) }));
    const { collectionName } = await database.collection(large);
    const { cursor } = await database.db.command({ find: collectionName });
    expect(cursor.firstBatch.length).toBeLessThan(4);
    expect(await database.db.collection(collectionName).find({}).toArray()).toHaveLength(6);
  });

  test('a cursor that is not there is error 43', async () => {
    const { collectionName } = await database.collection(docs);
    expect(
      (await serverError(database.db.command({ getMore: Long.fromNumber(12345), collection: collectionName }))).code,
    ).toBe(43);
    const { cursor } = await database.db.command({ find: collectionName, batchSize: 2 });
    const id = Long.fromValue(cursor.id);
    expect(await database.db.command({ killCursors: collectionName, cursors: [id, Long.fromNumber(5)] })).toMatchObject(
      { cursorsKilled: [id], cursorsNotFound: [5] },
    );
    expect((await serverError(database.db.command({ getMore: id, collection: collectionName }))).code).toBe(43);
  });

  test('a cursor goes on while the collection changes, and ends when it is dropped', async () => {
    const collection = await database.collection(docs);
    const cursor = collection.find({}).batchSize(10);
    expect(await cursor.next()).toEqual({ _id: 0 });
    await collection.deleteMany({ _id: { $gte: 100 as never } });
    await collection.insertOne({ _id: 1000 as never });
    const rest = await cursor.toArray();
    expect(rest.length).toBeGreaterThanOrEqual(99);
    expect(new Set(rest.map(({ _id }) => String(_id))).size).toBe(rest.length);
    const doomed = collection.find({}).batchSize(2);
    await doomed.next();
    await collection.drop();
    expect((await serverError(doomed.toArray())).code).toBe(175);
  });
});

describe('concerns', () => {
  test('majority and local are promised', async () => {
    const collection = await database.collection();
    await collection.insertOne({ a: 1 }, { writeConcern: new WriteConcern('majority', 1000, true) });
    expect(await collection.find({}, { readConcern: new ReadConcern('majority') }).toArray()).toHaveLength(1);
  });

  (isEmbedded ? test : test.skip)('two servers are not: the write is done, and the reply says so', async () => {
    const collection = await database.collection();
    const insert = collection.insertOne({ a: 1 }, { writeConcern: new WriteConcern(2) });
    expect((await serverError(insert)).code).toBe(100);
    expect(await collection.countDocuments({})).toBe(1);
  });
});

test('hello and ping', async () => {
  const hello = await database.client.db('admin').command({ hello: 1 });
  expect(hello).toMatchObject({
    isWritablePrimary: true,
    setName: expect.any(String),
    maxBsonObjectSize: 16777216,
    maxMessageSizeBytes: 48000000,
    maxWriteBatchSize: 100000,
    ok: 1,
  });
  expect(await database.client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('an unknown command is error 59', async () => {
  expect(await serverError(database.db.command({ nonsense: 1 }))).toMatchObject({
    code: 59,
    codeName: 'CommandNotFound',
  });
});

test('an aggregation without a cursor fails, of documents and of changes', async () => {
  const { collectionName } = await database.collection([{ a: 1 }]);
  for (const pipeline of [[], [{ $match: { a: 1 } }], [{ $changeStream: {} }]]) {
    const error = await serverError(database.db.command({ aggregate: collectionName, pipeline }));
    expect(error).toMatchObject({ code: 9, codeName: 'FailedToParse' });
    expect(error.message).toContain("The 'cursor' option is required");
  }
});
