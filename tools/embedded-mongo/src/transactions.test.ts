import { once } from 'node:events';
import { type ClientSession, type Collection, type Document, GridFSBucket } from 'mongodb';
import mongoose from 'mongoose';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

// Expectations from MongoDB's manual ("Transactions", "Transactions and Operations") and its specification tests for transactions,
// convenient transactions and sessions.

const database = useDatabase();

/** Runs with a session that ends behind it. */
async function withSession<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = database.client.startSession();
  try {
    return await run(session);
  } finally {
    await session.endSession();
  }
}

/** Expects that a transaction is gone: what is tried in it fails, and is to be repeated from its start. */
async function expectGone(attempt: Promise<unknown>): Promise<void> {
  const error = await serverError(attempt);
  expect(error).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
  expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
}

const idsOf = async (collection: Collection, session?: ClientSession) =>
  (await collection.find({}, { ...(session && { session }), sort: { _id: 1 } }).toArray()).map(({ _id }) =>
    Number(_id),
  );

describe('what a transaction sees and leaves', () => {
  test('inside its own writes, outside what is committed', async () => {
    const c = await database.collection([{ _id: 1, v: 1 } as Document]);
    await c.createIndex({ v: 1 });
    await withSession(async (session) => {
      session.startTransaction();
      await c.insertOne({ _id: 2, v: 2 } as Document, { session });
      await c.updateOne({ v: 1 }, { $set: { v: [5, 6] } }, { session });
      expect(await c.findOne({ v: 5 }, { session })).toMatchObject({ _id: 1 });
      expect(await c.countDocuments({ v: { $gte: 1 } }, { session })).toBe(2);
      expect((await c.distinct('v', {}, { session })).toSorted()).toEqual([2, 5, 6]);
      expect(await c.find({ v: { $gte: 1 } }).toArray()).toEqual([{ _id: 1, v: 1 }]);
      expect(await c.estimatedDocumentCount()).toBe(1);
      await session.commitTransaction();
    });
    expect(await c.find({ v: { $gte: 1 } }, { sort: { _id: 1 } }).toArray()).toEqual([
      { _id: 1, v: [5, 6] },
      { _id: 2, v: 2 },
    ]);
  });

  test('an abort leaves nothing, and the session can begin again', async () => {
    const c = await database.collection([{ _id: 1, v: 1 } as Document]);
    await c.createIndex({ v: 1 }, { unique: true });
    await withSession(async (session) => {
      session.startTransaction();
      await c.deleteOne({ _id: 1 } as Document, { session });
      await c.insertOne({ _id: 2, v: [1, 7] } as Document, { session });
      await session.abortTransaction();
      expect(await c.find({ v: 1 }).toArray()).toEqual([{ _id: 1, v: 1 }]);
      session.startTransaction();
      await c.insertOne({ _id: 3, v: 7 } as Document, { session });
      await session.commitTransaction();
    });
    expect(await idsOf(c)).toEqual([1, 3]);
  });

  test('a missing collection is created with the commit', async () => {
    const [kept, dropped] = [database.db.collection('born_kept'), database.db.collection('born_dropped')];
    const names = async () => (await database.db.listCollections({ name: /^born/ }).toArray()).map(({ name }) => name);
    await withSession(async (session) => {
      session.startTransaction();
      await kept.insertOne({ a: 1 }, { session });
      if (isEmbedded) expect(await names()).toEqual([]);
      expect(await kept.countDocuments({})).toBe(0);
      await session.commitTransaction();
      session.startTransaction();
      await dropped.insertOne({ a: 1 }, { session });
      await session.abortTransaction();
    });
    expect(await kept.countDocuments({})).toBe(1);
    expect(await names()).toEqual(['born_kept']);
    await dropped.insertOne({ a: 2 });
    expect(await dropped.countDocuments({})).toBe(1);
  });

  test('findAndModify, bulk writes and 10,000 rows', async () => {
    const c = await database.collection([{ _id: 0, n: 0 } as Document]);
    await c.createIndex({ n: 1 });
    await withSession((session) =>
      session.withTransaction(async () => {
        const rows = Array.from({ length: 10_000 }, (_, i) => ({ _id: i + 1, n: i + 1 }) as Document);
        await c.insertMany(rows, { session });
        await c.bulkWrite(
          [{ deleteOne: { filter: { n: 1 } } }, { updateMany: { filter: { n: 2 }, update: { $set: { n: -2 } } } }],
          { session },
        );
        const options = { session, returnDocument: 'after', upsert: true } as const;
        expect(await c.findOneAndUpdate({ n: 20_000 }, { $set: { x: 1 } }, options)).toMatchObject({ n: 20_000, x: 1 });
      }),
    );
    expect(await c.countDocuments({ n: { $gt: 2 } })).toBe(9999);
  });
});

