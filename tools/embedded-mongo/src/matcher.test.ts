import { Binary, type Collection, type Document, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb';
import { serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Query and Projection Operators", "Query on Arrays", "Query for Null or Missing Fields",
// "Comparison/Sort Order"; and the path semantics of src/mongo/db/matcher/path_test.cpp.

const database = useDatabase();

const collections = new Map<readonly Document[], Collection>();

/** Returns the `_id`s of the matching documents. */
async function findIds(docs: readonly Document[], query: Document): Promise<unknown[]> {
  const collection = collections.get(docs) ?? (await database.collection(docs));
  collections.set(docs, collection);
  return (await collection.find(query).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
}

type Case = readonly [name: string, docs: readonly Document[], query: Document, expected: readonly unknown[]];

const inventory = [
  {
    _id: 1,
    item: 'journal',
    qty: 25,
    tags: ['blank', 'red'],
    dim: [14, 21],
    size: { h: 14, w: 21, uom: 'cm' },
    instock: [
      { w: 'A', qty: 5 },
      { w: 'C', qty: 15 },
    ],
  },
  {
    _id: 2,
    item: 'notebook',
    qty: 50,
    tags: ['red', 'blank'],
    dim: [14, 21],
    size: { h: 8.5, w: 11, uom: 'in' },
    instock: [{ w: 'C', qty: 5 }],
  },
  {
    _id: 3,
    item: 'paper',
    qty: 100,
    tags: ['red', 'blank', 'plain'],
    dim: [14, 21],
    size: { h: 8.5, w: 11, uom: 'in' },
    instock: [
      { w: 'A', qty: 60 },
      { w: 'B', qty: 15 },
    ],
  },
  {
    _id: 4,
    item: 'planner',
    qty: 75,
    tags: ['blank', 'red'],
    dim: [22.85, 30],
    size: { h: 22.85, w: 30, uom: 'cm' },
    instock: [
      { w: 'A', qty: 40 },
      { w: 'B', qty: 5 },
    ],
  },
  {
    _id: 5,
    item: 'postcard',
    qty: 45,
    tags: ['blue'],
    dim: [10, 15.25],
    size: { h: 10, w: 15.25, uom: 'cm' },
    instock: [
      { w: 'B', qty: 15 },
      { w: 'C', qty: 35 },
    ],
  },
];

const manual: readonly Case[] = [
  ['equality', inventory, { item: 'paper' }, [3]],
  ['nested field', inventory, { 'size.uom': 'in' }, [2, 3]],
  ['whole embedded document, order of fields included', inventory, { size: { h: 14, w: 21, uom: 'cm' } }, [1]],
  ['whole embedded document in another order', inventory, { size: { w: 21, h: 14, uom: 'cm' } }, []],
  ['$lt on a nested field', inventory, { 'size.h': { $lt: 15 } }, [1, 2, 3, 5]],
  ['whole array', inventory, { tags: ['red', 'blank'] }, [2]],
  ['$all', inventory, { tags: { $all: ['red', 'blank'] } }, [1, 2, 3, 4]],
  ['an element of an array', inventory, { tags: 'red' }, [1, 2, 3, 4]],
  ['an element that passes one condition', inventory, { dim: { $gt: 25 } }, [4]],
  ['one element above, one below', inventory, { dim: { $gt: 15, $lt: 20 } }, [1, 2, 3, 5]],
  ['one element that passes both', inventory, { dim: { $elemMatch: { $gt: 22, $lt: 30 } } }, [4]],
  ['an element by position', inventory, { 'dim.1': { $gt: 25 } }, [4]],
  ['array of documents: a whole element', inventory, { instock: { w: 'A', qty: 5 } }, [1]],
  ['array of documents: other order', inventory, { instock: { qty: 5, w: 'A' } }, []],
  ['array of documents: one field', inventory, { 'instock.qty': { $lte: 20 } }, [1, 2, 3, 4, 5]],
  ['array of documents: position and field', inventory, { 'instock.0.qty': { $lte: 20 } }, [1, 2, 5]],
  ['array of documents: one element with both', inventory, { instock: { $elemMatch: { qty: 5, w: 'A' } } }, [1]],
  [
    'array of documents: range within one element',
    inventory,
    { instock: { $elemMatch: { qty: { $gt: 10, $lte: 20 } } } },
    [1, 3, 5],
  ],
  ['array of documents: different elements', inventory, { 'instock.qty': 5, 'instock.w': 'A' }, [1, 4]],
  ['$in', inventory, { item: { $in: ['paper', 'planner', 'nothing'] } }, [3, 4]],
  ['$nin', inventory, { qty: { $nin: [25, 50] } }, [3, 4, 5]],
  ['$or', inventory, { $or: [{ qty: { $lt: 30 } }, { item: /^p/ }] }, [1, 3, 4, 5]],
  ['$and of conditions on one field', inventory, { $and: [{ qty: { $gte: 45 } }, { qty: { $lte: 75 } }] }, [2, 4, 5]],
  ['$nor', inventory, { $nor: [{ qty: { $lt: 50 } }, { 'size.uom': 'in' }] }, [4]],
  ['$not', inventory, { qty: { $not: { $gt: 45 } } }, [1, 5]],
  ['$not of a regular expression', inventory, { item: { $not: /^p.*/ } }, [1, 2]],
  ['$regex with options', inventory, { item: { $regex: 'PA', $options: 'i' } }, [3]],
  ['$in with a regular expression', inventory, { item: { $in: [/^pa/, 'journal'] } }, [1, 3]],
  ['no condition', inventory, {}, [1, 2, 3, 4, 5]],
];

const nulls = [{ _id: 1, item: null }, { _id: 2 }, { _id: 3, item: 1 }];
const nothing: readonly Case[] = [
  ['null finds null and missing', nulls, { item: null }, [1, 2]],
  ['$ne null', nulls, { item: { $ne: null } }, [3]],
  ['$type 10 finds null only', nulls, { item: { $type: 10 } }, [1]],
  ['$exists false', nulls, { item: { $exists: false } }, [2]],
  ['$exists true', nulls, { item: { $exists: true } }, [1, 3]],
  ['$in with null', nulls, { item: { $in: [null] } }, [1, 2]],
  ['$nin with null', nulls, { item: { $nin: [null] } }, [3]],
  ['$gte null is equality', nulls, { item: { $gte: null } }, [1, 2]],
  ['$gt null finds nothing', nulls, { item: { $gt: null } }, []],
  [
    'null in an array of documents',
    [
      { _id: 1, a: [{ b: 1 }, {}] },
      { _id: 2, a: [{ b: 1 }] },
      { _id: 3, a: [] },
      { _id: 4, a: [4] },
      { _id: 5, a: 4 },
    ],
    { 'a.b': null },
    [1, 5],
  ],
  [
    'null by position',
    [
      { _id: 1, a: [{ b: 1 }] },
      { _id: 2, a: [1] },
    ],
    { 'a.0.b': null },
    [1],
  ],
  [
    'null as an element',
    [
      { _id: 1, a: [1, null] },
      { _id: 2, a: [1] },
      { _id: 3, a: [] },
    ],
    { a: null },
    [1],
  ],
];

const arrays: readonly Case[] = [
  ['a position that holds an array is looked at as a whole', [{ _id: 1, a: [5, [2, 4]] }], { 'a.1': 2 }, []],
  ['a position that holds an array, equal', [{ _id: 1, a: [5, [2, 4]] }], { 'a.1': [2, 4] }, [1]],
  ['a number as a field name of an element', [{ _id: 1, a: [5, { '1': 4 }, 3] }], { 'a.1': 4 }, [1]],
  ['a path through an array of arrays needs positions', [{ _id: 1, a: [[{ b: 1 }]] }], { 'a.b': 1 }, []],
  ['a position in an array of arrays', [{ _id: 1, a: [5, [{ b: 4 }], 3] }], { 'a.1.b': 4 }, [1]],
  [
    'nested array equality',
    [
      { _id: 1, a: [[1, 2], 3] },
      { _id: 2, a: [1, 2] },
    ],
    { a: [1, 2] },
    [1, 2],
  ],
  ['empty array', [{ _id: 1, a: [] }, { _id: 2, a: [[]] }, { _id: 3, a: [1] }, { _id: 4 }], { a: [] }, [1, 2]],
  [
    '$all with one value',
    [
      { _id: 1, a: 7 },
      { _id: 2, a: [7, 8] },
    ],
    { a: { $all: [7] } },
    [1, 2],
  ],
  [
    '$all with an empty list matches nothing',
    [
      { _id: 1, a: [] },
      { _id: 2, a: 1 },
    ],
    { a: { $all: [] } },
    [],
  ],
  [
    '$all with $elemMatch',
    inventory,
    { instock: { $all: [{ $elemMatch: { w: 'A' } }, { $elemMatch: { w: 'B', qty: { $lt: 10 } } }] } },
    [4],
  ],
  [
    '$elemMatch needs an array',
    [
      { _id: 1, a: 5 },
      { _id: 2, a: [5] },
    ],
    { a: { $elemMatch: { $eq: 5 } } },
    [2],
  ],
  ['$elemMatch looks at elements, not into them', [{ _id: 1, a: [[5]] }], { a: { $elemMatch: { $eq: 5 } } }, []],
  [
    '$elemMatch with $not',
    [
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [2] },
    ],
    { a: { $elemMatch: { $not: { $eq: 2 } } } },
    [1],
  ],
  [
    '$elemMatch within $elemMatch',
    [
      { _id: 1, a: [[1, 5], [9]] },
      { _id: 2, a: [[1], [9]] },
    ],
    { a: { $elemMatch: { $elemMatch: { $gt: 3, $lt: 7 } } } },
    [1],
  ],
  [
    '$elemMatch with $or',
    [
      { _id: 1, a: [{ x: 1 }] },
      { _id: 2, a: [{ y: 2 }] },
      { _id: 3, a: [{ x: 2 }] },
    ],
    { a: { $elemMatch: { $or: [{ x: 1 }, { y: 2 }] } } },
    [1, 2],
  ],
  [
    '$ne on an array: no element',
    [
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [2] },
    ],
    { a: { $ne: 1 } },
    [2],
  ],
  [
    '$exists on a position',
    [
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [1] },
    ],
    { 'a.1': { $exists: true } },
    [1],
  ],
];

