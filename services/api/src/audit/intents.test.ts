import { startTestCore, type TestCore } from '../testing/core.ts';
import { userModel } from '../users/model.ts';
import { intentModel } from './intents.ts';

let opened: TestCore;
beforeAll(async () => {
  opened = await startTestCore();
});
afterAll(() => opened.stop());

const intents = () => intentModel(opened.core.database.connection);
const rowsAbout = (subject: string) => opened.core.audit.about(subject, 10);
const noteAbout = (subject: string) => ({ action: 'user.deleted', actor: 'admin@x.example', subject }) as const;

/** Its process has ended long ago. */
async function abandon(): Promise<void> {
  await intents().updateMany({}, { $set: { dueAt: new Date(0) } });
}

it('a change that was made is one row, and nothing else stays', async () => {
  const actor = { actor: 'admin@x.example', from: '192.0.2.1' };
  await opened.users.add({ email: 'ada@x.example', roles: ['investor'] }, actor);
  await expect(opened.users.add({ email: 'ada@x.example', roles: ['investor'] }, actor)).rejects.toThrow('already');
  await opened.users.changeRole('ada@x.example', 'customer', true, actor);
  await opened.users.remove('ada@x.example', actor);
  expect((await rowsAbout('ada@x.example')).map((row) => row.action)).toEqual([
    'user.deleted',
    'role.enabled',
    'user.added',
  ]);
  expect(await intents().countDocuments({})).toBe(0);
});

it('a process that ends after the change and before the row leaves a row that says so, once', async () => {
  await opened.core.audit.intend(noteAbout('bob@x.example'));
  await opened.core.audit.recordAbandoned();
  expect(await rowsAbout('bob@x.example')).toEqual([]);
  await abandon();
  await Promise.all([opened.core.audit.recordAbandoned(), opened.core.audit.recordAbandoned()]);
  expect(await rowsAbout('bob@x.example')).toMatchObject([
    { action: 'user.deleted', actor: 'admin@x.example', detail: { outcome: expect.stringContaining('not known') } },
  ]);
  expect(await intents().countDocuments({})).toBe(0);
});

it('a process that ends after the row, too, leaves no second one', async () => {
  const { core } = opened;
  await core.audit.intend(noteAbout('eve@x.example'));
  const at = (await intents().findOne().lean())?.at;
  await core.audit.record(noteAbout('eve@x.example'), at);
  await abandon();
  await core.audit.recordAbandoned();
  expect(await rowsAbout('eve@x.example')).toHaveLength(1);
  expect((await core.audit.verify()).fault).toBeUndefined();
});

it('the change itself is not known to have been made when the database breaks off: that is said', async () => {
  const failing = jest
    .spyOn(userModel(opened.core.database.connection).collection, 'deleteOne')
    .mockRejectedValueOnce(new Error('connection lost'));
  const actor = { actor: 'admin@x.example', from: '' };
  await opened.users.add({ email: 'kim@x.example', roles: ['investor'] }, actor);
  await expect(opened.users.remove('kim@x.example', actor)).rejects.toThrow('connection lost');
  failing.mockRestore();
  await abandon();
  await opened.core.audit.recordAbandoned();
  expect((await rowsAbout('kim@x.example'))[0]).toMatchObject({
    action: 'user.deleted',
    detail: { outcome: expect.stringContaining('not known') },
  });
});
