import { Types } from 'mongoose';
import { realDate, stopDateAtMinute } from '../../testing/clock.ts';
import { startTestCore, type TestCore } from '../../testing/core.ts';
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

it('identifies no visitor, counts an IPv6 network once, and tells visitors apart', async () => {
  const documentId = new Types.ObjectId();
  for (const from of ['192.0.2.77', '2001:db8:1:2::1', '2001:db8:1:2::2']) await visit(documentId, from);
  const rows = await stored().find({ documentId }).toArray();
  expect(rows).toHaveLength(2);
  expect(rows.map(({ by, from }) => [by, from])).toEqual(Array(2).fill([null, '']));
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.|2001:/);
});

it('names members, but not in the occasion', async () => {
  const documentId = new Types.ObjectId();
  await log.record({ _id: documentId }, { by: 'somebody@x.example', action: 'opened', from: '192.0.2.77' });
  const row = await stored().findOne({ documentId });
  expect(row).toMatchObject({ by: 'somebody@x.example', occasion: expect.not.stringContaining('somebody') });
});

const found = async (documentId: Types.ObjectId, by: string) => {
  const { rows } = await log.page({ documentId, by, limit: 100, cursor: undefined });
  return rows.map(({ by: person }) => person);
};

it('finds members by any part of their e-mail, and no visitors', async () => {
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