const id = new ObjectId();
const types = [
  { _id: 1, v: new Double(1.5) },
  { _id: 2, v: 'text' },
  { _id: 3, v: { a: 1 } },
  { _id: 4, v: [1, 'x'] },
  { _id: 5, v: new Binary(Buffer.from('ab')) },
  { _id: 6, v: id },
  { _id: 7, v: true },
  { _id: 8, v: new Date(5) },
  { _id: 9, v: null },
  { _id: 10, v: /x/i },
  { _id: 11, v: new Int32(7) },
  { _id: 12, v: new Timestamp({ t: 1, i: 2 }) },
  { _id: 13, v: Long.fromString('9007199254740993') },
  { _id: 17 },
];
const typed: readonly Case[] = [
  ['$type double', types, { v: { $type: 'double' } }, [1]],
  ['$type string, also within arrays', types, { v: { $type: 'string' } }, [2, 4]],
  ['$type object', types, { v: { $type: 3 } }, [3]],
  ['$type array is the array itself', types, { v: { $type: 'array' } }, [4]],
  ['$type number', types, { v: { $type: 'number' } }, [1, 4, 11, 13]],
  ['$type of several', types, { v: { $type: ['bool', 'date', 9] } }, [7, 8]],
  ['numbers compare across types', types, { v: { $gt: 2, $lt: 8 } }, [11]],
  ['a long beyond the doubles', types, { v: Long.fromString('9007199254740993') }, [13]],
  ['its neighbour', types, { v: Long.fromString('9007199254740992') }, []],
  ['binary', types, { v: new Binary(Buffer.from('ab')) }, [5]],
  ['binary of another subtype', types, { v: new Binary(Buffer.from('ab'), 128) }, []],
  ['ObjectId', types, { v: id }, [6]],
  ['text is compared with text only', types, { v: { $gt: '' } }, [2, 4]],
  ['dates are compared with dates only', types, { v: { $gte: new Date(0) } }, [8]],
  ['booleans', types, { v: { $lte: true } }, [7]],
  ['a regular expression finds itself', types, { v: { $in: [/x/i] } }, [2, 4, 10]],
  [
    'NaN equals NaN',
    [
      { _id: 1, v: Number.NaN },
      { _id: 2, v: 1 },
    ],
    { v: Number.NaN },
    [1],
  ],
  [
    'nothing is less than NaN',
    [
      { _id: 1, v: Number.NaN },
      { _id: 2, v: -1 },
    ],
    { v: { $lt: Number.NaN } },
    [],
  ],
  [
    'NaN is not less than a number',
    [
      { _id: 1, v: Number.NaN },
      { _id: 2, v: -1 },
    ],
    { v: { $lt: 5 } },
    [2],
  ],
  [
    'zero and minus zero',
    [
      { _id: 1, v: -0 },
      { _id: 2, v: 0 },
    ],
    { v: 0 },
    [1, 2],
  ],
];

