import { type Document, Double, Int32, Long } from 'mongodb';
import { serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Aggregation Stages" and "Accumulators ($group)".

const database = useDatabase();
const int = (value: number) => new Int32(value);

const sales = [
  { _id: 1, item: 'abc', price: 10, quantity: 2, date: new Date('2014-03-01T08:00:00Z') },
  { _id: 2, item: 'jkl', price: 20, quantity: 1, date: new Date('2014-03-01T09:00:00Z') },
  { _id: 3, item: 'xyz', price: 5, quantity: 10, date: new Date('2014-03-15T09:00:00Z') },
  { _id: 4, item: 'xyz', price: 5, quantity: 20, date: new Date('2014-04-04T11:21:39Z') },
  { _id: 5, item: 'abc', price: 10, quantity: 10, date: new Date('2014-04-04T21:23:13Z') },
];
const inventory = [
  { _id: 1, item: 'ABC', sizes: ['S', 'M', 'L'] },
  { _id: 2, item: 'EFG', sizes: [] },
  { _id: 3, item: 'IJK', sizes: 'M' },
  { _id: 4, item: 'LMN' },
  { _id: 5, item: 'XYZ', sizes: null },
];

test.each<readonly [string, readonly Document[], readonly Document[], readonly Document[]]>([
  [
    '$match, $sort, $limit',
    sales,
    [{ $match: { price: { $lt: 20 } } }, { $sort: { quantity: -1, _id: 1 } }, { $limit: 3 }, { $project: { _id: 1 } }],
    [{ _id: int(4) }, { _id: int(3) }, { _id: int(5) }],
  ],
  [
    '$sort after $group',
    sales,
    [{ $group: { _id: '$item', quantity: { $sum: '$quantity' } } }, { $sort: { _id: 1 } }],
    [
      { _id: 'abc', quantity: int(12) },
      { _id: 'jkl', quantity: int(1) },
      { _id: 'xyz', quantity: int(30) },
    ],
  ],
  [
    '$group of everything',
    sales,
    [
      {
        $group: {
          _id: null,
          n: { $sum: 1 },
          high: { $max: '$price' },
        },
      },
    ],
    [{ _id: null, n: int(5), high: int(20) }],
  ],
  [
    '$group by several fields',
    sales,
    [{ $group: { _id: { item: '$item', price: '$price' }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    [
      { _id: { item: 'abc', price: int(10) }, n: int(2) },
      { _id: { item: 'jkl', price: int(20) }, n: int(1) },
      { _id: { item: 'xyz', price: int(5) }, n: int(2) },
    ],
  ],
  [
    '$first follows the sort before',
    sales,
    [{ $sort: { date: 1 } }, { $group: { _id: '$item', first: { $first: '$quantity' } } }, { $sort: { _id: 1 } }],
    [
      { _id: 'abc', first: int(2) },
      { _id: 'jkl', first: int(1) },
      { _id: 'xyz', first: int(10) },
    ],
  ],
  [
    '$push',
    sales,
    [
      { $sort: { _id: 1 } },
      { $group: { _id: null, all: { $push: '$price' }, docs: { $push: { i: '$item' } } } },
      { $project: { _id: 0 } },
    ],
    [{ all: [10, 20, 5, 5, 10].map(int), docs: ['abc', 'jkl', 'xyz', 'xyz', 'abc'].map((i) => ({ i })) }],
  ],
  [
    'a missing _id groups as null; missing values are null, or left out of lists',
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      {
        $group: {
          _id: '$x',
          first: { $first: '$b' },
          max: { $max: '$b' },
          list: { $push: '$b' },
          sum: { $sum: '$b' },
        },
      },
    ],
    [{ _id: null, first: null, max: int(2), list: [int(2)], sum: int(2) }],
  ],
  [
    '1, 1.0 and a long of 1 are one group',
    [{ v: int(1) }, { v: new Double(1) }, { v: Long.fromNumber(1) }],
    [{ $group: { _id: '$v', n: { $sum: 1 } } }, { $project: { _id: 0 } }],
    [{ n: int(3) }],
  ],
  [
    '$sum of int32 grows to a long',
    [{ v: int(2147483647) }, { v: int(1) }],
    [{ $group: { _id: null, v: { $sum: '$v' } } }],
    [{ _id: null, v: Long.fromString('2147483648') }],
  ],
  [
    '$sum of longs stays one',
    [{ v: Long.fromNumber(1) }, { v: int(1) }],
    [{ $group: { _id: null, v: { $sum: '$v' } } }],
    [{ _id: null, v: Long.fromNumber(2) }],
  ],
  [
    '$sum of doubles loses nothing on the way',
    [{ v: 1e16 }, { v: new Double(1) }, { v: -1e16 }],
    [{ $group: { _id: null, v: { $sum: '$v' } } }],
    [{ _id: null, v: new Double(1) }],
  ],
  [
    '$sum leaves out what is no number',
    [{ v: 'x' }, { v: int(1) }, {}],
    [{ $group: { _id: null, v: { $sum: '$v' } } }],
    [{ _id: null, v: int(1) }],
  ],
  [
    '$unwind',
    inventory,
    [{ $unwind: '$sizes' }, { $sort: { _id: 1, sizes: 1 } }, { $project: { sizes: 1 } }],
    [
      { _id: int(1), sizes: 'L' },
      { _id: int(1), sizes: 'M' },
      { _id: int(1), sizes: 'S' },
      { _id: int(3), sizes: 'M' },
    ],
  ],
])('%s', async (_, docs, pipeline, expected) => {
  const collection = await database.collection(docs);
  expect(await collection.aggregate([...pipeline], { promoteValues: false }).toArray()).toEqual(expected);
});

test('count, distinct and countDocuments', async () => {
  const collection = await database.collection([
    { a: [1, 2], b: 1 },
    { a: [2, 3] },
    { a: 3 },
    { a: null },
    { a: [{ c: 1 }] },
  ]);
  expect(await collection.estimatedDocumentCount()).toEqual(5);
  expect(Number(await collection.countDocuments({ a: 2 }))).toBe(2);
  expect(Number(await collection.countDocuments({}, { limit: 2 }))).toBe(2);
  expect(
    (await collection.distinct('a'))
      .filter((one) => typeof one === 'number')
      .map(Number)
      .sort(),
  ).toEqual([1, 2, 3]);
  expect(await collection.distinct('a')).toHaveLength(5);
  expect(await collection.distinct('a.c')).toEqual([1]);
  expect(await collection.distinct('a', { b: 1 })).toEqual([1, 2]);
});

test.each<readonly [string, Document, number]>([
  ['a stage with two names', { $match: {}, $limit: 1 }, 40323],
  ['$limit 0', { $limit: 0 }, 15958],
  ['$group without _id', { $group: { n: { $sum: 1 } } }, 15955],
  ['$group with a field that is no accumulator', { $group: { _id: null, n: 1 } }, 40234],
  ['$unwind without $', { $unwind: 'a' }, 28818],
  ['$project of nothing', { $project: {} }, 51272],
])('%s', async (_, stage, code) => {
  const collection = await database.collection([{ a: 1 }]);
  expect((await serverError(collection.aggregate([stage]).toArray())).code).toBe(code);
});
