import { mongo, Types } from 'mongoose';
import { MIGRATIONS } from '../database/migrations.ts';
import { realDate, stopDateAtMinute } from '../testing/clock.ts';
import { startTestCore, type TestCore } from '../testing/core.ts';
import { type AccessLog, createAccessLog } from './access-log.ts';

let opened: TestCore;
let log: AccessLog;
beforeAll(async () => {
  opened = await startTestCore();
  log = createAccessLog(opened.core);
});
afterAll(() => opened.stop());

// Ids and hashes hold two or three letters of any word by chance: what is looked for is longer, and in the field where it would be.
beforeEach(stopDateAtMinute);
afterEach(realDate);

const stored = () => opened.core.database.connection.collection('document_accesses');
const visit = (documentId: Types.ObjectId, from: string) =>
  log.record({ _id: documentId }, { by: null, action: 'opened', from });

it('keeps nothing by which a visitor could be known, whole networks of IPv6 count once, and different visitors do not', async () => {
  const documentId = new Types.ObjectId();
  for (const from of ['192.0.2.77', '2001:db8:1:2::1', '2001:db8:1:2::2']) await visit(documentId, from);
  const rows = await stored().find({ documentId }).toArray();
  expect(rows).toHaveLength(2);
  expect(rows.map(({ by, from }) => [by, from])).toEqual(Array(2).fill([null, '']));
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.|2001:/);
});

it('names a member where it has to, and nowhere else', async () => {
  const documentId = new Types.ObjectId();
  await log.record({ _id: documentId }, { by: 'somebody@x.example', action: 'opened', from: '192.0.2.77' });
  const row = await stored().findOne({ documentId });
  expect(row).toMatchObject({ by: 'somebody@x.example', occasion: expect.not.stringContaining('somebody') });
});

it('what the first releases kept of visitors is forgotten by a migration, which may be repeated', async () => {
  const [documentId, _id] = [new Types.ObjectId(), new Types.ObjectId()];
  const occasion = `${documentId} 192.0.2.77 opened 29921532`;
  await stored().insertOne({ _id, documentId, occasion, at: new Date(), by: null, action: 'opened', from: '' });
  const migration = MIGRATIONS.find(({ name }) => name === '0002-forget-who-visited');
  for (let turn = 0; turn < 2; turn += 1) await migration?.run(opened.core.database.connection);
  expect(await stored().findOne({ _id })).toMatchObject({ occasion: String(_id), documentId });
});

const found = async (documentId: Types.ObjectId, by: string) => {
  const { rows } = await log.page({ documentId, by, limit: 100, cursor: undefined });
  return rows.map(({ by: person }) => person);
};

it('is searched by any part of an e-mail, each word of it, and finds no visitor', async () => {
  const documentId = new Types.ObjectId();
  for (const by of ['ada@fund.example', 'bob@fund.example', 'ada@lab.example', null])
    await log.record({ _id: documentId }, { by, action: 'opened', from: '192.0.2.77' });
  await log.record({ _id: new Types.ObjectId() }, { by: 'eve@fund.example', action: 'opened', from: '192.0.2.77' });
  expect((await found(documentId, 'FUND.ex')).toSorted()).toEqual(['ada@fund.example', 'bob@fund.example']);
  expect(await found(documentId, 'ada fund')).toEqual(['ada@fund.example']);
  expect(await found(documentId, 'visitor')).toEqual([]);
  expect(await found(documentId, 'un')).toEqual([]);
  // An accent alone.
  expect(await found(documentId, '\u0301')).toEqual([]);
});

it('a search makes no keys of a person who is erased meanwhile', async () => {
  const documentId = new Types.ObjectId();
  const { insertedId } = await stored().insertOne({
    ...{ documentId, occasion: `${documentId}-erased`, at: new Date(), by: 'erased@fund.example', action: 'opened' },
  });
  const { bulkWrite } = mongo.Collection.prototype;
  const slow = jest.spyOn(mongo.Collection.prototype, 'bulkWrite').mockImplementationOnce(async function erase(
    this: mongo.Collection,
    ...given
  ) {
    await stored().updateOne({ _id: insertedId }, { $set: { by: 'nobody-1' } });
    return bulkWrite.apply(this, given);
  });
  await found(documentId, 'erased@fund.example');
  slow.mockRestore();
  expect(JSON.stringify(await stored().findOne({ documentId }))).not.toContain('erased@');
  expect(await found(documentId, 'nobody')).toEqual(['nobody-1']);
});

it('accesses that an earlier version stored are found: by the search, which completes some, or after the migration', async () => {
  const [documentId, other] = [new Types.ObjectId(), new Types.ObjectId()];
  const MANY = 520;
  const old = (place: number, id: Types.ObjectId) => ({
    ...{ documentId: id, occasion: `${id}-${place}`, at: new Date(), action: 'opened', from: '' },
    by: place % 2 === 0 ? `p${place}@fund.example` : null,
  });
  await stored().insertMany(Array.from({ length: MANY }, (_, place) => old(place, documentId)));
  await stored().insertMany([old(0, other), old(1, other)]);
  expect((await found(documentId, 'fund')).length).toBeGreaterThan(0);
  // A call completes a bounded number, and the next one the rest.
  expect(await stored().countDocuments({ documentId, searchKeys: null })).toBe(MANY - 500);
  await found(documentId, 'fund');
  expect(await stored().countDocuments({ documentId, searchKeys: null })).toBe(0);
  expect(await stored().countDocuments({ documentId: other, searchKeys: null })).toBe(2);
  const migration = MIGRATIONS.find(({ name }) => name === '0009-complete-accesses');
  for (let turn = 0; turn < 2; turn += 1) await migration?.run(opened.core.database.connection);
  expect(await stored().countDocuments({ searchKeys: null })).toBe(0);
  expect(await found(other, 'p0@')).toEqual(['p0@fund.example']);
});
