import { readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALERT_CONFIRM_PATH, type AuditPage, adminPressReleaseSchema } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { runCommand } from '../../main/commands/run.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { solvedCaptcha } from '../../testing/captcha.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument, MULTIPART, multipart } from '../../testing/uploads.ts';
import type { PersonExport } from './export.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const run = (...words: string[]) =>
  runCommand(words[0], words.slice(1), { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });

/** Everything in the database as text, but for the bytes of files. */
async function everything(): Promise<string> {
  const names = (await portal.connection.listCollections()).map(({ name }) => name);
  const all: unknown[] = [];
  for (const name of names.filter((each) => each !== 'fs.chunks')) {
    all.push(name, await portal.connection.collection(name).find({}).toArray());
  }
  return JSON.stringify(all);
}

/** Leaves traces of a person in every collection that can hold one. */
async function live(email: string): Promise<{ documentId: string; browser: TestBrowser }> {
  const visitor = portal.browser();
  const of = (name: string) => portal.connection.collection(name);
  const notes = await of('stranger_notes').countDocuments({});
  await visitor.post('/api/auth/complete', { email, token: 'before there was an account' });
  // What is noted of a sign-in is written behind the answer.
  await until(
    'the note about a stranger',
    async () => (await of('stranger_notes').countDocuments({})) > notes || undefined,
  );
  await admin.authorised('POST', '/api/admin/users', {
    body: { email, roles: ['admin'], name: 'Zora Private', invite: true },
  });
  const browser = await portal.signedIn(email);
  await portal.askForLink(email);
  await portal.browser().post('/api/auth/complete', { email, token: 'wrong' });
  await browser.authorised('POST', '/api/events/subscription');
  await browser.authorised('POST', '/api/notifications/visit');
  const preferences = { newReport: true, investorNews: true };
  await browser.authorised('PUT', '/api/alerts/preferences', { body: preferences });
  const release = await browser.authorised('POST', '/api/admin/press-releases', {
    headers: { 'Idempotency-Key': 'one' },
    body: { title: 'News', content: '<p>news</p>', target: ['public'] },
  });
  const { id } = read(release, adminPressReleaseSchema, 201);
  await admin.authorised('PATCH', `/api/admin/press-releases/${id}`, { body: { title: 'Other news' } });
  await until(
    'the text that was replaced',
    async () => (await of('press_release_revisions').findOne({ by: email })) ?? undefined,
  );
  const documentId = (await addDocument(browser)).id;
  await browser.get(`/api/documents/${documentId}/content`);
  const replaced = await browser.authorised('PUT', `/api/admin/documents/${documentId}/content`, {
    headers: { 'Content-Type': MULTIPART },
    body: multipart([{ name: 'file', value: '%PDF-1.7\nother', fileName: 'y.pdf' }]),
  });
  expect(replaced.status).toBe(200);
  await portal.browser().post('/api/alerts', { email });
  const mail = await until('the mail that asks for consent', async () =>
    (await portal.mailsTo(email)).find(({ text }) => text.includes(ALERT_CONFIRM_PATH)),
  );
  const [, token = ''] = /confirm\?token=([\w.-]+)/.exec(mail.text) ?? [];
  await portal.browser().post('/api/alerts/confirm', { token });
  const message = {
    name: 'Zora Private',
    email,
    subject: 'About me',
    message: 'Call me',
    captcha: await solvedCaptcha(visitor),
  };
  await visitor.post('/api/contact', message);
  await until(
    'the row about the wrong link',
    async () => (await of('audit').findOne({ subject: email, action: 'sign-in.failed' })) ?? undefined,
  );
  await until('the access', async () => (await of('document_accesses').findOne({ by: email })) ?? undefined);
  return { documentId, browser };
}

