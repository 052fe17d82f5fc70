import { type Document, Double, Int32, Long, ObjectId, type UpdateFilter } from 'mongodb';
import { serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Update Operators" (each operator's page), "Behavior: order of fields", "$inc: types of numbers".

const database = useDatabase();

/** Returns the updated document, number types included. */
async function updated(before: Document, update: UpdateFilter<Document>): Promise<Document> {
  const collection = await database.collection([{ _id: new Int32(1), ...before }]);
  await collection.updateOne({ _id: 1 as never }, update);
  const { _id, ...after } = (await collection.findOne({}, { promoteValues: false })) ?? {};
  return after;
}

const int = (value: number) => new Int32(value);
const double = (value: number) => new Double(value);

test.each<readonly [string, Document, Document, Document]>([
  ['$set of a field', { a: int(1) }, { $set: { a: int(2) } }, { a: int(2) }],
  [
    '$set adds at the end, in the order of the names',
    { z: int(1) },
    { $set: { c: int(1), b: int(2) } },
    { z: int(1), b: int(2), c: int(1) },
  ],
  ['$set makes the documents on its way', {}, { $set: { 'a.b.c': int(1) } }, { a: { b: { c: int(1) } } }],
  ['$set within an array', { a: [int(1), int(2)] }, { $set: { 'a.1': int(5) } }, { a: [int(1), int(5)] }],
  ['$set of a field in an element', { a: [{ b: int(1) }] }, { $set: { 'a.0.b': int(2) } }, { a: [{ b: int(2) }] }],
  ['a number as a name in a document', { a: {} }, { $set: { 'a.0': int(1) } }, { a: { '0': int(1) } }],
  ['$set changes the type too', { a: int(1) }, { $set: { a: double(1) } }, { a: double(1) }],
  ['$unset', { a: int(1), b: int(2) }, { $unset: { a: '' } }, { b: int(2) }],
  ['$unset of what is not there', { b: int(2) }, { $unset: { 'a.c': '' } }, { b: int(2) }],
  ['$unset of an element leaves null', { a: [int(1), int(2)] }, { $unset: { 'a.0': '' } }, { a: [null, int(2)] }],
  [
    '$setOnInsert does nothing to an existing document',
    { a: int(1) },
    { $setOnInsert: { b: int(1) }, $set: { a: int(2) } },
    { a: int(2) },
  ],
  ['$inc', { a: int(1) }, { $inc: { a: int(2) } }, { a: int(3) }],
  ['$inc of a missing field', {}, { $inc: { a: Long.fromNumber(2) } }, { a: Long.fromNumber(2) }],
  [
    '$inc beyond int32 gives a long',
    { a: int(2147483647) },
    { $inc: { a: int(1) } },
    { a: Long.fromString('2147483648') },
  ],
  [
    '$inc of a long keeps it',
    { a: Long.fromString('9007199254740993') },
    { $inc: { a: int(1) } },
    { a: Long.fromString('9007199254740994') },
  ],
  ['$inc with a double', { a: int(1) }, { $inc: { a: double(0.5) } }, { a: double(1.5) }],
  ['$max leaves', { a: int(5) }, { $max: { a: int(3) } }, { a: int(5) }],
  ['$max compares across types as in the sort order', { a: int(5) }, { $max: { a: 'text' } }, { a: 'text' }],
  ['$max of a missing field', {}, { $max: { a: int(1) } }, { a: int(1) }],
  ['$push', { a: [int(1)] }, { $push: { a: int(2) } }, { a: [int(1), int(2)] }],
  ['$push to a missing field', {}, { $push: { a: int(2) } }, { a: [int(2)] }],
  ['$push of an array is one element', { a: [] }, { $push: { a: [int(1)] } }, { a: [[int(1)]] }],
  ['$each', { a: [int(1)] }, { $push: { a: { $each: [int(2), int(3)] } } }, { a: [int(1), int(2), int(3)] }],
  [
    '$slice keeps the first',
    { a: [int(1)] },
    { $push: { a: { $each: [int(2), int(3)], $slice: 2 } } },
    { a: [int(1), int(2)] },
  ],
  [
    '$slice keeps the last',
    { a: [int(1)] },
    { $push: { a: { $each: [int(2), int(3)], $slice: -2 } } },
    { a: [int(2), int(3)] },
  ],
  ['$slice of nothing', { a: [int(1)] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  [
    '$sort of values',
    { a: [int(3)] },
    { $push: { a: { $each: [int(1), int(2)], $sort: -1 } } },
    { a: [int(3), int(2), int(1)] },
  ],
  [
    '$sort of documents, then $slice',
    {
      q: [
        { w: int(1), s: int(10) },
        { w: int(2), s: int(8) },
      ],
    },
    { $push: { q: { $each: [{ w: int(3), s: int(9) }], $sort: { s: -1 }, $slice: 2 } } },
    {
      q: [
        { w: int(1), s: int(10) },
        { w: int(3), s: int(9) },
      ],
    },
  ],
  ['$addToSet of a new value', { a: [int(1)] }, { $addToSet: { a: int(2) } }, { a: [int(1), int(2)] }],
  ['$addToSet of an equal value of another type', { a: [int(1)] }, { $addToSet: { a: double(1) } }, { a: [int(1)] }],
  [
    '$addToSet with $each',
    { a: [int(1)] },
    { $addToSet: { a: { $each: [int(1), int(2), int(2)] } } },
    { a: [int(1), int(2)] },
  ],
  [
    '$addToSet of a document in another order of fields',
    { a: [{ x: int(1), y: int(2) }] },
    { $addToSet: { a: { y: int(2), x: int(1) } } },
    {
      a: [
        { x: int(1), y: int(2) },
        { y: int(2), x: int(1) },
      ],
    },
  ],
  ['$pull of a value', { a: [int(1), int(2), int(1)] }, { $pull: { a: int(1) } }, { a: [int(2)] }],
  ['$pull by a condition', { a: [int(1), int(5), int(9)] }, { $pull: { a: { $gte: int(5) } } }, { a: [int(1)] }],
  ['$pull with $in', { a: ['x', 'y', 'z'] }, { $pull: { a: { $in: ['x', 'z'] } } }, { a: ['y'] }],
  [
    '$pull of documents by some of their fields',
    {
      a: [
        { i: 'A', s: int(5) },
        { i: 'B', s: int(8), c: 'x' },
      ],
    },
    { $pull: { a: { s: int(8), i: 'B' } } },
    { a: [{ i: 'A', s: int(5) }] },
  ],
  [
    '$pull with $elemMatch',
    { r: [{ a: [{ q: int(1), v: int(4) }] }, { a: [{ q: int(2), v: int(9) }] }] },
    { $pull: { r: { a: { $elemMatch: { q: int(2), v: { $gte: int(8) } } } } } },
    { r: [{ a: [{ q: int(1), v: int(4) }] }] },
  ],
  ['$pull by a regular expression', { a: ['ab', 'cd'] }, { $pull: { a: /^a/ } }, { a: ['cd'] }],
  ['$pull of a missing field', { b: int(1) }, { $pull: { a: int(1) } }, { b: int(1) }],
  [
    'several operators at once',
    { a: int(1), b: [int(1)], c: int(1) },
    { $inc: { a: int(1) }, $push: { b: int(2) }, $unset: { c: '' }, $set: { d: 'x' } },
    { a: int(2), b: [int(1), int(2)], d: 'x' },
  ],
])('%s', async (_, before, update, expected) => {
  expect(await updated(before, update)).toEqual(expected);
});

test('$currentDate writes dates', async () => {
  const start = Date.now();
  const after = await updated({}, { $currentDate: { a: true as never, c: { $type: 'date' } } });
  expect(after.a).toBeInstanceOf(Date);
  expect(after.a.getTime()).toBeGreaterThanOrEqual(start - 1000);
  expect(after.c).toBeInstanceOf(Date);
});

test.each<readonly [string, Document, Document, number]>([
  ['$set below a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['$set by a name within an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
  ['two operators on one path', { a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['a path and one below it', { a: {} }, { $set: { a: 1, 'a.b': 2 } }, 40],
  ['$inc of text', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by text', { a: 1 }, { $inc: { a: 'x' } }, 14],
  ['$inc beyond int64', { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
  ['$push to a number', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$push with an unknown clause', { a: [] }, { $push: { a: { $each: [], $nope: 1 } } }, 2],
  ['$each of a number', { a: [] }, { $push: { a: { $each: 1 } } }, 2],
  ['$addToSet to a number', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a number', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['a change of _id', { a: 1 }, { $set: { _id: 2 } }, 66],
  ['$unset of _id', { a: 1 }, { $unset: { _id: '' } }, 66],
  ['an empty part in a path', { a: 1 }, { $set: { 'a..b': 1 } }, 56],
  ['an unknown operator', { a: 1 }, { $nope: { a: 1 } }, 9],
  ['an operator on no document', { a: 1 }, { $set: 5 }, 9],
  ['$currentDate of an unknown type', {}, { $currentDate: { a: { $type: 'x' } } }, 2],
])('%s is refused as by MongoDB and changes nothing', async (_, before, update, code) => {
  const collection = await database.collection([{ _id: 1, ...before }]);
  const old = await collection.findOne({});
  expect((await serverError(collection.updateOne({}, update))).code).toBe(code);
  expect(await collection.findOne({})).toEqual(old);
});

describe('what an update reports', () => {
  test('a document that stays as it is counts as matched only', async () => {
    const collection = await database.collection([{ _id: 1, a: 1, b: [1] }]);
    expect(await collection.updateOne({}, { $set: { a: 1 }, $addToSet: { b: 1 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
  });

  test('many documents', async () => {
    const collection = await database.collection([{ a: 1 }, { a: 2 }, { a: 2, x: 1 }]);
    expect(await collection.updateMany({ a: { $gt: 0 } }, { $set: { x: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 2,
    });
  });

  test('an update that moves documents forward in the index that finds them meets each once', async () => {
    const collection = await database.collection(Array.from({ length: 300 }, (_, a) => ({ a })));
    await collection.createIndex({ a: 1 });
    expect(await collection.updateMany({ a: { $gte: 0 } }, { $inc: { a: 1000 } })).toMatchObject({
      modifiedCount: 300,
    });
    expect(await collection.countDocuments({ a: { $lt: 1300, $gte: 1000 } })).toBe(300);
  });

  test('a replacement keeps _id and drops the rest', async () => {
    const collection = await database.collection([{ _id: 1, a: 1, b: 2 }]);
    expect(await collection.replaceOne({ _id: 1 as never }, { c: 3 })).toMatchObject({ modifiedCount: 1 });
    expect(await collection.findOne({})).toEqual({ _id: 1, c: 3 });
  });

  test('a replacement with another _id is error 66', async () => {
    const collection = await database.collection([{ _id: 1, a: 1 }]);
    expect((await serverError(collection.replaceOne({ _id: 1 as never }, { _id: 2, c: 3 }))).code).toBe(66);
  });
});

describe('upsert', () => {
  const upserted = async (query: Document, update: Document) => {
    const collection = await database.collection();
    const result = await collection.updateOne(query, update, { upsert: true });
    expect(result).toMatchObject({ upsertedCount: 1, matchedCount: 0 });
    return collection.findOne({});
  };

  test('takes the equalities of the query, then the update', async () => {
    expect(
      await upserted(
        { _id: 5, a: 1, b: { $gt: 3 }, 'c.d': { $eq: 'x' } },
        { $set: { e: 1 }, $setOnInsert: { f: 2 }, $inc: { a: 1 } },
      ),
    ).toEqual({
      _id: 5,
      a: 2,
      c: { d: 'x' },
      e: 1,
      f: 2,
    });
  });

  test('takes equalities out of $and, not out of $or', async () => {
    expect(await upserted({ _id: 1, $and: [{ a: 1 }, { b: 2 }] }, { $set: { z: 1 } })).toEqual({
      _id: 1,
      a: 1,
      b: 2,
      z: 1,
    });
    expect(await upserted({ _id: 1, $or: [{ a: 1 }, { b: 2 }] }, { $set: { z: 1 } })).toEqual({
      _id: 1,
      z: 1,
    });
  });

  test('creates an ObjectId if there is no _id, as the first field', async () => {
    const doc = await upserted({ a: 1 }, { $set: { b: 1 } });
    expect(doc?._id).toBeInstanceOf(ObjectId);
    expect(Object.keys(doc ?? {})).toEqual(['_id', 'a', 'b']);
  });

  test('of a replacement takes only the _id of the query', async () => {
    const collection = await database.collection();
    await collection.replaceOne({ _id: 7 as never, a: 1 }, { b: 1 }, { upsert: true });
    expect(await collection.findOne({})).toEqual({ _id: 7, b: 1 });
  });

  test('of a path that the query gives twice is error 54', async () => {
    const collection = await database.collection();
    expect(
      (await serverError(collection.updateOne({ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, { upsert: true })))
        .code,
    ).toBe(54);
  });

  test('of what is there updates it', async () => {
    const collection = await database.collection([{ a: 1 }]);
    expect(await collection.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true })).toMatchObject({
      upsertedCount: 0,
      matchedCount: 1,
    });
  });
});

describe('findAndModify', () => {
  test('gives the document before or after, sorted and projected', async () => {
    const collection = await database.collection([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    expect(await collection.findOneAndUpdate({}, { $inc: { a: 10 } }, { sort: { a: -1 } })).toEqual({
      _id: 2,
      a: 2,
    });
    expect(
      await collection.findOneAndUpdate(
        {},
        { $inc: { a: 10 } },
        { sort: { a: -1 }, returnDocument: 'after', projection: { _id: 0 } },
      ),
    ).toEqual({ a: 22 });
    expect(await collection.findOneAndDelete({}, { sort: { a: 1 } })).toEqual({ _id: 1, a: 1 });
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('finds nothing, and upserts', async () => {
    const collection = await database.collection();
    expect(await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } })).toBeNull();
    const full = await collection.findOneAndUpdate(
      { _id: 1 as never },
      { $set: { b: 1 } },
      { upsert: true, includeResultMetadata: true },
    );
    expect(full).toMatchObject({
      value: null,
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 1 },
    });
    expect(
      await collection.findOneAndReplace({ _id: 2 as never }, { c: 1 }, { upsert: true, returnDocument: 'after' }),
    ).toEqual({ _id: 2, c: 1 });
  });

  test('of 20 at once exactly one gets the document', async () => {
    const collection = await database.collection([{ state: 'free' }]);
    const winners = await Promise.all(
      Array.from({ length: 20 }, () => collection.findOneAndUpdate({ state: 'free' }, { $set: { state: 'taken' } })),
    );
    expect(winners.filter((one) => one !== null)).toHaveLength(1);
  });
});