const regexes: readonly Case[] = [
  [
    '$ matches before a final newline',
    [
      { _id: 1, s: 'a\n' },
      { _id: 2, s: 'a' },
      { _id: 3, s: 'a\nb' },
    ],
    { s: /^a$/ },
    [1, 2],
  ],
  [
    '. does not match a newline',
    [
      { _id: 1, s: 'a\nb' },
      { _id: 2, s: 'a\rb' },
    ],
    { s: { $regex: 'a.b' } },
    [2],
  ],
  ['s lets it', [{ _id: 1, s: 'a\nb' }], { s: { $regex: 'a.b', $options: 's' } }, [1]],
  [
    'an escaped character stands for itself',
    [
      { _id: 1, s: 'a.b+c' },
      { _id: 2, s: 'axb+c' },
    ],
    { s: { $regex: 'a\\.b\\+c' } },
    [1],
  ],
  [
    'classes, groups and repetition',
    [
      { _id: 1, s: 'ab12' },
      { _id: 2, s: 'ab1' },
    ],
    { s: { $regex: '^(?:ab|cd)[0-9]{2}$' } },
    [1],
  ],
  ['letters beyond ASCII, in any case', [{ _id: 1, s: 'ÄRZTE' }], { s: { $regex: 'ärzte', $options: 'i' } }, [1]],
];

