import { adminPressReleaseSchema, binPageSchema, eventListSchema, eventSchema, userSchema } from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { z } from 'zod';
import { read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
beforeEach(async () => {
  await portal.connection.collection('bin').deleteMany({});
});

const PDF = writePdf({ title: 'Report', author: 'Cytocomm', date: new Date(0), sections: [] });
const rows = (name: string) => portal.connection.collection(name);
const inBin = async (query = '') => read(await admin.get(`/api/admin/bin${query}`), binPageSchema).items;
const restore = (kind: string, id: string, by = admin, deletedAt?: string) =>
  by.authorised(
    'POST',
    `/api/admin/bin/${kind}/${id}/restore${deletedAt === undefined ? '' : `?deletedAt=${deletedAt}`}`,
  );
const removeForGood = (kind: string, id: string) => admin.authorised('DELETE', `/api/admin/bin/${kind}/${id}`);
const codeOf = ({ body }: { body: unknown }) => z.object({ code: z.string() }).parse(body).code;

const uploaded = () => addDocument(admin, {}, PDF);

const deleted = async (path: string) => expect((await admin.authorised('DELETE', path)).status).toBe(204);
const chunks = () => rows('fs.chunks').countDocuments();

async function newEvent(title = 'A day') {
  const body = { title, date: '2026-12-01' };
  return read(await admin.authorised('POST', '/api/admin/events', { body }), eventSchema, 201);
}

async function newRelease(text: object) {
  const body = { title: 'News', content: '<p>Words.</p>', target: ['public'], ...text };
  return read(await admin.authorised('POST', '/api/admin/press-releases', { body }), adminPressReleaseSchema, 201);
}

const releaseNow = async (id: string) =>
  read(await admin.get(`/api/admin/press-releases/${id}`), adminPressReleaseSchema);

it('holds what was deleted for 30 days, what was deleted last first, page by page and by kind', async () => {
  const ids = [(await newEvent('First')).id, (await newEvent('Second')).id];
  for (const id of ids) await deleted(`/api/admin/events/${id}`);
  const { id } = await newRelease({});
  await deleted(`/api/admin/press-releases/${id}`);
  const [newest, ...others] = await inBin();
  expect(newest).toMatchObject({ kind: 'press-release', id, title: 'News', deletedBy: 'admin@x.example' });
  expect(others.map(({ title }) => title)).toEqual(['Second', 'First']);
  const { deletedAt = '', keptUntil = '' } = newest ?? {};
  expect(Date.parse(keptUntil) - Date.parse(deletedAt)).toBe(30 * 24 * 3600 * 1000);
  expect((await inBin('?kind=event')).map(({ id }) => id)).toEqual(ids.toReversed());
  const first = read(await admin.get('/api/admin/bin?limit=2'), binPageSchema);
  const rest = read(await admin.get(`/api/admin/bin?limit=2&cursor=${first.nextCursor}`), binPageSchema);
  expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(['News', 'Second', 'First']);
  expect((await admin.get('/api/admin/bin?kind=shell')).status).toBe(400);
});

it('a document comes back with its file under the same address; until then it cannot be read', async () => {
  const { id, url, uploadedAt } = await uploaded();
  const before = await chunks();
  await deleted(`/api/admin/documents/${id}`);
  expect((await admin.get(url)).status).toBe(404);
  expect(await chunks()).toBe(before);
  expect((await restore('document', id)).status).toBe(204);
  expect((await portal.browser().get(url)).bytes.equals(PDF)).toBe(true);
  expect(await rows('documents').findOne({ url })).toMatchObject({ title: 'Report', uploadedAt: new Date(uploadedAt) });
  expect(await inBin()).toEqual([]);
  expect(await rows('audit').findOne({ action: 'document.restored', subject: id })).toMatchObject({
    actor: 'admin@x.example',
  });
});

it('a person is signed out at once, cannot sign in, and comes back with their roles, to be found and to sign in again', async () => {
  const email = 'ines@x.example';
  const ines = await portal.signedInAs(email, 'investor', 'customer');
  // The list completes the record, as adding a person does.
  const find = async () => read(await admin.get('/api/admin/users?search=nes%40x'), z.array(userSchema));
  expect(await find()).toHaveLength(1);
  await deleted(`/api/admin/users/${email}`);
  expect((await ines.get(`/api/users/${email}`)).status).toBe(401);
  expect(JSON.stringify(await rows('bin').findOne({ subject: email }))).toContain('"sessions":[]');
  expect((await restore('user', email.toUpperCase())).status).toBe(204);
  expect((await ines.get(`/api/users/${email}`)).status).toBe(401);
  const again = await portal.signedIn(email);
  expect(read(await again.get(`/api/users/${email}`), userSchema).roles).toEqual(['investor', 'customer']);
  expect((await find()).map((person) => person.email)).toEqual([email]);
});

it('a person does not come back beside somebody who has their address now', async () => {
  const email = 'twice@x.example';
  await portal.person(email, 'investor');
  await deleted(`/api/admin/users/${email}`);
  await admin.authorised('POST', '/api/admin/users', { body: { email, roles: ['customer'] } });
  const answer = await restore('user', email);
  expect([answer.status, codeOf(answer)]).toEqual([409, 'already-exists']);
  expect(await inBin('?kind=user')).toHaveLength(1);
  expect(read(await admin.get(`/api/users/${email}`), userSchema).roles).toEqual(['customer']);
  // As the answer says.
  await deleted(`/api/admin/users/${email}`);
  const [customer, investor, ...others] = await inBin('?kind=user');
  expect([customer, investor, others]).toMatchObject([{ id: email, email }, { email }, []]);
  expect((await restore('user', investor?.id ?? '')).status).toBe(204);
  expect(read(await admin.get(`/api/users/${email}`), userSchema).roles).toEqual(['investor']);
  expect((await restore('user', email)).status).toBe(409);
  await deleted(`/api/admin/users/${email}`);
  const before = await inBin('?kind=user');
  expect(before.map((entry) => entry.email)).toEqual([email, email]);
  // What was deleted last has the address.
  expect((await restore('user', email)).status).toBe(204);
  expect(read(await admin.get(`/api/users/${email}`), userSchema).roles).toEqual(['investor']);
  expect(await rows('audit').countDocuments({ action: 'user.restored', subject: email })).toBe(2);
  expect((await removeForGood('user', before[1]?.id ?? '')).status).toBe(204);
  expect(await rows('audit').findOne({ action: 'bin.deleted', subject: email })).toMatchObject({
    detail: { kind: 'user', title: 'twice' },
  });
  expect(await inBin('?kind=user')).toEqual([]);
});

it('what is deleted for good is what was seen, not what got its address since', async () => {
  const email = 'seen@x.example';
  await portal.person(email, 'investor');
  await deleted(`/api/admin/users/${email}`);
  const [seen] = await inBin('?kind=user');
  await admin.authorised('POST', '/api/admin/users', { body: { email, roles: ['customer'] } });
  await deleted(`/api/admin/users/${email}`);
  const answer = await removeForGood('user', `${email}?deletedAt=${seen?.deletedAt}`);
  expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
  const [later, earlier] = await inBin('?kind=user');
  expect(earlier?.deletedAt).toBe(seen?.deletedAt);
  for (const each of [later, earlier])
    expect((await removeForGood('user', `${each?.id}?deletedAt=${each?.deletedAt}`)).status).toBe(204);
  expect(await inBin('?kind=user')).toEqual([]);
});

it('a deletion says when it was: with that a restore takes back this person, and no other of the e-mail', async () => {
  const email = 'irma@x.example';
  await portal.person(email, 'investor');
  const path = `/api/admin/users/${email}`;
  const own = await admin.authorised('DELETE', path);
  const moment = String(own.headers['x-deleted-at']);
  expect([own.status, moment]).toEqual([204, (await inBin('?kind=user'))[0]?.deletedAt]);

  await admin.authorised('POST', '/api/admin/users', { body: { email, roles: ['customer'] } });
  const later = String((await admin.authorised('DELETE', path)).headers['x-deleted-at']);
  expect(codeOf(await restore('user', email, admin, moment))).toBe('conflict');
  expect((await admin.get(`/api/users/${email}`)).status).toBe(404);
  expect((await restore('user', email, admin, later)).status).toBe(204);
  expect(read(await admin.get(`/api/users/${email}`), userSchema).roles).toEqual(['customer']);
});

it('an event comes back as a newer version of itself', async () => {
  const { id } = await newEvent();
  const before = await rows('events').findOne({ title: 'A day' });
  await deleted(`/api/admin/events/${id}`);
  await restore('event', id);
  expect(read(await admin.get('/api/events'), eventListSchema).items.map((event) => event.id)).toContain(id);
  expect(await rows('events').findOne({ uid: before?.uid })).toMatchObject({ sequence: 1, title: 'A day' });
});

it('a release that was out is out again under its date, without a mail', async () => {
  const { id, date } = await newRelease({ sendEmail: true });
  await until('the mails to be queued', async () =>
    (await rows('press_releases').findOne({ mailing: 'queued' })) === null ? undefined : true,
  );
  const mails = await rows('outbox').countDocuments();
  await deleted(`/api/admin/press-releases/${id}`);
  await restore('press-release', id);
  expect(await releaseNow(id)).toMatchObject({ status: 'published', date });
  expect((await portal.browser().get(`/api/press-releases/${id}`)).status).toBe(200);
  expect(await rows('outbox').countDocuments()).toBe(mails);
});

it('a release that was planned is planned again; one whose time passed in the bin is a draft', async () => {
  const planned = await newRelease({ publishAt: '2999-01-01T00:00:00.000Z', sendEmail: true });
  await deleted(`/api/admin/press-releases/${planned.id}`);
  await restore('press-release', planned.id);
  expect(await releaseNow(planned.id)).toMatchObject({ status: 'scheduled', date: '2999-01-01T00:00:00.000Z' });

  await deleted(`/api/admin/press-releases/${planned.id}`);
  await rows('bin').updateOne({ subject: planned.id }, { $set: { 'record.date': new Date('2020-01-01') } });
  await restore('press-release', planned.id);
  expect(await releaseNow(planned.id)).toMatchObject({ status: 'draft', date: null });
  expect((await portal.browser().get(`/api/press-releases/${planned.id}`)).status).toBe(404);
});

it('what is deleted for good is gone with its file, and written down', async () => {
  const before = await chunks();
  const { id } = await uploaded();
  await deleted(`/api/admin/documents/${id}`);
  expect((await removeForGood('document', id)).status).toBe(204);
  expect(await chunks()).toBe(before);
  expect((await restore('document', id)).status).toBe(404);
  expect((await removeForGood('document', id)).status).toBe(404);
  expect(await rows('audit').findOne({ action: 'bin.deleted', subject: id })).toMatchObject({
    detail: { kind: 'document', title: 'Report' },
  });
});

it('is emptied of what was kept for its time, by any process', async () => {
  const before = await chunks();
  const { id } = await uploaded();
  const unexpired = await newEvent();
  const over = await newEvent();
  await deleted(`/api/admin/events/${over.id}`);
  await rows('bin').updateOne({ subject: over.id }, { $set: { keptUntil: new Date(1) } });
  await deleted(`/api/admin/documents/${id}`);
  await deleted(`/api/admin/events/${unexpired.id}`);
  await rows('bin').updateOne({ subject: id }, { $set: { keptUntil: new Date(0) } });
  const other = await portal.another();
  await until('the bin to be emptied', async () => ((await inBin()).length === 1 ? true : undefined));
  await other.stop();
  expect(await chunks()).toBe(before);
  expect((await inBin()).map((entry) => entry.id)).toEqual([unexpired.id]);
});

it('of many who restore one thing at once, or restore and delete it, one has it and the others are told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, url } = await uploaded();
    await deleted(`/api/admin/documents/${id}`);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => restore('document', id)),
      removeForGood('document', id),
    ]);
    const [first, ...others] = answers.map(({ status }) => status).toSorted();
    expect([first, others.filter((status) => status !== 404 && status !== 409)]).toEqual([204, []]);
    const isBack = answers.slice(0, 4).some(({ status }) => status === 204);
    // Never a document without its file.
    expect((await admin.get(url)).status).toBe(isBack ? 200 : 404);
  }
});

it('nothing else in the bin is reached by a name of another kind', async () => {
  const { id } = await newEvent();
  await deleted(`/api/admin/events/${id}`);
  for (const kind of ['document', 'press-release', 'user']) expect((await restore(kind, id)).status).toBe(404);
  expect((await restore('__proto__', id)).status).toBe(400);
  expect((await restore('event', encodeURIComponent('{"$ne":null}'))).status).toBe(404);
});
