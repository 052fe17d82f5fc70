import { documentPageSchema, problemSchema, type Visibility } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { encodeCursor } from '../../platform/lists/pages.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';
import { listFieldsOf } from './document-list.ts';

let portal: TestPortal;
let admin: TestBrowser;

const PATH = '/api/documents';

async function upload(title: string, visibility: Visibility, bytes: number): Promise<void> {
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: visibility },
    { name: 'file', value: Buffer.from('%PDF-1.7'.padEnd(bytes, '\n')), fileName: `${title.slice(0, 4)}.PDF` },
  ]);
  const answer = await admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body,
  });
  expect(answer.status).toBe(201);
}

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('ada@x.example', 'admin');
  await upload('Über figures', 'public', 30);
  await upload('alpha (draft)', 'investor', 10);
  await upload('Beta', 'customer', 20);
  await upload('alpha out', 'public', 10);
});
afterAll(() => portal.stop());

async function titles(query: string, person = admin): Promise<readonly string[]> {
  const { items } = read(await person.get(`${PATH}?${query}`), documentPageSchema);
  return items.map(({ title }) => title);
}

it.each<[string, readonly string[]]>([
  ['', ['alpha out', 'Beta', 'alpha (draft)', 'Über figures']],
  ['sort=uploadedAt', ['Über figures', 'alpha (draft)', 'Beta', 'alpha out']],
  ['sort=title', ['alpha (draft)', 'alpha out', 'Beta', 'Über figures']],
  ['sort=-title', ['Über figures', 'Beta', 'alpha out', 'alpha (draft)']],
  ['sort=size', ['alpha (draft)', 'alpha out', 'Beta', 'Über figures']],
  ['visibility=public', ['alpha out', 'Über figures']],
  ['visibility=public&sort=-size', ['Über figures', 'alpha out']],
  ['search=ALPHA', ['alpha out', 'alpha (draft)']],
  ['search=alpha%20out', ['alpha out']],
  ['search=uber', ['Über figures']],
  ['search=beta.pdf', ['Beta']],
  ['search=(draft)&sort=title', ['alpha (draft)']],
  ['search=.*', []],
  ['search=dr', ['alpha (draft)']],
  ['search=eta', ['Beta']],
  ['search=b%20pdf&sort=-title', ['Beta']],
  ['search=et', []],
  ['search=%F0%9F%98%80%20beta', []],
])('?%s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

it('the list finds only documents that the person may read', async () => {
  const customer = await portal.signedInAs('cora@x.example', 'customer');
  expect(await titles('search=pdf&sort=title', customer)).toEqual(['alpha out', 'Beta', 'Über figures']);
  expect(await titles('visibility=investor', customer)).toEqual([]);
  expect(await titles('visibility=investor&sort=title', portal.browser())).toEqual([]);
});

it.each([
  ['sort=password', 'query.sort'],
  ['sort=$ne', 'query.sort'],
  ['visibility=secret', 'query.visibility'],
  ['visibility[$ne]=public', 'query.visibility[$ne]'],
  [`search=${'x'.repeat(201)}`, 'query.search'],
  ['search=a+b+c+d+e+f+g+h+i', 'query.search'],
  ['sort=title&cursor=WzEsMl0', 'query.cursor'],
  [`cursor=${encodeCursor([1_700_000_000_000, '65a000000000000000000001'])}`, 'query.cursor'],
])('refuses ?%s, and names the field', async (query, path) => {
  const problem = read(await admin.get(`${PATH}?${query}`), problemSchema, 400);
  expect(problem.errors?.map((error) => error.path)).toEqual([path]);
});

it('a cursor names only what the person may read', async () => {
  const hidden = (place: number) => {
    const names = { title: 'Takeover', name: 'takeover.pdf' };
    return {
      ...{ _id: new Types.ObjectId(), url: `/api/documents/hidden-${place}`, ...names, ...listFieldsOf(names) },
      ...{ visibility: 'investor', fileId: new Types.ObjectId(), size: 1, uploadedBy: 'ada@x.example' },
      uploadedAt: new Date(2_000_000_000_000 + place),
    };
  };
  await portal.connection.collection('documents').insertMany(Array.from({ length: 50 }, (_, place) => hidden(place)));
  for (const part of ['one', 'two']) await upload(`Takeover for all, ${part}`, 'public', 20);

  const customer = await portal.signedInAs('carl@x.example', 'customer');
  const page = async (more: string) =>
    read(await customer.get(`${PATH}?search=takeover&limit=1${more}`), documentPageSchema);
  const first = await page('');
  expect(first.items.map(({ title }) => title)).toEqual(['Takeover for all, two']);
  expect(Buffer.from(first.nextCursor ?? '', 'base64url').toString()).toContain(first.items[0]?.id);
  const second = await page(`&cursor=${first.nextCursor}`);
  expect([second.items.map(({ title }) => title), second.nextCursor]).toEqual([['Takeover for all, one'], null]);
});
