import { Types } from 'mongoose';
import { outboxModel } from '../../platform/mail/model.ts';
import { startTestCore, type TestCore } from '../../testing/core.ts';
import { accessModel } from './access-log.ts';
import { type DocumentRecord, documentModel } from './model.ts';
import { createReadingReminder } from './reader-routes.ts';
import { createPersonAccesses, createReaders, type Readers } from './readers.ts';

const MANY = 1300;
const ACTOR = { actor: 'admin@x.example', from: '', userAgent: '' };

let opened: TestCore;
let readers: Readers;
let record: DocumentRecord;
const emails = Array.from({ length: MANY }, (_, number) => `p${String(number).padStart(4, '0')}@lab.example`);

beforeAll(async () => {
  opened = await startTestCore();
  const { connection } = opened.core.database;
  readers = createReaders(opened.core);
  const fileId = new Types.ObjectId();
  const created = await documentModel(connection).create({
    ...{
      title: 'For many',
      name: 'x.pdf',
      url: '/x',
      visibility: 'customer',
      uploadedAt: new Date(),
      newsAt: new Date(),
      storagePath: 'x',
    },
    ...{ fileId, size: 1, chunkSize: 1, contentType: 'application/pdf', sha256: 'a'.repeat(64), uploadedBy: 'x' },
  });
  record = created.toObject();
  await connection.collection('users').insertMany(
    emails.map((email, number) => ({
      ...{ email, name: email, sortName: email, createdAt: new Date(), lastSignInAt: new Date(number) },
      roles: ['customer'],
    })),
  );
  // Admins are not asked to read what they may read by another role.
  const email = 'zoe@lab.example';
  await connection.collection('users').insertOne({
    ...{ email, name: email, sortName: email, createdAt: new Date(), lastSignInAt: new Date(MANY) },
    roles: ['admin', 'customer'],
  });
  // All but the last hundred have opened it, some of them often, as many visitors did.
  await connection.collection('document_accesses').insertMany(
    Array.from({ length: 3 * MANY }, (_, number) => ({
      ...{
        documentId: record._id,
        occasion: `o${number}`,
        action: 'opened',
        from: '',
        at: new Date(Date.now() - number),
      },
      by: number % 3 === 0 ? null : (emails[number % (MANY - 100)] ?? null),
    })),
  );
  // 1200 is a multiple of 3: without these some of them had visitors' rows only.
  await connection.collection('document_accesses').insertMany(
    emails.slice(0, -100).map((by, number) => ({
      ...{ documentId: record._id, occasion: `first-${number}`, action: 'opened', from: '', at: new Date(), by },
    })),
  );
});
afterAll(() => opened.stop());

it('readers are counted up to a thousand', async () => {
  expect(await readers.count(record)).toEqual({
    role: 'customer',
    people: 1000,
    opened: 1000,
    openedEarlier: 0,
    more: true,
  });
});

it('readers of the current version are counted, too', async () => {
  const file = { number: 2, uploadedAt: record.uploadedAt, uploadedBy: record.uploadedBy };
  expect(await readers.count({ ...record, file, newestVersion: 2 })).toEqual({
    ...{ role: 'customer', people: 1000, opened: 0, openedEarlier: 1000, more: true },
  });
  expect(await readers.count({ ...record, newestVersion: 2 })).toMatchObject({ opened: 1000, openedEarlier: 0 });
});

it.each([
  ['email', emails.slice(-100)],
  ['-lastSignIn', emails.slice(-100).toReversed()],
] as const)(
  'those who have not opened it are found among many who have, by %s, some thousand looked at for a page',
  async (sort, expected) => {
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined | null; cursor !== null; pages += 1) {
      const page = await readers.nonReaders(record, 'customer', { sort, limit: 40, cursor });
      found.push(...page.rows.map(({ email }) => email));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(expected);
    expect(pages).toBeLessThan(6);
  },
);

it('a reminder mails a thousand people per call and continues by cursor', async () => {
  const { core, users } = opened;
  const fresh = { ...record, _id: new Types.ObjectId() };
  const remind = createReadingReminder(core, users, readers);
  const outbox = outboxModel(core.database.connection);
  // However slow the machine is.
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const first = await remind(fresh, undefined, ACTOR);
  expect(first).toEqual({ queued: 1000, more: true, next: expect.any(String) });
  // The first person, who would be reminded again by a call from the start.
  await outbox.deleteOne({ to: { $in: emails.slice(0, 1) } });
  const next = first.next ?? undefined;
  expect(await remind(fresh, next, ACTOR)).toEqual({ queued: 300, more: false, next: null });
  expect(await remind(fresh, undefined, ACTOR)).toEqual({ queued: 1, more: false, next: null });
  expect(await remind(fresh, undefined, ACTOR)).toEqual({ queued: 0, more: false, next: null });
  expect(await outbox.countDocuments({ kind: 'reading-reminder' })).toBe(MANY);
  expect((await outbox.distinct('to')).length).toBe(MANY);
  clock.mockRestore();
});

it('a reminder that runs out of time without a mail returns a cursor and continues there', async () => {
  let late = 0;
  /** Each page takes five seconds. */
  async function* slowPages(...args: Parameters<typeof readers.all>) {
    for await (const page of readers.all(...args)) {
      late += 5000;
      yield page;
    }
  }
  const remind = createReadingReminder(opened.core, opened.users, { ...readers, all: slowPages });
  const answers: { queued: number; more: boolean }[] = [];
  let cursor: string | undefined;
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + late);
  for (let call = 0; call < 3; call += 1) {
    const { next, ...answer } = await remind(record, cursor, ACTOR);
    answers.push(answer);
    cursor = next ?? undefined;
  }
  clock.mockRestore();
  const { next: _end, ...rest } = await remind(record, cursor, ACTOR);
  expect([...answers, rest]).toEqual([
    { queued: 0, more: true },
    { queued: 0, more: true },
    { queued: 100, more: false },
    { queued: 0, more: false },
  ]);
});

it('accesses of a person are paged, and searched by the present title of a document', async () => {
  const { connection } = opened.core.database;
  const by = 'reader@x.example';
  await accessModel(connection).collection.insertMany(
    Array.from({ length: 300 }, (_, number) => ({
      ...{ _id: new Types.ObjectId(), documentId: record._id, occasion: `mine-${number}`, action: 'opened' as const },
      ...{ from: '', by, at: new Date(Date.now() - number * 1000) },
    })),
  );
  const accessesOf = createPersonAccesses(opened.core);
  const found: Date[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await accessesOf({ email: by, sort: 'at', limit: 100, cursor });
    found.push(...page.rows.map(({ at }) => at));
    cursor = page.nextCursor;
  }
  expect(found).toHaveLength(300);
  expect(found).toEqual(found.toSorted((a, b) => a.getTime() - b.getTime()));
  const { rows } = await accessesOf({ email: by, document: 'FOR many', limit: 2 });
  expect(rows.map(({ title, deleted }) => [title, deleted])).toEqual(Array(2).fill(['For many', false]));
  expect((await accessesOf({ email: by, document: 'few', limit: 2 })).rows).toEqual([]);
});
