import { type ChangeStream, type ChangeStreamDocument, type Document, MongoClient, Timestamp } from 'mongodb';
import { startEmbeddedMongo } from './index.ts';
import { isEmbedded, serverError, temporaryDirectory, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Change Streams" and "Change Events"; specifications/source/change-streams.

const database = useDatabase();

/** Opens a stream; it is open when this returns, so no later event is missed. */
async function opened(stream: ChangeStream): Promise<ChangeStream> {
  await stream.tryNext();
  return stream;
}

async function take(stream: ChangeStream, count: number): Promise<ChangeStreamDocument[]> {
  const events: ChangeStreamDocument[] = [];
  while (events.length < count) events.push(await stream.next());
  return events;
}

const options = { maxAwaitTimeMS: 100 };

test('insert, update, replace and delete', async () => {
  const collection = await database.collection();
  const stream = await opened(collection.watch([], options));
  await collection.insertOne({ _id: 1 as never, a: 1, gone: 1, list: [1] });
  await collection.updateOne({ a: 1 }, { $set: { a: 2, 'n.m': 5 }, $unset: { gone: '' }, $push: { list: 2 as never } });
  await collection.updateOne({}, { $set: { a: 2 } });
  await collection.replaceOne({}, { b: 1 });
  await collection.deleteOne({});
  const ns = { db: database.db.databaseName, coll: collection.collectionName };
  const events = await take(stream, 4);
  expect(events).toMatchObject([
    { operationType: 'insert', ns, documentKey: { _id: 1 }, fullDocument: { _id: 1, a: 1, gone: 1, list: [1] } },
    {
      operationType: 'update',
      ns,
      documentKey: { _id: 1 },
      updateDescription: {
        updatedFields: { a: 2, n: { m: 5 }, 'list.1': 2 },
        removedFields: ['gone'],
        truncatedArrays: [],
      },
    },
    { operationType: 'replace', ns, documentKey: { _id: 1 }, fullDocument: { _id: 1, b: 1 } },
    { operationType: 'delete', ns, documentKey: { _id: 1 } },
  ]);
  expect(events[1]).not.toHaveProperty('fullDocument');
  for (const event of events) {
    expect(event).toMatchObject({
      _id: { _data: expect.any(String) },
      clusterTime: expect.any(Timestamp),
      wallTime: expect.any(Date),
    });
  }
  await stream.close();
});

test.each<readonly [string, Document, Document, Document, readonly string[]]>([
  ['a nested field', { a: { b: 1, c: 2 } }, { $set: { 'a.b': 5 } }, { 'a.b': 5 }, []],
  ['a field that was not there', { a: {} }, { $set: { 'a.b.c': 5 } }, { 'a.b': { c: 5 } }, []],
  ['an element', { a: [1, 2] }, { $set: { 'a.1': 5 } }, { 'a.1': 5 }, []],
  ['removal from an array', { a: [1, 2] }, { $pull: { a: 1 } }, { a: [2] }, []],
  [
    'what is put into an array in its middle',
    { a: [1, 2] },
    { $push: { a: { $each: [0], $sort: 1 } } },
    { a: [0, 1, 2] },
    [],
  ],
  ['$inc', { a: 1 }, { $inc: { a: 1, z: 1 } }, { a: 2, z: 1 }, []],
  ['a nested field that goes', { a: { b: 1, c: 1 } }, { $unset: { 'a.b': 1 } }, {}, ['a.b']],
])('updateDescription of %s', async (_, before, update, updatedFields, removedFields) => {
  const collection = await database.collection([before]);
  const stream = await opened(collection.watch([], options));
  await collection.updateOne({}, update);
  expect(await stream.next()).toMatchObject({ updateDescription: { updatedFields, removedFields } });
  await stream.close();
});

test('updateLookup returns the current document, null if it is deleted', async () => {
  const collection = await database.collection([
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
  ]);
  const stream = await opened(collection.watch([], { ...options, fullDocument: 'updateLookup' }));
  await collection.updateOne({ _id: 1 as never }, { $set: { a: 2 } });
  await collection.updateOne({ _id: 2 as never }, { $set: { a: 2 } });
  await collection.deleteOne({ _id: 2 as never });
  const events = await take(stream, 3);
  expect(events).toMatchObject([
    { fullDocument: { _id: 1, a: 2 } },
    { fullDocument: null },
    { operationType: 'delete' },
  ]);
  await stream.close();
});

test('a stream of a database sees its collections only; $match and $project apply', async () => {
  const [one, other] = [await database.collection(), await database.collection()];
  const pipeline = [
    {
      $match: {
        operationType: 'insert',
        'fullDocument.a': { $gt: 1 },
        'ns.coll': { $in: [one.collectionName, other.collectionName] },
      },
    },
    { $project: { 'fullDocument.a': 1 } },
  ];
  const stream = await opened(database.db.watch(pipeline, options));
  const elsewhere = database.client.db(`${database.db.databaseName}_2`);
  await elsewhere.collection('x').insertOne({ a: 5 });
  await one.insertMany([{ a: 1 }, { a: 2 }]);
  await one.updateMany({}, { $set: { b: 1 } });
  await other.insertOne({ a: 3 });
  expect(await take(stream, 2)).toEqual(
    [2, 3].map((a) => ({ _id: { _data: expect.any(String) }, fullDocument: { a } })),
  );
  await stream.close();
  await elsewhere.dropDatabase();
});

test('a stream goes on after the token of an event, and after the token between events', async () => {
  const collection = await database.collection();
  const stream = await opened(collection.watch([], options));
  await collection.insertMany([1, 2, 3].map((a) => ({ a })));
  const [first] = await take(stream, 3);
  expect(await stream.tryNext()).toBeNull();
  const between = stream.resumeToken;
  await stream.close();
  await collection.insertOne({ a: 4 });
  const after = collection.watch([], { ...options, resumeAfter: first?._id });
  expect((await take(after, 3)).map((event) => 'fullDocument' in event && event.fullDocument?.a)).toEqual([2, 3, 4]);
  await after.close();
  const later = collection.watch([], { ...options, resumeAfter: between });
  expect(await later.next()).toMatchObject({ fullDocument: { a: 4 } });
  await later.close();
});

test('drop ends the stream of a collection', async () => {
  const collection = await database.collection([{ a: 1 }]);
  const stream = await opened(collection.watch([], options));
  await collection.drop();
  const [drop, invalidate] = await take(stream, 2);
  expect([drop?.operationType, invalidate?.operationType]).toEqual(['drop', 'invalidate']);
  await stream.close();
  const resumed = collection.watch([], { ...options, resumeAfter: invalidate?._id });
  expect((await serverError(resumed.next())).code).toBe(260);
  // One that is opened behind the drop has no end of its own.
  const behind = await opened(collection.watch([], options));
  await collection.insertOne({ a: 2 });
  const later = collection.watch([], { ...options, resumeAfter: behind.resumeToken });
  expect(await later.next()).toMatchObject({ operationType: 'insert', fullDocument: { a: 2 } });
  await Promise.all([resumed, behind, later].map((one) => one.close()));
});

test('an event of a large document has its content at that time, also after a change', async () => {
  const collection = await database.collection();
  const stream = await opened(collection.watch([], options));
  const large = 'x'.repeat(200_000);
  await collection.insertOne({ _id: 1 as never, large, a: 1 });
  await collection.updateOne({}, { $set: { a: 2 } });
  await collection.insertOne({ _id: 2 as never, large });
  await collection.deleteMany({});
  expect(await take(stream, 5)).toMatchObject([
    { operationType: 'insert', fullDocument: { _id: 1, large, a: 1 } },
    { operationType: 'update' },
    { operationType: 'insert', fullDocument: { _id: 2, large } },
    { operationType: 'delete' },
    { operationType: 'delete' },
  ]);
  await stream.close();
});

test('a pipeline that takes _id away is an error', async () => {
  const collection = await database.collection();
  const stream = collection.watch([{ $project: { _id: 0 } }], options);
  await stream.tryNext();
  await collection.insertOne({ a: 1 });
  const error = await serverError(stream.next());
  expect(error).toMatchObject({ code: 280, codeName: 'ChangeStreamFatalError' });
  // A driver that knows the label does not resume what would fail again.
  expect(error.errorLabels).toEqual(['NonResumableChangeStreamError']);
  await stream.close();
});

test('a waiting stream returns an event at once', async () => {
  const collection = await database.collection();
  const before = await opened(collection.watch([], options));
  const stream = collection.watch([], { maxAwaitTimeMS: 20_000, resumeAfter: before.resumeToken });
  await before.close();
  await collection.insertOne({ a: 0 });
  await stream.next();
  const next = stream.next();
  const start = Date.now();
  await collection.insertOne({ a: 1 });
  await next;
  expect(Date.now() - start).toBeLessThan(5000);
  await stream.close();
});

test('an invalid token is refused', async () => {
  const collection = await database.collection();
  await serverError(collection.watch([], { resumeAfter: { _data: 'nonsense' } }).next());
  await serverError(collection.watch([], { resumeAfter: {} }).next());
});

(isEmbedded ? test : test.skip)('tokens survive a restart, and an open stream resumes', async () => {
  const directory = temporaryDirectory();
  const first = await startEmbeddedMongo({ dataDir: directory.path });
  const port = Number(new URL(first.uri).port);
  const client = await MongoClient.connect(first.uri);
  const collection = client.db('x').collection('c');
  const stream = await opened(collection.watch([], options));
  await collection.insertMany([{ a: 1 }, { a: 2 }]);
  const event = await stream.next();
  await collection.insertOne({ a: 3 });
  await first.stop();
  const second = await startEmbeddedMongo({ dataDir: directory.path, port });
  await collection.insertOne({ a: 4 });
  const values = (events: readonly ChangeStreamDocument[]) =>
    events.map((one) => 'fullDocument' in one && one.fullDocument?.a);
  expect(values(await take(stream, 3))).toEqual([2, 3, 4]);
  const resumed = collection.watch([], { ...options, resumeAfter: event._id });
  expect(values(await take(resumed, 3))).toEqual([2, 3, 4]);
  await Promise.all([stream.close(), resumed.close()]);
  await client.close();
  await second.stop();
  directory.remove();
});