describe('npm run users -- erase', () => {
  const email = 'zora@private.example';

  it('leaves nothing by which the person could be known, keeps what is the company’s, and the audit trail whole', async () => {
    const { documentId, browser } = await live(email);
    const checkpoint = / ?(s\d+:[0-9a-f]{64})$/.exec(await run('audit'))?.[1] ?? '';
    const before = await everything();
    for (const trace of [email, 'Zora Private', browser.address]) expect(before).toContain(trace);

    const output = await run('users', 'erase', email.toUpperCase());
    const [, pseudonym = 'none'] = /where a name has to stand it is (erased-\w+)\./.exec(output) ?? [];
    const after = await everything();
    for (const trace of ['private.example', 'Zora Private', browser.address]) expect(after).not.toContain(trace);
    expect(output).not.toContain('Still named');

    expect(after).toContain(pseudonym);
    expect((await browser.post('/api/auth/token')).status).toBe(401);
    const documents = (await admin.get('/api/documents')).body as { items: { id: string; uploadedBy: string }[] };
    expect(documents.items).toContainEqual(expect.objectContaining({ id: documentId, uploadedBy: pseudonym }));
    const { items } = (await admin.get(`/api/admin/audit?subject=${pseudonym}`)).body as AuditPage;
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['person.erased', 'user.deleted', 'sign-in.completed', 'user.added']),
    );
    // What an admin did stays told of the admin.
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'user.added', actor: 'admin@x.example', from: admin.address }),
    );
    await expect(run('audit', '--at', checkpoint)).resolves.toContain('without the person who was erased from them');
  });

  it('again finds nothing', async () => {
    await expect(run('users', 'erase', email)).resolves.toBe(`Nothing was held on ${email}.`);
  });

  it('erases somebody who was never a member, but no similar address', async () => {
    for (const address of ['ann@x.example', 'joann@x.example'])
      await portal.browser().post('/api/alerts', { email: address });
    await until('the mails', async () => (await portal.mailsTo('joann@x.example')).length === 1 || undefined);
    await expect(run('users', 'erase', 'ann@x.example')).resolves.toContain('subscribers 1');
    const remaining = await everything();
    expect(remaining).toContain('joann@x.example');
    expect(remaining).not.toMatch(/[^o]ann@x\.example/);
  });

  it('tells of texts in which others name the person', async () => {
    await portal.connection
      .collection('contact_messages')
      .insertOne({ email: 'other@x.example', name: 'Other', message: 'Ask named@x.example' });
    await expect(run('users', 'erase', 'named@x.example')).resolves.toMatch(/Still named .*: contact_messages 1\.$/);
    await portal.connection.collection('contact_messages').deleteMany({ email: 'other@x.example' });
  });

  it('does not erase the last admin, and changes nothing then', async () => {
    const of = (name: string) => portal.connection.collection(name);
    const stored = async () => [await of('users').find().toArray(), await of('audit').countDocuments()];
    const before = await stored();
    await expect(run('users', 'erase', 'admin@x.example')).rejects.toThrow('last admin');
    expect(await stored()).toEqual(before);
  });

  it('does not hide that the trail about the person was altered', async () => {
    await run('users', 'add', 'altered@x.example', '--role', 'investor');
    const rows = portal.connection.collection('audit');
    await rows.updateOne({ subject: 'altered@x.example' }, { $set: { action: 'user.deleted' } });
    await expect(run('users', 'erase', 'altered@x.example')).rejects.toThrow('cannot be proved, so nothing is erased');
    await rows.updateOne({ subject: 'altered@x.example' }, { $set: { action: 'user.added' } });
    await expect(run('users', 'erase', 'altered@x.example')).resolves.toContain('is erased');
  });
});

describe('npm run users -- export', () => {
  it('gives everything that is held, and nothing that lets somebody in', async () => {
    const email = 'vera@private.example';
    const { browser } = await live(email);
    const file = join(tmpdir(), `export-${process.pid}.json`);
    const output = await run('users', 'export', email, file);
    expect(output).toContain(file);
    expect(statSync(file).mode & 0o077).toBe(0);
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    const exported = JSON.parse(text) as PersonExport;
    expect(Object.keys(exported.records)).toEqual(
      expect.arrayContaining([
        'users',
        'sessions',
        'sign_in_links',
        'calendar_links',
        'subscribers',
        'alert_preferences',
        'outbox',
        'contact_messages',
        'document_accesses',
        'documents',
        'press_releases',
        'audit',
        'stranger_notes',
      ]),
    );
    const cookie = browser.cookies.get('portal') ?? 'none';
    const secrets = await portal.connection.collection('sign_in_links').findOne({ tokenHash: { $exists: true } });
    const calendar = await portal.connection.collection('calendar_links').findOne({});
    for (const secret of [cookie, secrets?.tokenHash, secrets?.codeHash, calendar?.linkId]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(String(secret));
    }
    const { items } = (await admin.get(`/api/admin/audit?subject=${email}`)).body as AuditPage;
    expect(items[0]).toMatchObject({ action: 'person.exported', from: 'command line' });
    await expect(run('users', 'export', email)).resolves.toContain('"exportedAt"');
  });

  it('writes over no file', async () => {
    await expect(run('users', 'export', 'x@x.example', __filename)).rejects.toThrow('is there already');
  });
});

