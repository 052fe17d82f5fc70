import fc from 'fast-check';
import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb';
import { serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Comparison/Sort Order" and "cursor.sort(): sort by arrays".

const database = useDatabase();

async function sorted(values: readonly unknown[], order: 1 | -1 = 1): Promise<unknown[]> {
  const collection = await database.collection(values.map((v, i) => ({ _id: i, v })));
  const docs = await collection.find({}).sort({ v: order, _id: 1 }).toArray();
  return docs.map(({ _id }) => values[Number(_id)]);
}

const ascending: readonly unknown[] = [
  null,
  new Double(Number.NaN),
  new Double(-Infinity),
  Long.MIN_VALUE,
  new Int32(-5),
  new Int32(0),
  new Double(Number.MIN_VALUE),
  new Double(0.1),
  new Int32(1),
  new Double(9007199254740992),
  Long.fromString('9007199254740993'),
  new Double(9007199254740994),
  Long.MAX_VALUE,
  new Double(2 ** 63),
  new Double(Number.MAX_VALUE),
  new Double(Infinity),
  '',
  '\0',
  '\0a',
  'A',
  'a',
  'a\0',
  'aa',
  'z',
  'ä',
  '\uffee',
  '😀',
  {},
  { a: null },
  { a: new Int32(1) },
  { a: new Int32(1), b: new Int32(0) },
  { b: new Int32(0) },
  { a: 'x' },
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1]), 128),
  new Binary(Buffer.from([0, 0])),
  new ObjectId('000000000000000000000001'),
  new ObjectId('f00000000000000000000000'),
  false,
  true,
  new Date(-1),
  new Date(0),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 2, i: 0 }),
  new BSONRegExp('a', ''),
  new BSONRegExp('a', 'i'),
  new BSONRegExp('b', ''),
];

test('the first of many are the same with and without a limit', async () => {
  const collection = await database.collection(
    Array.from({ length: 3000 }, (_, i) => ({ _id: i, v: (i * 7919) % 3001 })),
  );
  const all = await collection.find({}).sort({ v: 1 }).toArray();
  expect(await collection.find({}).sort({ v: 1 }).skip(3).limit(5).toArray()).toEqual(all.slice(3, 8));
});

test('values of all types come in the order of the manual, and backwards', async () => {
  const shuffled = ascending
    .map((value, index) => ({ value, key: (index * 37) % ascending.length }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
  expect(await sorted(shuffled)).toEqual(ascending);
  expect(await sorted(shuffled, -1)).toEqual(ascending.toReversed());
});

test('numbers of all types are in one total order', async () => {
  const number = fc.oneof(
    fc.maxSafeInteger().map((value) => ({ value: Long.fromNumber(value), text: String(value) })),
    fc
      .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      .map((value) => ({ value: Long.fromBigInt(value), text: String(value) })),
    fc.integer().map((value) => ({ value: new Int32(value), text: String(value) })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 })
      .map((value) => ({ value: new Double(value), text: exactly(value) })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 2, maxLength: 40 }), async (numbers) => {
      const collection = await database.collection(numbers.map(({ value }, i) => ({ _id: i, v: value })));
      const docs = await collection.find({}).sort({ v: 1, _id: 1 }).toArray();
      const expected = numbers
        .map(({ text }, i) => ({ i, scaled: scaled(text) }))
        .sort((a, b) => (a.scaled < b.scaled ? -1 : a.scaled > b.scaled ? 1 : a.i - b.i));
      expect(docs.map(({ _id }) => Number(_id))).toEqual(expected.map(({ i }) => i));
      await collection.drop();
    }),
    { numRuns: 30 },
  );
});

/** A double's value in decimal digits, none left out. */
function exactly(value: number): string {
  let exponent = 0;
  let whole = Math.abs(value);
  while (whole !== Math.trunc(whole)) {
    whole *= 2;
    exponent -= 1;
  }
  const digits = BigInt(whole) * 5n ** BigInt(-exponent);
  return `${value < 0 ? -digits : digits}E${exponent}`;
}

/** A number in units so small that all numbers here are whole. */
function scaled(text: string): bigint {
  const [digits = '0', exponent = '0'] = text.split('E');
  return BigInt(digits) * 10n ** BigInt(Number(exponent) + 1100);
}

test('an array sorts by its least element, and by its greatest when descending; missing is null, and empty is before null', async () => {
  const collection = await database.collection([
    { _id: 'low-high', v: [1, 9] },
    { _id: 'middle', v: 5 },
    { _id: 'null', v: null },
    { _id: 'missing' },
    { _id: 'empty', v: [] },
    { _id: 'nested', v: [[0]] },
  ]);
  const ids = async (v: 1 | -1) => (await collection.find({}).sort({ v, _id: 1 }).toArray()).map(({ _id }) => _id);
  expect(await ids(1)).toEqual(['empty', 'missing', 'null', 'low-high', 'middle', 'nested']);
  expect(await ids(-1)).toEqual(['nested', 'low-high', 'middle', 'missing', 'null', 'empty']);
});

test('several fields, nested fields, skip and limit', async () => {
  const collection = await database.collection([
    { _id: 1, a: { b: 1 }, c: 1 },
    { _id: 2, a: { b: 1 }, c: 2 },
    { _id: 3, a: { b: 0 }, c: 3 },
    { _id: 4, c: 4 },
  ]);
  const ids = async (skip: number, limit: number) =>
    (await collection.find({}).sort({ 'a.b': -1, c: -1 }).skip(skip).limit(limit).toArray()).map(({ _id }) =>
      Number(_id),
    );
  expect(await ids(0, 0)).toEqual([2, 1, 3, 4]);
  expect(await ids(1, 2)).toEqual([1, 3]);
  expect(await ids(4, 2)).toEqual([]);
});

test('a sort by two arrays is an error, and so is a direction that is none', async () => {
  const collection = await database.collection([{ a: [1], b: [2] }]);
  await serverError(collection.find({}).sort({ a: 1, b: 1 }).toArray());
  expect((await serverError(collection.aggregate([{ $sort: { a: 2 } }]).toArray())).code).toBe(15975);
});

test('without a sort documents come in the order of their insertion', async () => {
  const collection = await database.collection(Array.from({ length: 300 }, (_, i) => ({ _id: (i * 7919) % 1000, i })));
  expect((await collection.find({}).toArray()).map(({ i }) => Number(i))).toEqual(
    Array.from({ length: 300 }, (_, i) => i),
  );
});
