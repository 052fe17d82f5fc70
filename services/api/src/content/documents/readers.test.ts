import {
  auditPageSchema,
  documentReadersSchema,
  documentSchema,
  nonReaderPageSchema,
  personAccessPageSchema,
  readingReminderSchema,
  type StoredDocument,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { outboxModel } from '../../platform/mail/model.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';
import { accessModel } from './access-log.ts';

const UNKNOWN = 'ffffffffffffffffffffffff';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  for (const name of ['ada', 'bob', 'eve']) await portal.person(`${name}@fund.example`, 'investor');
  await portal.person('both@x.example', 'admin', 'investor');
  await portal.person('lab@x.example', 'customer');
});
afterAll(() => portal.stop());
afterEach(realDate);

async function upload(title: string, visibility = 'investor'): Promise<StoredDocument> {
  const pdf = writePdf({ title, author: 'Cytocomm', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: visibility },
    { name: 'file', value: pdf, fileName: 'report.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

const people = new Map<string, TestBrowser>();
async function open(email: string, document: StoredDocument, download = false): Promise<void> {
  const browser = people.get(email) ?? (await portal.signedIn(email));
  people.set(email, browser);
  const filter = { documentId: document.id, by: email };
  const before = await accessModel(portal.connection).countDocuments(filter);
  expect((await browser.get(`${document.url}${download ? '?download=1' : ''}`)).status).toBe(200);
  await until('the access', async () =>
    (await accessModel(portal.connection).countDocuments(filter)) > before ? true : undefined,
  );
}

const at = ({ id }: { readonly id: string }) => `/api/admin/documents/${id}`;
const count = async (document: StoredDocument) =>
  read(await admin.get(`${at(document)}/readers`), documentReadersSchema);
const nonReaders = async (document: StoredDocument, query = '') =>
  read(await admin.get(`${at(document)}/non-readers${query}`), nonReaderPageSchema);
const emailsOf = async (document: StoredDocument, query = '') =>
  (await nonReaders(document, query)).items.map(({ email }) => email);
const remind = (document: StoredDocument, as = admin) => as.authorised('POST', `${at(document)}/reminders`);
const reminded = async (document: StoredDocument, as = admin) =>
  read(await remind(document, as), readingReminderSchema, 202);
const rows = (document: StoredDocument) =>
  outboxModel(portal.connection)
    .find({ kind: 'reading-reminder', 'data.documentId': document.id })
    .sort({ to: 1 })
    .lean();
const waitForMails = (document: StoredDocument) =>
  until('the mails to leave', async () => {
    const found = await rows(document);
    return found.every(({ status }) => status === 'sent' || status === 'dropped') ? found : undefined;
  });
const wrongFieldOf = (answer: { readonly status: number; readonly text: string }): unknown => {
  expect(answer.status).toBe(400);
  const { errors = [] } = JSON.parse(answer.text);
  return errors[0]?.path;
};

describe('readers of a document', () => {
  it('counts and lists holders of the role who are no admins', async () => {
    const [report, sop] = [await upload('For investors'), await upload('For customers', 'customer')];
    expect(await count(report)).toEqual({ role: 'investor', people: 3, opened: 0, openedEarlier: 0, more: false });
    await open('bob@fund.example', report);
    await open('bob@fund.example', report, true);
    await open('both@x.example', report);
    expect(await count(report)).toEqual({ role: 'investor', people: 3, opened: 1, openedEarlier: 0, more: false });
    expect(await count(sop)).toEqual({ role: 'customer', people: 1, opened: 0, openedEarlier: 0, more: false });
    expect(await emailsOf(report)).toEqual(['ada@fund.example', 'eve@fund.example']);
    expect(await emailsOf(report, '?search=EV')).toEqual(['eve@fund.example']);
    const { items, nextCursor, title } = await nonReaders(report, '?limit=1&sort=-email');
    expect({ items, title }).toMatchObject({ items: [{ email: 'eve@fund.example' }], title: 'For investors' });
    expect(await emailsOf(report, `?limit=1&sort=-email&cursor=${nextCursor}`)).toEqual(['ada@fund.example']);
    expect((await nonReaders(report, '?sort=-lastSignIn')).items).toHaveLength(2);
  });

  it('is about the current file: people who opened only an earlier one are marked and reminded', async () => {
    const report = await upload('Of two files');
    await open('bob@fund.example', report);
    await open('eve@fund.example', report);
    const pdf = writePdf({ title: 'Second', author: 'Cytocomm', date: new Date(0), sections: [] });
    const body = multipart([{ name: 'file', value: pdf, fileName: 'second.pdf' }]);
    const headers = { 'Content-Type': MULTIPART };
    expect((await admin.authorised('PUT', `${at(report)}/content`, { headers, body })).status).toBe(200);
    expect(await count(report)).toEqual({ role: 'investor', people: 3, opened: 0, openedEarlier: 2, more: false });
    // In the same minute as the first file, which is another access.
    await open('bob@fund.example', report);
    expect(await count(report)).toEqual({ role: 'investor', people: 3, opened: 1, openedEarlier: 1, more: false });
    expect((await nonReaders(report)).items.map(({ email, openedEarlier }) => [email, openedEarlier])).toEqual([
      ['ada@fund.example', false],
      ['eve@fund.example', true],
    ]);
    expect(await reminded(report)).toEqual({ queued: 2, more: false, next: null });
    await waitForMails(report);
    const texts = async (email: string) =>
      (await portal.mailsTo(email)).filter(({ subject }) => subject.endsWith('Of two files')).map(({ text }) => text);
    expect(await texts('eve@fund.example')).toEqual([expect.stringContaining('has a new version')]);
    expect(await texts('ada@fund.example')).toEqual([expect.not.stringContaining('has a new version')]);
    // Who had opened the file that is back has opened it.
    expect((await admin.authorised('POST', `${at(report)}/versions/1/restore`)).status).toBe(200);
    expect(await count(report)).toEqual({ role: 'investor', people: 3, opened: 2, openedEarlier: 0, more: false });
    expect(await emailsOf(report)).toEqual(['ada@fund.example']);
  });

  it('has no list for a public document', async () => {
    const open = await upload('For everybody', 'public');
    expect(await count(open)).toEqual({ role: null, people: 0, opened: 0, openedEarlier: 0, more: false });
    expect((await admin.get(`${at(open)}/non-readers`)).status).toBe(409);
    expect((await remind(open)).status).toBe(409);
    expect(await rows(open)).toEqual([]);
  });

  it('is for admins, with 404 for unknown documents and 400 with the invalid field', async () => {
    const report = await upload('Guarded');
    const investor = await portal.signedInAs('curious@fund.example', 'investor');
    for (const path of ['readers', 'non-readers']) {
      expect((await investor.get(`${at(report)}/${path}`)).status).toBe(403);
      expect((await portal.browser().get(`${at(report)}/${path}`)).status).toBe(401);
      expect((await admin.get(`${at({ id: UNKNOWN })}/${path}`)).status).toBe(404);
      expect(wrongFieldOf(await admin.get(`${at({ id: 'x' })}/${path}`))).toBe('path.id');
    }
    expect((await remind(report, investor)).status).toBe(403);
    expect((await remind({ ...report, id: UNKNOWN })).status).toBe(404);
    for (const query of ['cursor=!', 'cursor=AAAA', 'limit=5'])
      expect(wrongFieldOf(await admin.authorised('POST', `${at(report)}/reminders?${query}`))).toContain('query');
    const wrong = ['sort=name', 'limit=0', 'limit=101', 'cursor=!', `search=${'x'.repeat(255)}`, 'search[$ne]=x'];
    for (const query of wrong)
      expect(wrongFieldOf(await admin.get(`${at(report)}/non-readers?${query}`))).toContain('query');
    expect((await admin.get(`${at(report)}/non-readers?cursor=AAAA`)).status).toBe(400);
    await admin.authorised('DELETE', '/api/admin/users/curious@fund.example');
  });
});

describe('a reminder', () => {
  it('goes to each non-reader once a day, with one row in the trail', async () => {
    const report = await upload('To be read');
    await open('bob@fund.example', report);
    expect(await reminded(report)).toEqual({ queued: 2, more: false, next: null });
    expect(await reminded(report)).toEqual({ queued: 0, more: false, next: null });
    const mails = await waitForMails(report);
    expect(mails.map(({ to, status }) => [to, status])).toEqual([
      ['ada@fund.example', 'sent'],
      ['eve@fund.example', 'sent'],
    ]);
    const mail = (await portal.mailsTo('eve@fund.example')).find(
      ({ subject }) => subject === 'Please read: To be read',
    );
    expect(mail?.text).toContain(`${portal.url}/documents/${report.id}#for=eve%40fund.example`);
    const trail = read(await admin.get(`/api/admin/audit?subject=${report.id}`), auditPageSchema);
    const [row, ...others] = trail.items.filter(({ action }) => action === 'document.readers-reminded');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ actor: 'admin@x.example', detail: { title: 'To be read', people: '2' } });
    moveDate(24 * 3600 * 1000);
    expect(await reminded(report, await portal.signedIn('admin@x.example'))).toEqual({
      queued: 2,
      more: false,
      next: null,
    });
    await waitForMails(report);
  });

  it('is one mail per person for concurrent requests in two processes', async () => {
    const report = await upload('Asked twice');
    const other = await portal.another();
    const second = await portal.signedIn('both@x.example', other.url);
    const answers = await Promise.all([admin, second, admin, second].map((each) => reminded(report, each)));
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(3);
    expect((await waitForMails(report)).map(({ to }) => to)).toEqual([
      'ada@fund.example',
      'bob@fund.example',
      'eve@fund.example',
    ]);
    await other.stop();
  });

  it('does not go to people who have opened it, were deleted, lost the role or may not read it anymore', async () => {
    const meanwhile = async (email: string, change: (report: StoredDocument) => Promise<unknown>) => {
      const report = await upload(`Changed for ${email}`);
      await portal.person(email, 'investor');
      // Not sent before the change.
      await outboxModel(portal.connection).create({
        ...{ _id: `test-${report.id}`, kind: 'reading-reminder', to: email, status: 'waiting' },
        ...{ data: { documentId: report.id }, createdAt: new Date(), nextAttemptAt: new Date(Date.now() + 3_600_000) },
      });
      await change(report);
      await outboxModel(portal.connection).updateOne(
        { _id: `test-${report.id}` },
        { $set: { nextAttemptAt: new Date() } },
      );
      const [row] = await waitForMails(report);
      return row?.status;
    };
    const role = (email: string, name: string, enable: boolean) =>
      admin.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: name, enable } });
    expect(await meanwhile('r1@x.example', (report) => open('r1@x.example', report))).toBe('dropped');
    expect(await meanwhile('r2@x.example', () => admin.authorised('DELETE', '/api/admin/users/r2@x.example'))).toBe(
      'dropped',
    );
    expect(await meanwhile('r3@x.example', () => role('r3@x.example', 'investor', false))).toBe('dropped');
    expect(await meanwhile('r4@x.example', (report) => admin.authorised('DELETE', at(report)))).toBe('dropped');
    for (const visibility of ['customer', 'public'])
      expect(
        await meanwhile(`${visibility}@x.example`, (report) =>
          admin.authorised('PATCH', at(report), { body: { visibility } }),
        ),
      ).toBe('dropped');
    expect(await meanwhile('r5@x.example', async () => undefined)).toBe('sent');
  });

  it('is limited to 60 an hour per admin', async () => {
    const impatient = await portal.signedInAs('impatient@x.example', 'admin');
    const report = await upload('Asked too often', 'customer');
    const answers = await Promise.all(Array.from({ length: 65 }, () => remind(report, impatient)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(60);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await rows(report)).toHaveLength(1);
  });
});

