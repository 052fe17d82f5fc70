import { mongo } from 'mongoose';
import { createAuth } from '../../identity/auth/service.ts';
import { createPasskeyReset } from '../../identity/passkeys/service.ts';
import { type UserRecord, userModel } from '../../identity/users/model.ts';
import { startTestCore, type TestCore } from '../../testing/core.ts';
import { announcementModel } from '../announcements/announcement.ts';
import { auditModel } from '../audit/model.ts';
import { afterCommit } from '../database/transaction.ts';
import { outboxModel } from '../mail/model.ts';

let opened: TestCore;
beforeAll(async () => {
  opened = await startTestCore();
});
afterAll(() => opened.stop());
afterEach(() => jest.restoreAllMocks());

const actor = { actor: 'admin@x.example', from: '192.0.2.1' };
const users = () => userModel(opened.core.database.connection);
const announced = (id: string) => announcementModel(opened.core.database.connection).findOne({ 'event.id': id }).lean();
const rename = (email: string, name: string) => users().updateOne({ email }, { name });

async function person(email: string): Promise<string> {
  await opened.users.add({ email, roles: ['investor'] }, actor);
  return email;
}

test('a change stores record, audit row and mail, and what follows it is called once', async () => {
  const email = await person('whole@x.example');
  const queue = opened.core.outbox.register<object>({
    name: 'invitation',
    data: expect.anything(),
    compose: () => undefined,
  });
  const calls: string[] = [];
  const outcome = await opened.core.change(actor, async (change) => {
    await rename(email, 'Whole');
    change.audit('user.renamed', email, { name: 'Whole' });
    expect([await queue(email, {}, 'whole'), await queue(email, {}, 'whole')]).toEqual([true, false]);
    afterCommit(() => calls.push('mail'));
    change.afterCommit(async () => calls.push((await opened.users.find(email)).name));
    change.announce({ collection: 'users', type: 'changed', id: 'whole' }, 'investor/a', undefined, ['customer']);
    expect(calls).toEqual([]);
    return 'done';
  });
  expect([outcome, calls]).toEqual(['done', ['mail', 'Whole']]);
  expect(await outboxModel(opened.core.database.connection).exists({ _id: 'whole' })).not.toBeNull();
  expect((await announced('whole'))?.to).toEqual(['admin', 'investor/a', 'customer']);
  expect((await opened.core.audit.about(email, 1))[0]).toMatchObject({
    ...actor,
    action: 'user.renamed',
    detail: { name: 'Whole' },
  });
});

test('more changes at once than the pool has connections are all made', () =>
  Promise.all(Array.from({ length: 200 }, (_, place) => person(`crowd-${place}@x.example`))));

test('more changes than may wait are refused at once, and the others are made', async () => {
  const changes = Array.from({ length: 1011 }, () => opened.core.change(actor, async () => 'made'));
  const outcomes = await Promise.allSettled(changes);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([{ status: 'rejected', reason: expect.objectContaining({ status: 503 }) }]);
});

test('a change that fails leaves nothing', async () => {
  const email = await person('failed@x.example');
  const calls: string[] = [];
  const failing = opened.core.change(actor, async (change) => {
    await rename(email, 'Never');
    change.audit('user.renamed', email);
    change.announce({ collection: 'users', type: 'changed', id: 'never' });
    change.afterCommit(() => calls.push('never'));
    await opened.core.change(actor, async (inner) => inner.audit('user.renamed', email, { part: 'inner' }));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await users().exists({ name: 'Never' })).toBeNull();
  expect(await announced('never')).toBeNull();
  expect(await opened.core.audit.about(email, 5)).toMatchObject([{ action: 'user.added' }]);
  expect(calls).toEqual([]);
});

test('changes of one record at the same time lose nothing', async () => {
  const email = await person('together@x.example');
  const groups = Array.from({ length: 8 }, (_, index) => `group-${index}`);
  await Promise.all(groups.map((group) => opened.users.groups.change(email, group, true, actor)));
  expect((await opened.users.find(email)).groups).toEqual(groups.toSorted());
  expect((await opened.core.audit.about(email, 20)).filter(({ action }) => action === 'group.joined')).toHaveLength(8);
});

test('a conflict that lasts is 409 with words for people', async () => {
  const email = await person('lasting@x.example');
  const real = performance.now.bind(performance);
  let [passed, attempts] = [0, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => real() + passed);
  const blocked = opened.core.change(actor, async () => {
    await rename(email, 'Never');
    [passed, attempts] = [passed + 4000, attempts + 1];
    const errorLabels = ['TransientTransactionError'];
    throw new mongo.MongoServerError({ message: 'WriteConflict', code: 112, errorLabels });
  });
  const message = 'Somebody else just changed this. Reload and try again.';
  await expect(blocked).rejects.toMatchObject({ status: 409, message });
  expect([attempts, await users().exists({ name: 'Never' })]).toEqual([3, null]);
});

const PASSKEY = {
  id: 'p',
  publicKey: '',
  counter: 0,
  transports: [],
  name: 'Key',
  createdAt: new Date(),
  synced: false,
};

test.each<[string, (user: UserRecord) => Promise<unknown>]>([
  ['session', ({ email }) => createAuth(opened.core, opened.users).endSessionsOf(email, actor)],
  ['account', (user) => opened.users.companyAccounts.link(user, { issuer: 'https://i.example', subject: 's' }, actor)],
  ['passkey', ({ email }) => createPasskeyReset(opened.users, async () => true)(email, actor)],
])('a change of a %s is not made without its row of the audit trail', async (what, change) => {
  const email = await person(`${what}@x.example`);
  const sessions = [{ id: 's', createdAt: new Date(), userAgent: '' }];
  await users().updateOne({ email }, { sessions, passkeys: [{ ...PASSKEY, credentialId: email }] });
  const before = await opened.users.byEmail(email);
  if (before === undefined) throw new Error('no user');
  const failure = new Error('it went away');
  jest.spyOn(auditModel(opened.core.database.connection), 'insertMany').mockRejectedValueOnce(failure);
  await expect(change(before)).rejects.toBe(failure);
  expect(await opened.users.byEmail(email)).toEqual(before);
});