describe('the end of a transaction', () => {
  test('a commit whose answer was lost is repeated', async () => {
    const c = await database.collection();
    await withSession(async (session) => {
      session.startTransaction();
      await c.insertOne({ a: 1 }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
      await session.commitTransaction();
    });
    expect(await c.countDocuments({})).toBe(1);
  });

  test.each([true, false])('an error ends it, ordered: %s', async (ordered) => {
    const c = await database.collection([{ _id: 1 } as Document]);
    await withSession(async (session) => {
      session.startTransaction();
      const docs = [{ _id: 2 }, { _id: 1 }, { _id: 3 }] as unknown as Document[];
      await expect(c.insertMany(docs, { session, ordered })).rejects.toMatchObject({ code: 11000, insertedCount: 1 });
      await expectGone(c.insertOne({ _id: 4 } as Document, { session }));
      await expectGone(session.commitTransaction());
      expect(await idsOf(c)).toEqual([1]);
    });
  });

  test('a command that fails ends it, too', async () => {
    const c = await database.collection();
    await withSession(async (session) => {
      session.startTransaction();
      await c.insertOne({ a: 1 }, { session });
      await serverError(c.updateOne({}, { $set: { 'a.b.': 1 } }, { session }));
      await expectGone(c.insertOne({ a: 2 }, { session }));
      await session.abortTransaction();
    });
    expect(await c.countDocuments({})).toBe(0);
  });

  test.each<Document>([
    ...['count', 'drop', 'dropIndexes', 'listIndexes', 'explain'].map((name) => ({ [name]: 'refused', index: '*' })),
    { dropDatabase: 1 },
    { listCollections: 1 },
    ...(isEmbedded
      ? [{ create: 'refused' }, { createIndexes: 'refused', indexes: [{ key: { a: 1 }, name: 'a' }] }]
      : []),
  ])('%p is refused, and ends nothing', async (command) => {
    const c = await database.collection();
    await withSession(async (session) => {
      session.startTransaction();
      await c.insertOne({ a: 1 }, { session });
      const refused = await serverError(database.db.command(command, { session }));
      expect(refused).toMatchObject({ code: 263, codeName: 'OperationNotSupportedInTransaction' });
      await session.commitTransaction();
    });
    expect(await c.countDocuments({})).toBe(1);
  });

  test('cursors end with it', async () => {
    const c = await database.collection(Array.from({ length: 9 }, (_, i) => ({ _id: i }) as unknown as Document));
    await withSession(async (session) => {
      session.startTransaction();
      await c.deleteOne({ _id: 8 } as unknown as Document, { session });
      expect(await c.find({}, { session, batchSize: 2 }).toArray()).toHaveLength(8);
      const [inside, outside] = [c.find({}, { session, batchSize: 2 }), c.find({}, { batchSize: 2 })];
      await Promise.all([inside.next(), outside.next()]);
      const getMore = { getMore: inside.id, collection: c.collectionName };
      expect((await serverError(database.db.command(getMore))).code).toEqual(expect.any(Number));
      expect(await outside.toArray()).toHaveLength(8);
      await session.commitTransaction();
      session.startTransaction();
      await serverError(database.db.command(getMore, { session }));
      await session.abortTransaction();
    });
  });

  test('its session ends it', async () => {
    const c = await database.collection([{ v: 1 }]);
    const session = database.client.startSession();
    session.startTransaction();
    await c.updateOne({}, { $set: { v: 2 } }, { session });
    await session.endSession();
    await c.updateOne({}, { $inc: { v: 10 } });
    expect(await c.findOne({}, { projection: { _id: 0 } })).toEqual({ v: 11 });
  });
});

describe('the clients of the portal', () => {
  test('mongoose: models join by themselves', async () => {
    mongoose.set('transactionAsyncLocalStorage', true);
    const connection = await mongoose.createConnection(database.uri, { dbName: database.db.databaseName }).asPromise();
    const User = connection.model('Joined', new mongoose.Schema({ name: { type: String, unique: true }, n: Number }));
    await User.init();
    const refused = connection.transaction(async () => {
      await User.create({ name: 'a' });
      await User.updateOne({ name: 'a' }, { n: 1 });
      expect(await User.countDocuments({ n: 1 })).toBe(1);
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(await User.exists({})).toBeNull();
    await connection.transaction(async () => {
      const user = await User.create({ name: 'b' });
      user.n = 2;
      await user.save();
      await User.insertMany([{ name: 'c' }]);
    });
    expect(await User.find({}, { _id: 0, name: 1, n: 1 }).sort({ name: 1 }).lean()).toEqual([
      { name: 'b', n: 2 },
      { name: 'c' },
    ]);
    await connection.close();
  });

  test('GridFS: a file in a transaction', async () => {
    const bucket = new GridFSBucket(database.db, { bucketName: 'in_transaction' });
    const upload = bucket.openUploadStream('x');
    upload.end(Buffer.alloc(600_000));
    await once(upload, 'finish');
    await withSession((session) =>
      session.withTransaction(async () => {
        const files = database.db.collection('in_transaction.files');
        await files.updateOne({ _id: upload.id }, { $set: { owner: 'a' } }, { session });
      }),
    );
    expect(await bucket.find({}).toArray()).toMatchObject([{ length: 600_000, owner: 'a' }]);
  });
});
