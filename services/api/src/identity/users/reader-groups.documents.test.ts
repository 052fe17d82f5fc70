import {
  auditPageSchema,
  documentReadersSchema,
  documentSchema,
  documentVersionsSchema,
  nonReaderPageSchema,
  readingReminderSchema,
  type StoredDocument,
  waitingReportsSchema,
} from '@cytocomm/contract';
import { accessModel } from '../../content/documents/access-log.ts';
import { documentModel } from '../../content/documents/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { realDate, until } from '../../testing/clock.ts';

import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument, MULTIPART, multipart } from '../../testing/uploads.ts';

/** Two with the same role: one is in the group, one in another. */
const MEMBER = 'member@x.example';
const OTHER = 'other@x.example';
/** In the group, without the role that reads. */
const LAB = 'lab@x.example';
/** Hold the role and are in the group, and read as admins do. */
const BOTH = 'both@x.example';
const PATH = '/api/admin/documents';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const member = beforeTests(() => portal.signedInAs(MEMBER, 'investor'));
const other = beforeTests(() => portal.signedInAs(OTHER, 'investor'));
beforeAll(async () => {
  await portal.person(LAB, 'customer');
  await portal.person(BOTH, 'admin', 'investor');
  for (const email of [MEMBER, LAB, BOTH]) await group(email, 'series-a', true);
  await group(OTHER, 'series-b', true);
  for (const person of [member, other])
    await person.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: false } });
});
afterEach(realDate);

async function group(email: string, name: string, enable: boolean): Promise<void> {
  const path = `/api/admin/users/${email}/groups`;
  expect((await admin.authorised('PATCH', path, { body: { group: name, enable } })).status).toBe(200);
}