it('a member who is deleted in the panel keeps the public news that they asked for as anybody can, and nothing else', async () => {
  const email = 'leaving@private.example';
  await live(email);
  expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
  const of = (name: string) => portal.connection.collection(name);
  expect(await of('subscribers').countDocuments({ email, status: 'confirmed' })).toBe(1);
  for (const name of ['alert_preferences', 'users']) expect(await of(name).countDocuments({ email })).toBe(0);
  expect(await of('calendar_links').countDocuments({})).toBe(1);
});

it('an event that they changed does not name them, in its texts either', async () => {
  const email = 'planner@private.example';
  const browser = await portal.signedInAs(email, 'admin');
  const title = `Ask ${email}`;
  await browser.authorised('POST', '/api/admin/events', { body: { title, date: '2026-12-01' } });
  const events = portal.connection.collection('events');
  // A record of any form ends no erasure.
  const { insertedId } = await events.insertOne({ title: 7, place: null, changedBy: email });
  await run('users', 'erase', email);
  expect(await events.findOneAndDelete({ _id: insertedId })).toMatchObject({
    changedBy: expect.stringMatching(/^erased-/),
  });
  expect(await events.findOne({ title: /^Ask/ })).toMatchObject({
    title: expect.stringMatching(/^Ask erased-/),
    changedBy: expect.stringMatching(/^erased-/),
  });
  const found = await admin.get('/api/admin/events?search=ask+erased');
  expect(found.body).toMatchObject({ items: [{ title: expect.stringMatching(/^Ask erased-/) }] });
});

it('a text that somebody changes meanwhile is not put back', async () => {
  const releases = portal.connection.collection('press_releases');
  const { insertedId: _id } = await releases.insertOne({ content: 'By quoted@private.example' });
  const { updateOne } = mongo.Collection.prototype;
  const update = jest.spyOn(mongo.Collection.prototype, 'updateOne').mockImplementation(async function (
    this: mongo.Collection,
    ...[filter, ...change]: Parameters<typeof updateOne>
  ) {
    if (_id.equals(String(filter._id))) await releases.replaceOne({ _id }, { content: 'Another text' });
    return updateOne.call(this, filter, ...change);
  });
  await run('users', 'erase', 'quoted@private.example');
  update.mockRestore();
  expect(await releases.findOneAndDelete({ _id })).toMatchObject({ content: 'Another text' });
});

it('a person in the bin is erased, too, and what they deleted does not name them', async () => {
  const email = 'binned@private.example';
  const browser = await portal.signedInAs(email, 'admin');
  const { id } = (
    await browser.authorised('POST', '/api/admin/events', { body: { title: 'A day', date: '2026-12-01' } })
  ).body as { id: string };
  await browser.authorised('DELETE', `/api/admin/events/${id}`);
  await admin.authorised('DELETE', `/api/admin/users/${email}`);
  const bin = portal.connection.collection('bin');
  // And somebody who had the address after them.
  await portal.person(email, 'investor');
  await admin.authorised('DELETE', `/api/admin/users/${email}`);
  const entries = (await bin.find({ kind: 'user', 'record.email': email }).toArray()).map(({ _id }) => _id);
  expect(entries).toHaveLength(2);
  await run('users', 'erase', email);
  expect(await bin.countDocuments({ _id: { $in: entries } })).toBe(0);
  expect((await bin.findOne({ subject: id }))?.deletedBy).toMatch(/^erased-/);
});
