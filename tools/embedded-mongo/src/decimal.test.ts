import { Decimal128, type Document } from 'mongodb';
import { isEmbedded, serverError, useDatabase } from './testing/database.ts';

const database = useDatabase();
const describeEmbedded = isEmbedded ? describe : describe.skip;
const TEXTS = ['0', '-0', '1.10', '1E-6176', '9.999999999999999999999999999999999E+6144', 'NaN', '-Infinity'];

test.each(TEXTS)('the decimal %s is returned unchanged', async (text) => {
  const collection = await database.collection();
  await collection.insertOne({ at: { list: [Decimal128.fromString(text), 1] } });
  await collection.updateOne({}, { $set: { other: Decimal128.fromString(text) } });
  const doc = await collection.findOne({}, { projection: { _id: 0 } });
  const decimal = Decimal128.fromString(text);
  expect(doc).toEqual({ at: { list: [decimal, 1] }, other: decimal });
  expect(doc?.other.bytes).toEqual(decimal.bytes);
});

test('it has a type of its own, is a number, and is there', async () => {
  const decimal = Decimal128.fromString('1.5');
  const collection = await database.collection([{ a: decimal }, { a: 1 }, { a: 'x' }, {}]);
  expect(await collection.countDocuments({ a: { $type: 'decimal' } })).toBe(1);
  expect(await collection.countDocuments({ a: { $type: 19 } })).toBe(1);
  expect(await collection.countDocuments({ a: { $type: 'number' } })).toBe(2);
  expect(await collection.countDocuments({ a: { $exists: true } })).toBe(3);
  expect(await collection.countDocuments({ a: null })).toBe(1);
  expect(await collection.countDocuments({ a: 'x' })).toBe(1);
});

describeEmbedded('to compare or compute with one is refused by name', () => {
  const decimal = Decimal128.fromString('1');
  let name = '';

  beforeAll(async () => {
    const collection = await database.collection([{ a: decimal, list: [decimal] }]);
    name = collection.collectionName;
  });

  const update = (change: Document): Document => ({ findAndModify: name, query: {}, update: change });
  const group = (accumulator: Document): Document => ({
    ...{ aggregate: name, cursor: {}, pipeline: [{ $group: { _id: null, x: accumulator } }] },
  });

  test.each<readonly [string, () => Document]>([
    ['an equality', () => ({ find: name, filter: { a: decimal } })],
    ['a number against it', () => ({ find: name, filter: { a: 1 } })],
    ['a range', () => ({ find: name, filter: { a: { $gt: 0 } } })],
    ['$in', () => ({ find: name, filter: { a: { $in: ['x', decimal] } } })],
    ['an element of an array', () => ({ find: name, filter: { list: 1 } })],
    ['a sort', () => ({ find: name, sort: { a: 1 } })],
    ['a limit', () => ({ find: name, limit: decimal })],
    ['a projection', () => ({ find: name, projection: { a: decimal } })],
    ['distinct', () => ({ distinct: name, key: 'a' })],
    ['$inc by it', () => update({ $inc: { b: decimal } })],
    ['$inc of it', () => update({ $inc: { a: 1 } })],
    ['$max', () => update({ $max: { a: 0 } })],
    ['$addToSet', () => update({ $addToSet: { list: 1 } })],
    ['$pull', () => update({ $pull: { list: 1 } })],
    ['$sum', () => group({ $sum: '$a' })],
    ['a group', () => ({ aggregate: name, cursor: {}, pipeline: [{ $group: { _id: '$a' } }] })],
    ['an index on it', () => ({ createIndexes: name, indexes: [{ key: { a: 1 }, name: 'a' }] })],
    ['an _id', () => ({ insert: name, documents: [{ _id: decimal }], ordered: true })],
  ])('%s', async (_, command) => {
    const reply = await database.db.command(command()).then(
      (answer) => answer.writeErrors?.[0]?.errmsg,
      (error: Error) => error.message,
    );
    expect(reply).toContain('decimal: not in the embedded database; set MONGODB_URI');
  });

  test('and what comes after is as right as before', async () => {
    const other = await database.collection([{ n: 2 }, { n: 1 }]);
    await serverError(database.db.command({ find: name, sort: { a: 1 } }));
    expect(
      await other
        .find({}, { projection: { _id: 0 } })
        .sort({ n: 1 })
        .toArray(),
    ).toEqual([{ n: 1 }, { n: 2 }]);
  });
});
