import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import MongoStore from 'connect-mongo';
import { GridFSBucket, type ObjectId } from 'mongodb';
import mongoose from 'mongoose';
import { isEmbedded, useDatabase } from './testing/database.ts';

// The three clients of the portal, each doing what the portal does with it.

const database = useDatabase(isEmbedded ? 100 : undefined);

describe('mongoose', () => {
  const schema = new mongoose.Schema(
    {
      email: { type: String, required: true, unique: true, lowercase: true },
      roles: [String],
      visits: { type: Number, default: 0 },
      parts: [{ name: String, done: Boolean }],
      meta: { type: Map, of: String },
      content: Buffer,
      mixed: mongoose.Schema.Types.Mixed,
    },
    { timestamps: true },
  );
  let connection: mongoose.Connection;
  const model = () => connection.model('User', schema);

  beforeAll(async () => {
    connection = mongoose.createConnection(database.uri, { dbName: database.db.databaseName });
    await connection.asPromise();
    await model().init();
  });
  afterAll(() => connection.close());

  test('creates, changes and finds documents', async () => {
    const User = model();
    const created = await User.create({
      email: 'A@x',
      roles: ['admin'],
      parts: [{ name: 'a' }],
      meta: { k: 'v' },
      content: Buffer.from('bytes'),
      mixed: { any: [1, 'x'] },
    });
    expect(created.createdAt).toBeInstanceOf(Date);
    created.roles.push('investor');
    created.parts.push({ name: 'b', done: true });
    created.meta?.set('l', 'w');
    created.visits += 1;
    await created.save();
    const user = await User.findOne({ email: 'a@x', roles: 'investor', 'parts.done': true, 'meta.l': 'w' }).lean();
    expect(user).toMatchObject({
      email: 'a@x',
      roles: ['admin', 'investor'],
      visits: 1,
      parts: [{ name: 'a' }, { name: 'b', done: true }],
      mixed: { any: [1, 'x'] },
      __v: 1,
    });
    expect(user?.updatedAt.getTime()).toBeGreaterThanOrEqual(user?.createdAt.getTime() ?? 0);
  });

  test('upserts with timestamps, counts, lists and deletes', async () => {
    const User = model();
    const upserted = await User.findOneAndUpdate(
      { email: 'b@x' },
      { $setOnInsert: { roles: ['customer'] }, $inc: { visits: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(upserted).toMatchObject({ email: 'b@x', roles: ['customer'], visits: 1 });
    expect(upserted?.createdAt).toBeInstanceOf(Date);
    await expect(User.create({ email: 'b@x' })).rejects.toMatchObject({ code: 11000, keyPattern: { email: 1 } });
    expect(await User.countDocuments({ email: /@x$/ })).toBe(2);
    expect(await User.exists({ email: 'unknown@x' })).toBeNull();
    expect(
      (await User.find({}).sort({ email: -1 }).skip(1).limit(1).select('email -_id').lean()).map((one) => one),
    ).toEqual([{ email: 'a@x' }]);
    expect(await User.distinct('roles')).toEqual(expect.arrayContaining(['admin', 'customer', 'investor']));
    expect(
      await User.aggregate([
        { $unwind: '$roles' },
        { $group: { _id: '$roles', n: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ]),
    ).toEqual(['admin', 'customer', 'investor'].map((_id) => ({ _id, n: 1 })));
    const bulk = await User.bulkWrite([
      { insertOne: { document: { email: 'c@x' } } },
      { updateOne: { filter: { email: 'c@x' }, update: { $set: { visits: 9 } } } },
      { deleteOne: { filter: { email: 'b@x' } } },
    ]);
    expect(bulk).toMatchObject({ insertedCount: 1, modifiedCount: 1, deletedCount: 1 });
    expect(await User.deleteMany({})).toMatchObject({ deletedCount: 2 });
  });

  test('cursors, change streams and indexes', async () => {
    const User = model();
    await User.insertMany(Array.from({ length: 300 }, (_, i) => ({ email: `u${i}@x` })));
    let seen = 0;
    for await (const one of User.find({}).cursor({ batchSize: 50 })) seen += Number(one.email.endsWith('@x'));
    expect(seen).toBe(300);
    expect(await User.syncIndexes()).toEqual([]);
    const stream = User.watch([], { fullDocument: 'updateLookup' });
    const seenChanges: unknown[] = [];
    stream.on('change', (change) => seenChanges.push(change));
    for (let visits = 1; seenChanges.length === 0; visits += 1) await User.updateOne({ email: 'u1@x' }, { visits });
    expect(seenChanges[0]).toMatchObject({ operationType: 'update', fullDocument: { email: 'u1@x' } });
    await stream.close();
  });
});

describe('GridFSBucket', () => {
  test('uploads, ranges, metadata, delete', async () => {
    const bucket = new GridFSBucket(database.db, { bucketName: 'files' });
    const content = randomBytes(3_000_000);
    const upload = bucket.openUploadStream('report.pdf', {
      metadata: { sha256: createHash('sha256').update(content).digest('hex') },
    });
    for (let at = 0; at < content.length; at += 65_536)
      if (!upload.write(content.subarray(at, at + 65_536))) await once(upload, 'drain');
    upload.end();
    await once(upload, 'finish');
    const [file] = await bucket.find({ _id: upload.id }).toArray();
    expect(file).toMatchObject({ filename: 'report.pdf', length: content.length, chunkSize: 261_120 });
    expect((await buffer(bucket.openDownloadStream(upload.id))).equals(content)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [261_119, 261_121],
      [1_000_000, 2_999_999],
      [2_999_999, 3_000_000],
    ] as const) {
      expect(
        (await buffer(bucket.openDownloadStream(upload.id, { start, end }))).equals(content.subarray(start, end)),
      ).toBe(true);
    }
    const plan = await database.db
      .collection('files.chunks')
      .find({ files_id: upload.id, n: { $gte: 3 } })
      .sort({ n: 1 })
      .explain('executionStats');
    expect(plan.executionStats.totalDocsExamined).toBe(9);
    await bucket.delete(upload.id);
    expect(await database.db.collection('files.chunks').countDocuments({})).toBe(0);
    await expect(bucket.delete(upload.id)).rejects.toThrow('File not found');
  });

  test('an aborted upload leaves nothing', async () => {
    const bucket = new GridFSBucket(database.db, { bucketName: 'aborted' });
    const upload = bucket.openUploadStream('x');
    await new Promise((resolve) => upload.write(randomBytes(600_000), resolve));
    await upload.abort();
    expect(await database.db.collection('aborted.chunks').countDocuments({ files_id: upload.id as ObjectId })).toBe(0);
    expect(await database.db.collection('aborted.files').countDocuments({})).toBe(0);
  });
});

describe('connect-mongo', () => {
  test('keeps, touches, lists and ends sessions', async () => {
    const store = MongoStore.create({ mongoUrl: database.uri, dbName: database.db.databaseName, touchAfter: 0 });
    const call = <T>(run: (done: (error: unknown, value?: T | null) => void) => void) =>
      new Promise<T | null | undefined>((resolve, reject) =>
        run((error, value) => (error ? reject(error) : resolve(value))),
      );
    const session = { cookie: { originalMaxAge: 60_000 }, user: 'a@x' } as never;
    await call((done) => store.set('one', session, done));
    expect(await call((done) => store.get('one', done))).toMatchObject({ user: 'a@x' });
    await call((done) => store.touch('one', session, done));
    expect(await call((done) => store.length(done))).toBe(1);
    await call((done) => store.destroy('one', done));
    expect(await call((done) => store.get('one', done))).toBeFalsy();
    expect(await database.db.collection('sessions').indexes()).toContainEqual(
      expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }),
    );
    await store.close();
  });

  (isEmbedded ? test : test.skip)('its sessions end by their time to live', async () => {
    const store = MongoStore.create({
      mongoUrl: database.uri,
      dbName: database.db.databaseName,
      collectionName: 'short',
    });
    await new Promise((resolve) =>
      store.set('x', { cookie: { originalMaxAge: 10, expires: new Date(Date.now() + 10) } } as never, resolve),
    );
    while ((await database.db.collection('short').countDocuments({})) > 0) await wait(20);
    await store.close();
  });
});
