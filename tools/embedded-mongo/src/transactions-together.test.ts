import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientSession, Document } from 'mongodb';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

// Expectations from MongoDB's manual ("Production Considerations", "Read Concern snapshot") and its specification tests for
// transactions, change streams and snapshot sessions.

const database = useDatabase();
const testEmbedded = isEmbedded ? test : test.skip;

/** Runs with a session that ends behind it. */
async function withSession<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = database.client.startSession();
  try {
    return await run(session);
  } finally {
    await session.endSession();
  }
}

describe('transactions beside each other', () => {
  test('none is lost of many that are repeated', async () => {
    const c = await database.collection([{ v: 0 }]);
    const add = (session: ClientSession) =>
      session.withTransaction(async () => {
        const doc = await c.findOne({}, { session });
        await c.updateOne({}, { $set: { v: Number(doc?.v) + 1 } }, { session });
      });
    await Promise.all(Array.from({ length: 20 }, () => withSession(add)));
    await c.updateOne({}, { $inc: { v: 1 } });
    expect(await c.findOne({}, { projection: { _id: 0 } })).toEqual({ v: 21 });
  }, 30_000);

  test('of two that wait for each other the second is to be repeated', async () => {
    const c = await database.collection([{ v: 1 }]);
    await withSession((first) =>
      withSession(async (second) => {
        first.startTransaction();
        await c.updateOne({}, { $set: { v: 2 } }, { session: first });
        second.startTransaction();
        const error = await serverError(c.updateOne({}, { $set: { v: 3 } }, { session: second }));
        expect(error).toMatchObject({ code: 112, codeName: 'WriteConflict' });
        expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
        await second.abortTransaction();
        await first.commitTransaction();
      }),
    );
    expect(await c.findOne({}, { projection: { _id: 0 } })).toEqual({ v: 2 });
  }, 20_000);

  test('a plain write waits for the end of the transaction', async () => {
    const c = await database.collection([{ v: 1 }]);
    await withSession(async (session) => {
      session.startTransaction();
      await c.updateOne({}, { $set: { v: 2 } }, { session });
      const write = c.updateOne({}, { $inc: { v: 10 } });
      await wait(50);
      expect(await c.findOne({ v: 1 })).not.toBeNull();
      await session.commitTransaction();
      await write;
    });
    expect(await c.findOne({}, { projection: { _id: 0 } })).toEqual({ v: 12 });
  });

  test('change streams tell of it when it is committed, in order, and of none that is aborted', async () => {
    const c = await database.collection([{ _id: 0 } as unknown as Document]);
    const stream = c.watch([], { fullDocument: 'updateLookup' });
    const seen: unknown[] = [];
    stream.on('change', (change) =>
      seen.push([change.operationType, 'documentKey' in change && change.documentKey._id]),
    );
    await once(
      stream.on('init', () => undefined),
      'resumeTokenChanged',
    );
    await withSession(async (session) => {
      session.startTransaction();
      await c.insertOne({ _id: 1 } as Document, { session });
      await session.abortTransaction();
      session.startTransaction();
      await c.insertOne({ _id: 2 } as Document, { session });
      await c.updateOne({ _id: 2 } as Document, { $set: { a: 1 } }, { session });
      const late = c.watch();
      late.on('change', (change) => seen.push(change.operationType === 'insert' ? 'late' : undefined));
      await wait(300);
      expect(seen).toEqual([]);
      await c.deleteOne({ _id: 0 } as unknown as Document, { session });
      await session.commitTransaction();
      await c.insertOne({ _id: 3 } as Document);
      for (let i = 0; i < 100 && seen.length < 8; i += 1) await wait(20);
      expect(seen.filter((change) => change === 'late')).toHaveLength(2);
      await late.close();
    });
    expect(seen.filter(Array.isArray)).toEqual([
      ['insert', 2],
      ['update', 2],
      ['delete', 0],
      ['insert', 3],
    ]);
    await stream.close();
  });

  testEmbedded(
    'one that is open for more than 5 s is aborted',
    async () => {
      const c = await database.collection([{ v: 1 }]);
      await withSession(async (session) => {
        session.startTransaction();
        await c.updateOne({}, { $set: { v: 2 } }, { session });
        await c.updateOne({}, { $inc: { v: 10 } });
        const error = await serverError(c.updateOne({}, { $set: { v: 3 } }, { session }));
        expect(error.code).toBe(251);
        expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
        await session.abortTransaction();
      });
      expect(await c.findOne({}, { projection: { _id: 0 } })).toEqual({ v: 11 });
    },
    20_000,
  );

  testEmbedded(
    'one that writes more than 64 MB is refused',
    async () => {
      const c = await database.collection(Array.from({ length: 70 }, () => ({ text: '' })));
      const attempt = withSession(async (session) => {
        session.startTransaction();
        await c.updateMany({}, { $set: { text: 'x'.repeat(1024 * 1024) } }, { session });
      });
      await expect(attempt).rejects.toMatchObject({ code: 257, codeName: 'TransactionTooLarge' });
      expect(await c.countDocuments({ text: '' })).toBe(70);
    },
    20_000,
  );
});

describe('snapshot sessions', () => {
  test('read what was committed at their first read', async () => {
    const c = await database.collection(
      Array.from({ length: 300 }, (_, i) => ({ _id: i, v: 1 }) as unknown as Document),
    );
    const session = database.client.startSession({ snapshot: true });
    const cursor = c.find({}, { session, batchSize: 10 });
    await cursor.next();
    await c.updateMany({}, { $set: { v: 2 } });
    await c.insertOne({ _id: 1000, v: 2 } as Document);
    expect(await c.distinct('v', {}, { session })).toEqual([1]);
    expect(await c.aggregate([{ $group: { _id: '$v', n: { $sum: 1 } } }], { session }).toArray()).toEqual([
      { _id: 1, n: 300 },
    ]);
    const rest = await cursor.toArray();
    expect([rest.length, new Set(rest.map(({ v }) => v))]).toEqual([299, new Set([1])]);
    expect(await c.distinct('v')).toEqual([2]);
    await session.endSession();
  });

  testEmbedded('hold what is dropped and what a transaction has not committed; at most 8 are open', async () => {
    const c = await database.collection([{ _id: 1 } as Document]);
    await c.createIndex({ a: 1 });
    const open = async () => {
      const session = database.client.startSession({ snapshot: true });
      return { session, ids: await c.distinct('_id', {}, { session }) };
    };
    const [early, during] = await withSession(async (session) => {
      const first = await open();
      session.startTransaction();
      await c.insertOne({ _id: 2 } as Document, { session });
      const second = await open();
      await session.commitTransaction();
      return [first, second];
    });
    expect([early.ids, during.ids]).toEqual([[1], [1]]);
    await c.drop();
    expect(await c.distinct('_id', {}, { session: early.session })).toEqual([1]);
    const others = await Promise.all(Array.from({ length: 6 }, open));
    expect(await serverError(open())).toMatchObject({ code: 246, codeName: 'SnapshotUnavailable' });
    for (const { session } of [early, during, ...others]) await session.endSession();
    expect((await open()).ids).toEqual([]);
  });
});
