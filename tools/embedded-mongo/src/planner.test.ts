import fc from 'fast-check';
import { type Document, Double, Long } from 'mongodb';
import { useDatabase } from './testing/database.ts';

const database = useDatabase();

const scalar = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) },
  fc.constantFrom<unknown>(
    null,
    'x',
    'xy',
    '',
    true,
    new Double(2.5),
    new Double(Number.NaN),
    Long.fromNumber(3),
    new Date(0),
    { b: 1 },
    { c: 2 },
    {},
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof({ weight: 5, arbitrary: scalar }, fc.array(scalar, { maxLength: 2 })), {
      maxLength: 3,
    }),
  },
  fc.record({ b: scalar, c: scalar }, { requiredKeys: [] }),
  fc.array(fc.record({ b: scalar, c: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
);
const doc = fc.record({ a: value, b: value }, { requiredKeys: [] });

const comparison = fc.oneof(
  fc.record({ $eq: scalar }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $gte: fc.integer({ min: 0, max: 3 }), $lt: fc.integer({ min: 2, max: 6 }) }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
);
const condition: fc.Arbitrary<Document> = fc.oneof(
  { weight: 6, arbitrary: comparison },
  fc.record({ $ne: scalar }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $type: fc.constantFrom('int', 'number', 'string', 'null', 'object', 'array', 'date') }),
  fc.record({ $elemMatch: comparison }),
  fc.record({ $elemMatch: fc.record({ b: comparison, c: comparison }, { requiredKeys: [] }) }),
  fc.record({ $not: comparison }),
  fc.record({ $all: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }) }),
  fc.record({ $regex: fc.constantFrom('^x', '^xy', 'y', 'x?', 'xy|x', 'x[y]') }),
);
const path = fc.constantFrom('a', 'b', 'a.b', 'a.c', 'b.c', 'a.0');
const conditions = fc
  .array(fc.tuple(path, condition), { minLength: 1, maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));
const query: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: conditions },
  fc.record({ $or: fc.array(conditions, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $and: fc.array(conditions, { minLength: 1, maxLength: 2 }) }),
);
const sort = fc.constantFrom<Record<string, 1 | -1>>(
  { _id: 1 },
  { 'a.b': 1, _id: 1 },
  { a: 1, _id: 1 },
  { a: -1, _id: -1 },
  { _id: -1 },
);
const indexes: readonly Document[] = [
  { key: { a: 1 }, name: 'a' },
  { key: { a: -1, b: 1 }, name: 'ab' },
  { key: { 'a.b': 1, 'a.c': -1 }, name: 'nested' },
  { key: { b: 1 }, name: 'sparse', sparse: true },
  { key: { 'b.c': 1, _id: 1 }, name: 'bc' },
  // For its order, and for what its keys contain.
  { key: { _id: 1, b: -1, a: 1 }, name: 'parts' },
  { key: { b: -1 }, name: 'partial', partialFilterExpression: { a: { $gte: 2 } } },
];

test('a query gives the same answer with and without an index', async () => {
  const round = fc.record({
    docs: fc.array(doc, { minLength: 1, maxLength: 25 }),
    queries: fc.array(fc.tuple(query, sort), { minLength: 15, maxLength: 15 }),
  });
  await fc.assert(
    fc.asyncProperty(round, async ({ docs, queries }) => {
      const numbered: readonly Document[] = docs.map((one, i) => ({ _id: i, ...one }));
      const plain = await database.collection(numbered);
      const indexed = await database.collection();
      // Documents that an index cannot hold, for two arrays at once, are in neither.
      await database.db.command({ createIndexes: indexed.collectionName, indexes });
      await indexed
        .insertMany(
          numbered.map((one) => ({ ...one })),
          { ordered: false },
        )
        .catch(() => undefined);
      await plain.deleteMany({ _id: { $nin: await indexed.distinct('_id') } });
      for (const [filter, order] of queries) {
        const outcomes = [plain, indexed].map((collection) =>
          collection
            .find(filter)
            .sort(order)
            .toArray()
            .catch((error: unknown) => String(error)),
        );
        const [without, within] = await Promise.all(outcomes);
        expect({ filter, order, found: within }).toEqual({ filter, order, found: without });
      }
      await Promise.all([plain.drop(), indexed.drop()]);
    }),
    { numRuns: 40 },
  );
});

test('indexes follow every change of the documents', async () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id: fc.integer({ min: 0, max: 9 }), a: value, b: value }),
    fc.record({ kind: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
      const collection = await database.collection();
      await database.db.command({ createIndexes: collection.collectionName, indexes });
      for (const one of changes) {
        const id = { _id: one.id as never };
        const written =
          one.kind === 'delete'
            ? collection.deleteOne(id)
            : collection.replaceOne(id, { a: one.a, b: one.b }, { upsert: true });
        await written.catch(() => undefined);
      }
      const all = await collection.find({}).toArray();
      // Where an index gives the order of a sort, it is what the documents are read from.
      for (const order of [{ _id: 1 }, { a: 1 }, { a: -1, b: 1 }, { 'a.b': 1, 'a.c': -1 }, { 'b.c': 1, _id: 1 }]) {
        const docs = await collection
          .find({})
          .sort(order as Record<string, 1 | -1>)
          .toArray();
        const ids = docs.map(({ _id }) => _id);
        expect({ order, ids: ids.sort() }).toEqual({ order, ids: all.map(({ _id }) => _id).sort() });
      }
      await collection.drop();
    }),
    { numRuns: 25 },
  );
});
