import { auditPageSchema, documentPageSchema, documentSchema } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let admin: TestBrowser;
let id = '';
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('ada@x.example', 'admin');
  const body = multipart([
    { name: 'title', value: '=Report' },
    { name: 'visibility', value: 'public' },
    { name: 'file', value: Buffer.from('%PDF-1.7\n'), fileName: 'report.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  id = read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201).id;
});
afterAll(() => portal.stop());

const change = (visibility: string, document = id) =>
  admin.authorised('PATCH', `/api/admin/documents/${document}`, { body: { visibility } });
/** Without their place in the trail, which sealing gives them a second later. */
const lastEntries = async () => {
  const { items } = read(await admin.get(`/api/admin/audit?subject=${id}&action=document.changed`), auditPageSchema);
  return items.map(({ seq: _, previousHash: __, ...entry }) => entry);
};

it('a change of visibility changes the readers at once, and is in the audit trail', async () => {
  const customer = await portal.signedInAs('cora@x.example', 'customer');
  const visitor = portal.browser();
  const titles = async (person: TestBrowser) =>
    read(await person.get('/api/documents'), documentPageSchema).items.map(({ title }) => title);
  expect(await titles(visitor)).toEqual(['=Report']);

  expect(read(await change('customer'), documentSchema)).toMatchObject({ id, visibility: 'customer' });
  expect([await titles(visitor), await titles(customer)]).toEqual([[], ['=Report']]);
  expect((await visitor.get(`/api/documents/${id}/content`)).status).toBe(404);
  expect((await customer.get(`/api/documents/${id}/content`)).status).toBe(200);
  expect(await lastEntries()).toMatchObject([
    { actor: 'ada@x.example', detail: { before: 'public', visibility: 'customer', title: '=Report' } },
  ]);
});

it('a browser is redirected to the page of a document instead of a refusal; other clients are refused', async () => {
  const content = `/api/documents/${id}/content`;
  const navigation = { headers: { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' }, as: 'bare' } as const;
  for (const headers of [navigation.headers, { Accept: 'text/html,*/*' }]) {
    const answer = await portal.browser().get(content, { headers, as: 'bare' });
    expect(answer).toMatchObject({ status: 303, text: '' });
    expect(answer.headers).toMatchObject({
      location: `/documents/${id}?refused=not-found`,
      'cache-control': 'no-store',
    });
  }
  expect((await admin.get(content, navigation)).status).toBe(200);
  const { location } = (await portal.browser().get(`/api/admin/documents/${id}/versions/1/content`, navigation))
    .headers;
  expect(location).toBe('/dashboard/admin/documents?refused=not-signed-in');
  expectProblem(await portal.browser().get(content, { headers: { Accept: '*/*' }, as: 'bare' }), 404, 'not-found');
});

it('a change without effect is not recorded', async () => {
  const before = await lastEntries();
  expect((await change('customer')).status).toBe(200);
  expect(await lastEntries()).toEqual(before);
});

it('concurrent changes leave one result, with a row for each effective one', async () => {
  const before = (await lastEntries()).length;
  const answers = await Promise.all(['public', 'investor', 'public', 'investor'].map((each) => change(each)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const entries = await lastEntries();
  expect(entries.length - before).toBeGreaterThanOrEqual(2);
  const [now] = read(await admin.get('/api/documents'), documentPageSchema).items;
  expect(now?.visibility).toBe(entries[0]?.detail.visibility);
});

it('a new title is searchable, listed and audited; URL and file stay', async () => {
  const rename = (title: string) => admin.authorised('PATCH', `/api/admin/documents/${id}`, { body: { title } });
  const before = read(await admin.get('/api/documents'), documentPageSchema).items[0];
  expect(read(await rename('  Annual figures '), documentSchema)).toEqual({ ...before, title: 'Annual figures' });
  const found = async (search: string) =>
    read(await admin.get(`/api/documents?search=${search}`), documentPageSchema).items.map(({ title }) => title);
  expect([await found('annual'), await found('=report')]).toEqual([['Annual figures'], []]);
  const [entry] = await lastEntries();
  expect(entry).toMatchObject({ detail: { title: 'Annual figures', formerTitle: '=Report' } });
  expect(entry?.detail).not.toHaveProperty('before');
  expect((await rename('Annual figures')).status).toBe(200);
  expect((await lastEntries())[0]).toEqual(entry);
  // As with an upload.
  for (const title of ['', ' ', 'two\nlines', 'x'.repeat(201)]) {
    const { errors } = expectProblem(await rename(title), 400, 'validation');
    expect(errors?.map(({ path }) => path)).toEqual(['body.title']);
  }
  expectProblem(await admin.authorised('PATCH', `/api/admin/documents/${id}`, { body: {} }), 400, 'validation');
  const both = { title: '=Report', visibility: 'customer' };
  expect(
    read(await admin.authorised('PATCH', `/api/admin/documents/${id}`, { body: both }), documentSchema),
  ).toMatchObject(both);
});

it('refuses an invalid visibility and an unknown document', async () => {
  for (const visibility of ['secret', '']) expectProblem(await change(visibility), 400, 'validation');
  expectProblem(await change('public', 'f'.repeat(24)), 404, 'not-found');
  expectProblem(await change('public', 'x'), 400, 'validation');
});

it.each([
  [
    '/api/admin/documents.csv?visibility=public',
    'title,file,visibleTo,bytes,uploaded,uploadedBy,sha256,kind,year,revision,validFrom,version,replaced,replacedBy,groups',
    'document.exported',
  ],
  [
    '/api/admin/press-releases.csv?status=draft',
    'title,status,appears,for,author,created,changed,changedBy,mailed,groups',
    'press-release.exported',
  ],
  ['/api/admin/mail.csv?status=troubled', 'to,about,status,tries,created,sent,nextTry,lastError', 'mail.exported'],
  ['/api/admin/events.csv?when=past', 'title,begins,ends,wholeDays,timeZone,place,link,for,groups', 'event.exported'],
  ['ACCESSES?action=opened', 'who,what,when,from', 'document.accesses-exported'],
])('%s is a file of what is filtered, noted in the trail', async (path, head, action) => {
  const address = path.replace('ACCESSES', `/api/admin/documents/${id}/accesses.csv`);
  const { status, text, headers } = await admin.get(address);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text.replace('\ufeff', '').split('\r\n')[0]).toBe(head);
  const [entry] = read(await admin.get(`/api/admin/audit?action=${action}`), auditPageSchema).items;
  expect(Object.values(entry?.detail ?? {})).toEqual([path.split('=')[1]]);
  expectProblem(await admin.get(`${address}&limit=5`), 400, 'validation');
});

it('a CSV export has titles as text, not as formulas', async () => {
  await change('public');
  const { text } = await admin.get('/api/admin/documents.csv');
  expect(text).toContain("\r\n'=Report,report.pdf,public,9,");
  const { text: accesses } = await admin.get(`/api/admin/documents/${id}/accesses.csv?by=cora`);
  expect(accesses).toMatch(/\r\ncora@x\.example,opened,[^,]+Z,/);
});

it.each([
  ['accesses', 'sort=by', 'query.sort'],
  ['accesses', 'action=read', 'query.action'],
  ['accesses', 'by=', 'query.by'],
  ['accesses', 'after=yesterday', 'query.after'],
  ['accesses', 'cursor=WzEsMl0', 'query.cursor'],
  ['accesses', 'limit=0', 'query.limit'],
  ['accesses', 'person=ada', 'query.person'],
])('%s refuses ?%s, and names the field', async (list, query, path) => {
  const { errors } = expectProblem(await admin.get(`/api/admin/documents/${id}/${list}?${query}`), 400, 'validation');
  expect(errors?.map((error) => error.path)).toEqual([path]);
});

it.each([
  ['sort=status', 'query.sort'],
  ['kind=spam', 'query.kind'],
  ['status=lost', 'query.status'],
  ['search=a+b+c+d+e+f+g+h+i', 'query.search'],
  [`search=${'x'.repeat(255)}`, 'query.search'],
  ['cursor=WzEsMl0', 'query.cursor'],
  ['limit=101', 'query.limit'],
])('mail refuses ?%s, and names the field', async (query, path) => {
  const { errors } = expectProblem(await admin.get(`/api/admin/mail?${query}`), 400, 'validation');
  expect(errors?.map((error) => error.path)).toEqual([path]);
});

it.each(['.*', '(', '%5B', '%5C', '$ne', '%F0%9F%98%80', '%22', "'"])(
  '%s is searched for as it stands',
  async (search) => {
    for (const list of ['documents', 'admin/mail', 'admin/press-releases', 'admin/users'])
      expect([list, (await admin.get(`/api/${list}?search=${search}`)).status]).toEqual([list, 200]);
  },
);

it.each([
  ['document.changed', () => change('investor')],
  ['document.deleted', () => admin.authorised('DELETE', `/api/admin/documents/${id}`)],
])('%s whose row the trail does not take is not made', async (_action, make) => {
  const before = await portal.connection.collection('documents').find().toArray();
  const { insertMany } = mongo.Collection.prototype;
  const failing = jest.spyOn(mongo.Collection.prototype, 'insertMany').mockImplementation(function fail(
    this: mongo.Collection,
    ...given
  ) {
    if (this.collectionName === 'audit') return Promise.reject(new mongo.MongoNetworkError('gone'));
    return insertMany.apply(this, given);
  });
  expectProblem(await make(), 503, 'database-unavailable');
  failing.mockRestore();
  expect(await portal.connection.collection('documents').find().toArray()).toEqual(before);
});
