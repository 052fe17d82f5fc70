import fc from 'fast-check';
import { Doc, NULL, type Value } from './bson.ts';
import { compareValues, encodeKey } from './keys.ts';

// The order of the manual's "Comparison/Sort Order", written down a second time in the plainest way.

const RANK: Record<Value['type'], number> = {
  decimal: 2,
  null: 1,
  int: 2,
  long: 2,
  double: 2,
  string: 3,
  object: 4,
  array: 5,
  binData: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  timestamp: 10,
  regex: 11,
};

function reference(a: Value, b: Value): number {
  return RANK[a.type] - RANK[b.type] || within(a, b);
}

function within(a: Value, b: Value): number {
  if (
    (a.type === 'int' || a.type === 'double' || a.type === 'long') &&
    (b.type === 'int' || b.type === 'double' || b.type === 'long')
  )
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  if (a.type === 'string' && b.type === 'string') return Buffer.compare(Buffer.from(a.value), Buffer.from(b.value));
  if (a.type === 'bool' && b.type === 'bool') return Number(a.value) - Number(b.value);
  if (a.type === 'date' && b.type === 'date') return Number(a.value - b.value);
  if (a.type === 'timestamp' && b.type === 'timestamp') return Number(a.value - b.value);
  if (a.type === 'objectId' && b.type === 'objectId') return a.value.compare(b.value);
  if (a.type === 'binData' && b.type === 'binData')
    return a.value.length - b.value.length || a.subtype - b.subtype || a.value.compare(b.value);
  if (a.type === 'array' && b.type === 'array')
    return inTurn(
      a.value.map((one) => ['', one]),
      b.value.map((one) => ['', one]),
    );
  if (a.type === 'object' && b.type === 'object') return inTurn([...a.value.fields], [...b.value.fields]);
  return 0;
}

function inTurn(a: readonly (readonly [string, Value])[], b: readonly (readonly [string, Value])[]): number {
  for (const [index, [name, value]] of a.entries()) {
    const other = b[index];
    if (!other) return 1;
    const order =
      RANK[value.type] - RANK[other[1].type] ||
      Buffer.compare(Buffer.from(name), Buffer.from(other[0])) ||
      within(value, other[1]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const bytes = (length?: number) =>
  fc
    .uint8Array(length === undefined ? { maxLength: 4 } : { minLength: length, maxLength: length })
    .map((array) => Buffer.from(array));
const text = fc.string({ unit: fc.constantFrom('', '\0', 'a', 'b', 'ä', '\uffff', '😀'), maxLength: 4 });
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer({ min: -3, max: 3 }).map((one): Value => ({ type: 'int', value: one })),
    fc.double({ noNaN: true }).map((one): Value => ({ type: 'double', value: one })),
    fc.constantFrom(-2.5, -1, 0, 1, 2.5, 2 ** 53, 2 ** 63).map((one): Value => ({ type: 'double', value: one })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((one): Value => ({ type: 'long', value: one })),
    fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }).map((one): Value => ({ type: 'long', value: one })),
    text.map((one): Value => ({ type: 'string', value: one })),
    fc.boolean().map((one): Value => ({ type: 'bool', value: one })),
    fc.bigInt({ min: -5n, max: 5n }).map((one): Value => ({ type: 'date', value: one })),
    fc.bigInt({ min: 0n, max: 5n }).map((one): Value => ({ type: 'timestamp', value: one })),
    bytes(12).map((one): Value => ({ type: 'objectId', value: one })),
    fc
      .tuple(bytes(), fc.constantFrom(0, 4, 128))
      .map(([one, subtype]): Value => ({ type: 'binData', subtype, value: one })),
    fc.constant<Value>(NULL),
    fc.array(tie('value'), { maxLength: 3 }).map((one): Value => ({ type: 'array', value: one })),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 3 })
      .map((one): Value => ({ type: 'object', value: Doc.of(one) })),
  ),
})).value;

const sign = (order: number) => Math.sign(order) + 0;

test('the order is the one of the manual', () => {
  fc.assert(
    fc.property(value, value, (a, b) => expect(sign(compareValues(a, b))).toBe(sign(reference(a, b)))),
    { numRuns: 5000 },
  );
});

test('it is total: reflexive, antisymmetric, transitive', () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(compareValues(a, a)).toBe(0);
      expect(sign(compareValues(a, b))).toBe(sign(-compareValues(b, a)));
      const [low, middle, high] = [a, b, c].sort(compareValues);
      if (low && middle && high) expect(compareValues(low, high)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test('keys compare as the values do, and no key begins another', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [one, other] = [encodeKey(a), encodeKey(b)];
      expect(sign(one.compare(other))).toBe(sign(reference(a, b)));
      if (!one.equals(other)) expect(other.subarray(0, one.length).equals(one)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});