describe.each([
  ['the manual', manual],
  ['null and missing', nothing],
  ['arrays', arrays],
  ['types', typed],
  ['regular expressions', regexes],
] as const)('%s', (_, cases) => {
  test.each(cases)('%s', async (_name, docs, query, expected) => {
    expect(await findIds(docs, query)).toEqual(expected);
  });
});

test.each([
  ['$in needs an array', { a: { $in: 1 } }],
  ['$nin needs an array', { a: { $nin: 1 } }],
  ['$or needs an array', { $or: {} }],
  ['$and must not be empty', { $and: [] }],
  ['$or of what is no document', { $or: [1] }],
  ['$not of a number', { a: { $not: 5 } }],
  ['$not of nothing', { a: { $not: {} } }],
  ['$type of an unknown name', { a: { $type: 'strange' } }],
  ['$type of an unknown code', { a: { $type: 99 } }],
  ['$elemMatch of a number', { a: { $elemMatch: 1 } }],
  ['$all of a number', { a: { $all: 1 } }],
  ['$all that mixes', { a: { $all: [{ $elemMatch: { x: 1 } }, 1] } }],
  ['$options alone', { a: { $options: 'i' } }],
  ['an unknown operator', { a: { $nope: 1 } }],
  ['an unknown operator at the top', { $nope: 1 }],
  ['$ne with a regular expression', { a: { $ne: /x/ } }],
  ['an operator within $in', { a: { $in: [{ $gt: 1 }] } }],
] as readonly (readonly [string, Document])[])('%s is error 2, as in MongoDB', async (_, query) => {
  const collection = await database.collection([{ a: 1 }]);
  expect(await serverError(collection.find(query).toArray())).toMatchObject({ code: 2, codeName: 'BadValue' });
});