const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${words}`);
const headers = { 'Content-Type': MULTIPART };

const document = (title: string, fields: Readonly<Record<string, string>> = {}) =>
  addDocument(admin, { title, visibility: 'investor', groups: 'series-a', ...fields }, pdf(title));

async function replaced(id: string, words: string, fields: Readonly<Record<string, string>> = {}) {
  const body = multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: pdf(words), fileName: 'next.pdf' },
  ]);
  return read(await admin.authorised('PUT', `${PATH}/${id}/content`, { headers, body }), documentSchema);
}
const change = (id: string, body: object) => admin.authorised('PATCH', `${PATH}/${id}`, { body });
const changed = async (id: string, body: object) => read(await change(id, body), documentSchema);

async function open(person: TestBrowser, email: string, { id, url }: StoredDocument): Promise<void> {
  expect((await person.get(url)).status).toBe(200);
  await until('the access', async () =>
    (await accessModel(portal.connection).exists({ documentId: id, by: email })) ? true : undefined,
  );
}

it('the current file and one that comes back are for the readers of the document', async () => {
  const { id, url } = await document('Narrow, first');
  expect(await replaced(id, 'second')).toMatchObject({ version: 2, groups: ['series-a'] });
  const { items, visibility, groups } = read(await admin.get(`${PATH}/${id}/versions`), documentVersionsSchema);
  expect([visibility, groups, items.map(({ number }) => number)]).toEqual(['investor', ['series-a'], [2, 1]]);
  expect((await admin.get(`${PATH}/${id}/versions/1/content`)).text).toContain('Narrow, first');
  expect((await member.get(url)).text).toContain('second');
  expectProblem(await other.get(url), 404);
  const { body } = await admin.authorised('POST', `${PATH}/${id}/versions/1/restore`);
  expect(body).toMatchObject({ visibility: 'investor', groups: ['series-a'] });
  expect((await member.get(url)).text).toContain('Narrow, first');
  expectProblem(await other.get(url), 404);
});

describe('people who have not opened it', () => {
  const readers = async ({ id }: StoredDocument) =>
    read(await admin.get(`${PATH}/${id}/readers`), documentReadersSchema);
  const nonReaders = async ({ id }: StoredDocument, query = '') =>
    read(await admin.get(`${PATH}/${id}/non-readers${query}`), nonReaderPageSchema).items.map(({ email }) => email);

  it('are those in its groups who hold the role and are no admins, in each order and search', async () => {
    const narrow = await document('Asked');
    expect(await readers(narrow)).toEqual({ role: 'investor', people: 1, opened: 0, openedEarlier: 0, more: false });
    for (const query of ['', '?sort=-email', '?sort=lastSignIn', '?search=x.example', '?limit=1'])
      expect([query, await nonReaders(narrow, query)]).toEqual([query, [MEMBER]]);
    await open(member, MEMBER, narrow);
    expect(await readers(narrow)).toEqual({ role: 'investor', people: 1, opened: 1, openedEarlier: 0, more: false });
    expect(await nonReaders(narrow)).toEqual([]);
    await changed(narrow.id, { groups: ['series-a', 'series-b'] });
    expect(await readers(narrow)).toMatchObject({ people: 2, opened: 1 });
    expect(await nonReaders(narrow)).toEqual([OTHER]);
    await changed(narrow.id, { groups: [] });
    expect(await readers(narrow)).toMatchObject({ people: 2, opened: 1 });
  });

  it('are reminded as members of the groups alone, unless they left meanwhile', async () => {
    const narrow = await document('Reminded');
    const remind = async () =>
      read(await admin.authorised('POST', `${PATH}/${narrow.id}/reminders`), readingReminderSchema, 202).queued;
    const rows = () => outboxModel(portal.connection).find({ 'data.documentId': narrow.id }).lean();
    expect(await remind()).toBe(1);
    await until('the mail', async () =>
      (await portal.mailsTo(MEMBER)).some(({ subject }) => subject === 'Please read: Reminded') ? true : undefined,
    );
    expect((await rows()).map(({ to }) => to)).toEqual([MEMBER]);
    // One that waits is composed for whom the document is by then.
    const now = new Date();
    for (const to of [OTHER, LAB, BOTH])
      await outboxModel(portal.connection).create({
        ...{ _id: `late ${to}`, to, kind: 'reading-reminder', data: { documentId: narrow.id } },
        ...{ status: 'waiting', attempts: 0, createdAt: now, nextAttemptAt: now },
      });
    await until('them to be dropped', async () => {
      const found = await rows();
      return found.filter(({ status }) => status === 'dropped').length === 3 ? true : undefined;
    });
    for (const email of [OTHER, LAB, BOTH])
      expect((await portal.mailsTo(email)).filter(({ subject }) => subject.includes('Reminded'))).toEqual([]);
  });
});

describe('mails about new reports', () => {
  const allMailed = () =>
    until('the mails', async () => {
      const waiting = await documentModel(portal.connection).countDocuments({ mailing: { $exists: true } });
      const rows = await outboxModel(portal.connection)
        .find({ kind: { $in: ['new-report', 'new-reports'] } })
        .lean();
      return waiting === 0 && rows.every(({ status }) => /sent|dropped/.test(status)) ? rows : undefined;
    });
  const waiting = async () => read(await admin.get('/api/admin/report-mails'), waitingReportsSchema).documents;
  /** Sends what waits at once, with what happens before. Returns the mails that came, by recipient. */
  async function sendAll() {
    const before = await Promise.all([MEMBER, OTHER].map(async (email) => (await portal.mailsTo(email)).length));
    const documents = (await waiting()).map(({ id }) => id);
    await admin.authorised('POST', '/api/admin/report-mails/send', { body: { documents } });
    await allMailed();
    return Promise.all(
      [MEMBER, OTHER].map(async (email, place) => (await portal.mailsTo(email)).slice(before[place] ?? 0)),
    );
  }

  beforeAll(sendAll);

  it('name to each the reports that they read, and count those alone; who reads none gets no mail', async () => {
    await document('Series A results', { notify: 'true' });
    await document('Series A outlook', { notify: 'true' });
    await document('For all investors', { notify: 'true', groups: '' });
    expect((await waiting()).map(({ title }) => title)).toEqual([
      'Series A results',
      'Series A outlook',
      'For all investors',
    ]);
    const [ofMember = [], ofOther = []] = await sendAll();
    expect(ofMember.map(({ subject }) => subject)).toEqual(['3 new reports']);
    expect(ofOther.map(({ subject }) => subject)).toEqual(['New report: For all investors']);
    expect(ofOther.map(({ text, html }) => `${text}${html}`).join()).not.toMatch(/Series A/);
    await document('Series A alone', { notify: 'true' });
    await document('Series A again', { notify: 'true' });
    const [more = [], none = []] = await sendAll();
    expect([more.map(({ subject }) => subject), none]).toEqual([['2 new reports'], []]);
    expect(await outboxModel(portal.connection).countDocuments({ kind: 'new-reports', to: OTHER })).toBe(1);
  });

  it('are for those who read a report when the mail goes out, and a new version as well', async () => {
    const { id } = await document('Moves on', { notify: 'true' });
    await changed(id, { groups: ['series-b'] });
    const [ofMember = [], ofOther = []] = await sendAll();
    expect([ofMember, ofOther.map(({ subject }) => subject)]).toEqual([[], ['New report: Moves on']]);
    await replaced(id, 'moved second', { notify: 'true' });
    const [again = [], version = []] = await sendAll();
    expect([again, version.map(({ subject }) => subject)]).toEqual([[], ['New version: Moves on']]);
  });
});

it('a visibility that is changed and changed back leaves the groups, and is in the trail', async () => {
  const narrow = await document('Moved');
  const lab = await portal.signedIn(LAB);
  expect(await changed(narrow.id, { visibility: 'customer' })).toMatchObject({ groups: ['series-a'] });
  const statuses = async () =>
    Promise.all([member, other, lab].map(async (each) => (await each.get(narrow.url)).status));
  expect(await statuses()).toEqual([404, 404, 200]);
  expect(await changed(narrow.id, { visibility: 'investor' })).toEqual(narrow);
  expect(await statuses()).toEqual([200, 404, 404]);
  expectProblem(await change(narrow.id, { visibility: 'public' }), 400);
  // What is changed besides leaves them, too.
  expect(await changed(narrow.id, { kind: 'sop', revision: 'B' })).toMatchObject({ groups: ['series-a'], kind: 'sop' });
  const { items } = read(
    await admin.get(`/api/admin/audit?subject=${narrow.id}&action=document.changed`),
    auditPageSchema,
  );
  expect(items.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ visibility: 'customer', before: 'investor', groups: 'series-a' }),
  );
});
