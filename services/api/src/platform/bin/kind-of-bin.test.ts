import { Types } from 'mongoose';
import { pino } from 'pino';
import { startTestCore, type TestCore } from '../../testing/core.ts';
import { createKindOfBin, type OwnBin } from './kind-of-bin.ts';
import { binModel } from './model.ts';

interface Row {
  readonly _id: Types.ObjectId;
  readonly name: string;
}

let opened: TestCore;
beforeAll(async () => {
  opened = await startTestCore();
});
afterAll(() => opened.stop());

const deletion = () => ({ readAt: opened.core.database.now(), deletedBy: 'admin@x.example' });

it('what was restored and deleted again while the bin is emptied stays in it for its own time', async () => {
  const entries = binModel(opened.core.database.connection);
  const put = (bin: OwnBin<Row>, name: string) =>
    bin.put({ ...deletion(), subject: name, title: name, record: { _id: new Types.ObjectId(), name } });
  const restored: string[] = [];
  const discarded: string[] = [];
  const bin: OwnBin<Row> = createKindOfBin<Row>(opened.core, 'event', {
    store: async ({ name }) => {
      restored.push(name);
    },
    show: async () => false,
    discard: async ({ name }) => {
      discarded.push(name);
      if (name !== 'first') return;
      // The list of what is over was read before this.
      await bin.restore('second', { actor: 'admin@x.example' });
      await put(bin, 'second');
    },
  });
  await put(bin, 'first');
  await put(bin, 'second');
  await entries.updateOne({ subject: 'first' }, { $set: { keptUntil: new Date(0) } });
  await entries.updateOne({ subject: 'second' }, { $set: { keptUntil: new Date(1) } });
  expect(await bin.removeExpired()).toBe(1);
  expect([restored, discarded]).toEqual([['second'], ['first']]);
  expect((await entries.find().lean()).map(({ subject }) => subject)).toEqual(['second']);
});

it('what cannot be deleted for good is named in the log, and what comes after it is deleted', async () => {
  const entries = binModel(opened.core.database.connection);
  await entries.deleteMany({});
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const bin = createKindOfBin<Row>({ ...opened.core, log }, 'event', {
    store: async () => undefined,
    show: async () => false,
    discard: async ({ name }) => {
      if (name === 'broken') throw new Error('There is no such file.');
    },
  });
  const broken = { _id: new Types.ObjectId(), name: 'broken' };
  const whole = { _id: new Types.ObjectId(), name: 'whole' };
  for (const record of [broken, whole])
    await bin.put({ ...deletion(), subject: record.name, title: record.name, record });
  await entries.updateOne({ subject: 'broken' }, { $set: { keptUntil: new Date(0) } });
  await entries.updateOne({ subject: 'whole' }, { $set: { keptUntil: new Date(1) } });
  expect(await bin.removeExpired()).toBe(1);
  expect((await entries.find().lean()).map(({ subject }) => subject)).toEqual(['broken']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'event', id: String(broken._id), tries: 1, err: { message: 'There is no such file.' } },
  ]);
});

it('what cannot be deleted for good is tried again after pauses that grow to a week, and at once when it was deleted anew', async () => {
  const entries = binModel(opened.core.database.connection);
  await entries.deleteMany({});
  let tried = 0;
  const bin = createKindOfBin<Row>(opened.core, 'event', {
    store: async () => undefined,
    show: async () => false,
    discard: async () => {
      tried += 1;
      throw new Error('There is no such file.');
    },
  });
  const record = { _id: new Types.ObjectId(), name: 'broken' };
  const put = () => bin.put({ ...deletion(), subject: 'broken', title: 'Broken', record });
  await put();
  const hours: number[] = [];
  for (let run = 1; run <= 9; run += 1) {
    await entries.updateOne({}, { $set: { keptUntil: new Date(0), ...(run > 1 && { retryAt: new Date(0) }) } });
    const before = Date.now();
    await bin.removeExpired();
    expect(tried).toBe(run);
    const { retryAt } = await entries.findOne().orFail().lean();
    hours.push(Math.round(((retryAt?.getTime() ?? 0) - before) / 3_600_000));
    await bin.removeExpired();
    expect(tried).toBe(run);
  }
  expect(hours).toEqual([2, 4, 8, 16, 32, 64, 128, 168, 168]);
  await put();
  expect(await entries.findOne().lean()).not.toHaveProperty('retryAt');
});

describe('an entry that the deletion of the same record left', () => {
  const record = { _id: new Types.ObjectId(), name: 'twice' };
  const keeper = { store: async () => undefined, show: async () => false };
  const putAgain = async (afterMs: number) => {
    const entries = binModel(opened.core.database.connection);
    const bin = createKindOfBin<Row>(opened.core, 'event', keeper);
    const put = (name: string) =>
      bin.put({ ...deletion(), subject: 'twice', title: name, record: { ...record, name } });
    await entries.deleteMany({});
    await put('before');
    await entries.updateOne({}, { $set: { deletedAt: new Date(opened.core.database.now().getTime() + afterMs) } });
    const deletedAt = await put('after');
    return { deletedAt, entry: await entries.findOne().orFail().lean() };
  };

  it('before the clock of the database was set back gives way', async () => {
    const { deletedAt, entry } = await putAgain(24 * 3_600_000);
    expect(deletedAt).toBeInstanceOf(Date);
    expect(entry).toMatchObject({ title: 'after', record: { name: 'after' }, deletedAt });
  });

  it('in the same moment, by the clock of another process, stays', async () => {
    const { deletedAt, entry } = await putAgain(5000);
    expect(deletedAt).toBeUndefined();
    expect(entry).toMatchObject({ title: 'before', record: { name: 'before' } });
  });
});
