import type { AuditPage } from '@cytocomm/contract';
import mongoose from 'mongoose';
import { runCommand } from '../../main/commands/run.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { auditModel } from '../audit/model.ts';
import { outboxModel } from '../mail/model.ts';

const portal = testPortal({}, 'monitorCommands=true');
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

/** Records the comments of the commands about people from now on, but for inserts. */
function recordComments(): unknown[] {
  const comments: unknown[] = [];
  for (const connection of mongoose.connections) {
    if (connection.readyState !== mongoose.ConnectionStates.connected) continue;
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (command[commandName] === 'users' && commandName !== 'insert') comments.push(command.comment);
    });
  }
  return comments;
}

const idOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['x-request-id'];
const add = (email: string) => admin.authorised('POST', '/api/admin/users', { body: { email, roles: ['investor'] } });
const change = (email: string) =>
  admin.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: 'customer', enable: true } });
const rowsAbout = async (subject: string) =>
  ((await admin.get(`/api/admin/audit?subject=${subject}`)).body as AuditPage).items;

it('stands in the rows of the trail that a call made, also as CSV, and the trail is whole', async () => {
  const added = await add('ada@x.example');
  const changed = await change('ada@x.example');
  expect((await rowsAbout('ada@x.example')).map(({ request }) => request)).toEqual([idOf(changed), idOf(added)]);
  const { text } = await admin.get('/api/admin/audit.csv?subject=ada%40x.example');
  const [head, first] = text.split('\r\n');
  expect(head).toContain('detail,request,hash');
  expect(first).toContain(String(idOf(changed)));
  const check = () =>
    runCommand('audit', [], { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
  await expect(check()).resolves.toContain('whole');
  const raw = portal.connection.collection<{ request?: string }>('audit');
  const request = String(idOf(changed));
  await raw.updateOne({ request }, { $set: { request: 'another-request' } });
  await expect(check()).rejects.toThrow('was altered');
  await raw.updateOne({ request: 'another-request' }, { $set: { request } });
  await expect(check()).resolves.toContain('whole');
});

it('is each call’s own, however many there are at once', async () => {
  const emails = Array.from({ length: 20 }, (_, turn) => `many${turn}@x.example`);
  const answers = await Promise.all(emails.map(add));
  const rows = await auditModel(portal.connection)
    .find({ subject: { $in: emails } })
    .lean();
  const found = new Map(rows.map(({ subject, request }) => [subject, request]));
  expect(emails.map((email) => found.get(email))).toEqual(answers.map(idOf));
});

it('is the comment of what the call asks the database, by mongoose or by the driver', async () => {
  const comments = recordComments();
  for (const call of [
    () => admin.get('/api/users/ada@x.example'),
    () => admin.get('/api/admin/users?role=investor'),
    () => change('many1@x.example'),
  ]) {
    const answer = await call();
    expect(answer.status).toBeLessThan(300);
    // A change asks for a token first, by a call of its own.
    const received = comments.splice(0);
    expect(received.at(-1)).toBe(idOf(answer));
    expect(received.filter((comment) => typeof comment !== 'string')).toEqual([]);
  }
});

it('stands beside those of the other calls that a query is for', async () => {
  const comments = recordComments();
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.get('/api/users/ada@x.example')));
  const named = comments.flatMap((comment) => String(comment).split(' '));
  for (const answer of answers) expect(named).toContain(idOf(answer));
});

it('stands in the mail that a call asked for, in its row, and in what is noted of it, each its own', async () => {
  const emails = ['one@x.example', 'two@x.example', 'three@x.example'];
  await Promise.all(emails.map((email) => portal.person(email, 'investor')));
  const received = await Promise.all(emails.map((email) => portal.browser().post('/api/auth/magic-link', { email })));
  for (const [turn, email] of emails.entries()) {
    const id = idOf(received[turn] ?? { headers: {} });
    const mail = await until(`the mail to ${email}`, async () => (await portal.mailsTo(email))[0]);
    expect(mail.headers['x-request-id']).toBe(id);
    expect((await outboxModel(portal.connection).findOne({ to: email }).lean())?.request).toBe(id);
    const note = await until('the note', async () =>
      (await rowsAbout(email)).find(({ action }) => action === 'sign-in.link-sent'),
    );
    expect(note.request).toBe(id);
  }
});

it('is none where no call is answered', async () => {
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  await runCommand('users', ['add', 'cli@x.example', '--role', 'investor'], environment);
  const [row] = await rowsAbout('cli@x.example');
  expect(row).toMatchObject({ action: 'user.added' });
  expect(row?.request).toBeUndefined();
});
