import type { Collection, Document } from 'mongodb';
import { useDatabase } from './testing/database.ts';

const database = useDatabase();

/** Returns the reply of `count`, after a comparison with the length of `find`. */
async function counted(collection: Collection, query: Document, more: Document = {}): Promise<number> {
  const { n } = await database.db.command({ count: collection.collectionName, query, ...more });
  const matches = await collection.find(query, more).toArray();
  expect(n).toBe(matches.length);
  return n;
}

const docs = Array.from({ length: 200 }, (_, n) => ({
  n,
  kind: n % 3 === 0 ? 'a' : 'b',
  ...(n % 2 === 0 && { even: n % 4 === 0 ? null : n }),
  list: [n, n + 1],
  at: { deep: n % 5 },
}));

test.each<readonly [string, Document, Document, number]>([
  ['an equality', { kind: 1 }, { kind: 'a' }, 67],
  ['descending', { kind: -1 }, { kind: 'a' }, 67],
  ['a range', { n: 1 }, { n: { $gte: 10, $lt: 20 } }, 10],
  ['an empty range', { n: 1 }, { n: { $gt: 20, $lt: 10 } }, 0],
  ['a list', { n: 1 }, { n: { $in: [1, 5, 5, 900, 'x'] } }, 2],
  ['a prefix and a range', { kind: 1, n: -1 }, { kind: 'a', n: { $lt: 30 } }, 10],
  ['a prefix alone', { kind: 1, n: 1 }, { kind: 'b' }, 133],
  ['a field behind a range', { n: 1, kind: 1 }, { n: { $lt: 30 }, kind: 'a' }, 10],
  ['a condition that the index does not know', { kind: 1 }, { kind: 'a', n: { $lt: 30 } }, 10],
  ['null, and what is not there', { even: 1 }, { even: null }, 150],
  ['a type', { even: 1 }, { even: { $type: 'null' } }, 50],
  ['int alone among numbers', { n: 1 }, { n: { $type: 'double' } }, 0],
  ['an array', { list: 1 }, { list: { $gte: 10, $lte: 12 } }, 4],
  ['the whole of an array', { list: 1 }, { list: [1, 2] }, 1],
  ['a path', { 'at.deep': 1 }, { 'at.deep': 3 }, 40],
  ['a regular expression', { kind: 1 }, { kind: /^a/ }, 67],
  ['not', { kind: 1 }, { kind: { $ne: 'a' } }, 133],
  ['or', { kind: 1 }, { $or: [{ kind: 'a' }, { n: 1 }] }, 68],
  ['no conditions', { kind: 1 }, {}, 200],
])('%s, with an index and without', async (_, index, query, expected) => {
  const collection = await database.collection(docs);
  expect(await counted(collection, query)).toBe(expected);
  await collection.createIndex(Object.fromEntries(Object.entries(index)));
  expect(await counted(collection, query)).toBe(expected);
});

test('skip and limit apply to a count', async () => {
  const collection = await database.collection(docs);
  await collection.createIndex({ kind: 1 });
  expect(await counted(collection, { kind: 'a' }, { skip: 60 })).toBe(7);
  expect(await counted(collection, { kind: 'a' }, { limit: 5 })).toBe(5);
  expect(await counted(collection, { kind: 'a' }, { skip: 65, limit: 5 })).toBe(2);
  expect(await counted(collection, { kind: 'a' }, { skip: 500 })).toBe(0);
});

test('a sparse or a partial index counts only where it holds all', async () => {
  const collection = await database.collection(docs);
  await collection.createIndex({ even: 1 }, { sparse: true });
  await collection.createIndex({ n: 1 }, { partialFilterExpression: { kind: 'a' } });
  expect(await counted(collection, {})).toBe(200);
  expect(await counted(collection, { even: null })).toBe(150);
  expect(await counted(collection, { even: 2 })).toBe(1);
  expect(await counted(collection, { n: { $lt: 30 } })).toBe(30);
  expect(await counted(collection, { n: { $lt: 30 }, kind: 'a' })).toBe(10);
});

test('changes are counted', async () => {
  const collection = await database.collection(docs);
  await collection.createIndex({ kind: 1 });
  await collection.deleteMany({ n: { $lt: 100 } });
  await collection.updateMany({ n: { $gte: 150 } }, { $set: { kind: 'c' } });
  expect(await counted(collection, { kind: 'c' })).toBe(50);
  await collection.updateOne({ n: 199 }, { $set: { kind: ['c', 'd'] } });
  expect(await counted(collection, { kind: 'c' })).toBe(50);
  expect(await counted(collection, { kind: { $in: ['c', 'd'] } })).toBe(50);
  expect(await counted(collection, {})).toBe(100);
});
