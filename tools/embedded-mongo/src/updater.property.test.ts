import fc from 'fast-check';
import type { Document } from 'mongodb';
import { useDatabase } from './testing/database.ts';

const database = useDatabase();

/** A model of each operator, from the manual, for numbers and lists of numbers under plain names. */
const model: Record<string, (old: unknown, argument: unknown) => unknown> = {
  $set: (_, value) => value,
  $unset: () => undefined,
  $inc: (old, by) => (old === undefined ? by : Number(old) + Number(by)),
  $max: (old, value) => (old === undefined || Number(value) > Number(old) ? value : old),
  $addToSet: (old, value) => (list(old).includes(Number(value)) ? old : [...list(old), value]),
  $pull: (old, value) => (old === undefined ? undefined : list(old).filter((one) => one !== value)),
  $push: (old, argument) => pushed(list(old), argument),
};

function list(value: unknown): number[] {
  return Array.isArray(value) ? value : [];
}

function pushed(old: number[], argument: unknown): number[] {
  if (typeof argument === 'number') return [...old, argument];
  const { $each, $sort, $slice } = argument as {
    $each: number[];
    $sort?: 1 | -1;
    $slice?: number;
  };
  const items = [...old, ...$each];
  if ($sort !== undefined) items.sort((a, b) => $sort * (a - b));
  return $slice === undefined ? items : $slice < 0 ? items.slice($slice) : items.slice(0, $slice);
}

const number = fc.integer({ min: -5, max: 5 });
const push = fc.record(
  {
    $each: fc.array(number, { maxLength: 3 }),
    $sort: fc.constantFrom(1, -1),
    $slice: fc.integer({ min: -4, max: 4 }),
  },
  { requiredKeys: ['$each'] },
);
const onNumbers = fc.tuple(fc.constantFrom('$set', '$inc', '$max', '$unset'), fc.constantFrom('n', 'm', 'o'), number);
const onLists = fc.oneof(
  fc.tuple(fc.constantFrom('$addToSet', '$pull', '$push'), fc.constantFrom('x', 'y', 'z'), number),
  fc.tuple(fc.constant('$push'), fc.constantFrom('x', 'y', 'z'), push),
);
const changes = fc.uniqueArray(fc.oneof(onNumbers, onLists), {
  minLength: 1,
  maxLength: 4,
  selector: ([, field]) => field,
});

test('an update does what its model does', async () => {
  const collection = await database.collection();
  const before = fc.record(
    { n: number, m: number, x: fc.array(number, { maxLength: 4 }), y: fc.array(number, { maxLength: 4 }) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(before, changes, async (doc, operations) => {
      const update: Record<string, Document> = {};
      const expected: Document = { _id: 1, ...doc };
      for (const [operator, field, argument] of operations) {
        update[operator] = { ...update[operator], [field]: argument };
        const after = model[operator]?.(expected[field], argument);
        if (after === undefined) delete expected[field];
        else expected[field] = after;
      }
      await collection.replaceOne({ _id: 1 as never }, doc, { upsert: true });
      const result = await collection.updateOne({ _id: 1 as never }, update);
      const after = await collection.findOne({});
      expect(after).toEqual(expected);
      expect(result.modifiedCount).toBe(JSON.stringify({ _id: 1, ...doc }) === JSON.stringify(after) ? 0 : 1);
    }),
    { numRuns: 300 },
  );
});
