import { Types } from 'mongoose';
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
beforeEach(async () => {
  await entries().deleteMany({});
});

const actor = { actor: 'admin@x.example', from: '192.0.2.1' };
const entries = () => binModel(opened.core.database.connection);
const put = (bin: OwnBin<Row>, name: string) =>
  bin.put({ subject: name, title: name, deletedBy: 'admin@x.example', record: { _id: new Types.ObjectId(), name } });

it('what was kept for its time is deleted for good, once by two processes, and nothing else', async () => {
  const discarded: string[] = [];
  const bin = createKindOfBin<Row>(opened.core, 'event', {
    store: async () => undefined,
    discard: ({ name }, change) => change.afterCommit(() => discarded.push(name)),
  });
  for (const name of ['first', 'second', 'third']) await put(bin, name);
  await entries().updateMany({ subject: { $ne: 'third' } }, { keptUntil: new Date(0) });
  const counts = await Promise.all([bin.removeExpired(), bin.removeExpired()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(discarded.toSorted()).toEqual(['first', 'second']);
  expect((await entries().find().lean()).map(({ subject }) => subject)).toEqual(['third']);
});

it('what cannot be stored again stays in the bin', async () => {
  const bin = createKindOfBin<Row>(opened.core, 'event', {
    store: async () => {
      throw new Error('There is no room.');
    },
  });
  await put(bin, 'stays');
  await expect(bin.restore('stays', actor)).rejects.toThrow('There is no room.');
  expect(await entries().exists({ subject: 'stays' })).not.toBeNull();
  expect(await opened.core.audit.about('stays', 1)).toEqual([]);
});

it('of changes, deletions and restores of a person at once none is lost', async () => {
  const email = 'busy@x.example';
  await opened.users.add({ email, roles: ['investor'] }, actor);
  const { users } = opened;
  for (let round = 0; round < 8; round += 1) {
    const name = `Ada ${round}`;
    const [renamed, removed] = await Promise.allSettled([
      users.rename(email, name, actor),
      users.remove(email, actor),
      users.remove(email, actor),
      users.bin.restore(email, actor),
    ]);
    const isThere = (await users.byEmail(email)) !== undefined;
    expect((await entries().exists({ subject: email })) === null).toBe(isThere);
    if (!isThere) await users.bin.restore(email, actor);
    if (renamed?.status === 'fulfilled') expect(await users.find(email)).toMatchObject({ name });
    expect(['fulfilled', 'rejected']).toContain(removed?.status);
  }
  expect((await users.find(email)).roles).toEqual(['investor']);
});
