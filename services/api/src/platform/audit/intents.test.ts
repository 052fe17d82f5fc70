import { Types } from 'mongoose';
import { userModel } from '../../identity/users/model.ts';
import { startTestCore, type TestCore } from '../../testing/core.ts';
import { intentModel } from './intents.ts';
import { createAuditTrail } from './service.ts';

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

it('what was put in, or altered, without the key is not taken over, and holds up nothing', async () => {
  const { core } = opened;
  const { connection } = core.database;
  const raw = connection.collection('audit_intents');
  await core.audit.intend(noteAbout('real@x.example'));
  const [real] = await raw.find({}).toArray();
  if (real === undefined) throw new Error('no intent');
  const forged = noteAbout('forged@x.example');
  const put = (_id: unknown, fields: object) => raw.insertOne({ ...real, ...fields, ...{ _id: Object(_id) } });
  await raw.insertOne({ note: forged, at: new Date(0), dueAt: new Date(0) });
  await raw.insertOne({ note: { ...forged, detail: 'text' }, at: 'never', dueAt: new Date(0), key: 5, seal: {} });
  await raw.insertOne({ dueAt: new Date(0), key: real.key, seal: null });
  await put(new Types.ObjectId(), { note: forged });
  await put(new Types.ObjectId(), { at: new Date(5) });
  // Under another id, so that one change would be many.
  await put(new Types.ObjectId(), { note: { ...real.note, subject: 'real@x.example' }, at: new Date(6) });
  await abandon();
  await core.audit.recordAbandoned();
  expect(await rowsAbout('forged@x.example')).toEqual([]);
  expect(await rowsAbout('real@x.example')).toMatchObject([{ at: real.at }]);
  expect(await raw.countDocuments({})).toBe(0);
  expect((await core.audit.verify()).fault).toBeUndefined();
});

it('one that was sealed with an earlier secret, of which half a character is kept as it can be stored, is taken over', async () => {
  const { core } = opened;
  const earlier = createAuditTrail(
    core.database,
    { auditSecrets: ['an earlier secret, 32 characters long'] },
    core.log,
  );
  await earlier.intend({ ...noteAbout('old@x.example'), detail: { title: 'x\ud83d', name: '' } });
  await abandon();
  const [secret] = core.config.auditSecrets;
  const both = [secret, 'an earlier secret, 32 characters long'] as const;
  await createAuditTrail(core.database, { auditSecrets: both }, core.log).recordAbandoned();
  expect(await rowsAbout('old@x.example')).toMatchObject([{ detail: { title: 'x\ufffd', name: '' } }]);
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
