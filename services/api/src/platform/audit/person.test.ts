import { mongo } from 'mongoose';
import { person } from './erasure.ts';

const id = new mongo.ObjectId();
const ann = person('ann.lee@x.example', id);

it.each([
  [{ email: 'ann.lee@x.example' }],
  [{ deep: [{ text: 'from ann.lee@x.example to you' }] }],
  [{ session: '{"email":"ann.lee@x.example"}' }],
  [{ text: 'Ann.Lee@X.Example.' }],
  [{ _id: id }],
  [{ data: { member: id.toHexString() } }],
])('is named in %j', (record) => {
  expect(ann.isNamedIn(record)).toBe(true);
});

it.each([
  [{ email: 'joann.lee@x.example' }],
  [{ email: 'ann.lee@x.example.org' }],
  [{ email: 'ann-lee@x.example' }],
  [{ email: 'annxlee@x.example' }],
  [{ email: "o'ann.lee@x.example" }],
  [{ email: 'ann.lee@x.examples' }],
  [
    {
      _id: new mongo.ObjectId(),
      none: null,
      at: new Date(),
      bytes: new mongo.Binary(Buffer.from('ann.lee@x.example')),
    },
  ],
])('is not named in %j', (record) => {
  expect(ann.isNamedIn(record)).toBe(false);
});

it('is renamed wherever the address stands, and nothing else changes', () => {
  const at = new Date();
  const record = {
    by: 'ann.lee@x.example',
    note: 'ann.lee@x.example and joann.lee@x.example',
    at,
    id,
    list: [1, null],
  };
  expect(ann.renamedIn(record, 'erased-1')).toEqual({
    by: 'erased-1',
    note: 'erased-1 and joann.lee@x.example',
    at,
    id,
    list: [1, null],
  });
});