describe('the accesses of a person', () => {
  const list = async (email: string, query = '') =>
    read(await admin.get(`/api/admin/users/${email}/accesses${query}`), personAccessPageSchema);
  const titles = async (email: string, query = '') => (await list(email, query)).items.map(({ title }) => title);

  it('are listed newest first with current titles, or the last known title of a deleted document', async () => {
    const [first, second] = [await upload('Balance sheet'), await upload('Board minutes')];
    await open('ada@fund.example', first);
    await open('bob@fund.example', first);
    await open('ada@fund.example', second, true);
    const { name, items } = await list('ADA@fund.example');
    expect(name).toBe('ada');
    expect(items).toMatchObject([
      { title: 'Board minutes', action: 'downloaded', documentId: second.id, deleted: false },
      { title: 'Balance sheet', action: 'opened', documentId: first.id, deleted: false },
    ]);
    await admin.authorised('PATCH', at(first), { body: { title: 'Balance sheet 2025' } });
    await admin.authorised('DELETE', at(second));
    expect((await list('ada@fund.example')).items).toMatchObject([
      { title: 'Board minutes', deleted: true },
      { title: 'Balance sheet 2025', deleted: false },
    ]);
    expect(await titles('ada@fund.example', '?sort=at')).toEqual(['Balance sheet 2025', 'Board minutes']);
    expect(await titles('ada@fund.example', '?document=SHEET')).toEqual(['Balance sheet 2025']);
    expect(await titles('ada@fund.example', '?document=board+min')).toEqual(['Board minutes']);
    expect(await titles('ada@fund.example', '?action=opened')).toEqual(['Balance sheet 2025']);
    expect(await titles('ada@fund.example', '?before=2020-01-01')).toEqual([]);
    const page = await list('ada@fund.example', '?limit=1');
    expect(await titles('ada@fund.example', `?limit=1&cursor=${page.nextCursor}`)).toEqual(['Balance sheet 2025']);
    // An access that an earlier version noted has no title.
    await accessModel(portal.connection).updateMany({ documentId: second.id }, { $unset: { title: 1 } });
    expect(await titles('ada@fund.example')).toEqual([null, 'Balance sheet 2025']);
  });

  it('stay after the person is deleted, and are empty for an unknown address', async () => {
    await admin.authorised('DELETE', '/api/admin/users/bob@fund.example');
    const { name, items } = await list('bob@fund.example');
    expect(name).toBeNull();
    expect(items.length).toBeGreaterThan(0);
    expect(await list('unknown@x.example')).toEqual({ name: null, items: [], nextCursor: null });
  });

  it('are for admins, with 400 and the invalid field for a wrong query', async () => {
    const path = '/api/admin/users/ada@fund.example/accesses';
    const ada = await portal.signedIn('ada@fund.example');
    for (const each of [path, `${path}.csv`]) {
      expect((await ada.get(each)).status).toBe(403);
      expect((await portal.browser().get(each)).status).toBe(401);
      for (const query of [
        'sort=title',
        'action=read',
        'after=soon',
        'document=',
        `document=${'x'.repeat(201)}`,
        'by=x',
      ])
        expect(wrongFieldOf(await admin.get(`${each}?${query}`))).toContain('query');
    }
    expect(wrongFieldOf(await admin.get('/api/admin/users/no-address/accesses'))).toBe('path.email');
    expect((await admin.get(`${path}?cursor=AAAA`)).status).toBe(400);
  });

  it('are in the trail when read or exported; the export is filtered', async () => {
    const report = await upload('=Formula; "quoted"');
    await open('eve@fund.example', report);
    await list('eve@fund.example');
    const file = await admin.get('/api/admin/users/eve@fund.example/accesses.csv?action=opened');
    expect(file.headers['content-disposition']).toContain('accesses-of-person.csv');
    const [names, line] = file.text.replace('\ufeff', '').split('\r\n');
    expect(names).toBe('document,what,when,from,documentId');
    expect(line).toContain('"\'=Formula; ""quoted""",opened,');
    const trail = read(await admin.get('/api/admin/audit?subject=eve@fund.example'), auditPageSchema);
    const noted = trail.items.filter(({ action }) => action.startsWith('user.accesses-'));
    expect(noted.map(({ action, actor }) => [action, actor])).toEqual([
      ['user.accesses-exported', 'admin@x.example'],
      ['user.accesses-read', 'admin@x.example'],
    ]);
    expect(noted[0]?.detail).toMatchObject({ action: 'opened' });
  });
});
