import type { Document } from 'mongodb';
import { serverError, useDatabase } from './testing/database.ts';

// Expectations: MongoDB manual, "Project Fields to Return from Query" and "$project (aggregation)".

const database = useDatabase();

const doc = {
  _id: 1,
  item: 'x',
  size: { h: 14, uom: 'cm' },
  instock: [
    { w: 'A', qty: 5 },
    { w: 'C', qty: 15 },
  ],
  mixed: [1, { a: 2, b: 3 }, [{ a: 4, b: 5 }]],
};

test.each<readonly [string, Document, Document]>([
  ['fields, and _id by itself', { item: 1 }, { _id: 1, item: 'x' }],
  ['without _id', { item: true, _id: 0 }, { item: 'x' }],
  ['only _id', { _id: 1 }, { _id: 1 }],
  ['leaving out fields', { instock: 0, mixed: false, size: 0 }, { _id: 1, item: 'x' }],
  ['leaving out only _id', { _id: 0 }, { item: 'x', size: doc.size, instock: doc.instock, mixed: doc.mixed }],
  ['a nested field', { 'size.uom': 1 }, { _id: 1, size: { uom: 'cm' } }],
  ['all but a nested field', { 'size.uom': 0, instock: 0, mixed: 0 }, { _id: 1, item: 'x', size: { h: 14 } }],
  ['a field of the documents in an array', { 'instock.qty': 1 }, { _id: 1, instock: [{ qty: 5 }, { qty: 15 }] }],
  ['what is no document in an array is dropped', { 'mixed.a': 1 }, { _id: 1, mixed: [{ a: 2 }, [{ a: 4 }]] }],
  [
    'and kept when fields are left out',
    { 'mixed.a': 0, instock: 0, size: 0, item: 0 },
    { _id: 1, mixed: [1, { b: 3 }, [{ b: 5 }]] },
  ],
  ['a field below a scalar', { 'item.x': 1 }, { _id: 1 }],
  ['the order of the document, not of the projection', { size: 1, item: 1 }, { _id: 1, item: 'x', size: doc.size }],
])('%s', async (_, projection, expected) => {
  const collection = await database.collection([doc]);
  const [projected] = await collection.find({}, { projection }).toArray();
  expect(projected).toEqual(expected);
  expect(Object.keys(projected ?? {})).toEqual(Object.keys(expected));
  const [aggregated] = await collection.aggregate([{ $project: projection }]).toArray();
  expect(aggregated).toEqual(expected);
});

test.each([
  ['leaving out in an inclusion', { a: 1, b: 0 }, 31254],
  ['including in an exclusion', { a: 0, b: 1 }, 31253],
  ['a path and one below it', { a: 1, 'a.b': 1 }, 31249],
])('%s', async (_, projection, code) => {
  const collection = await database.collection([doc]);
  expect((await serverError(collection.find({}, { projection }).toArray())).code).toBe(code);
});
