import {
  type AdminPressRelease,
  adminPressReleasePageSchema,
  adminPressReleaseSchema,
  problemSchema,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
let other: TestBrowser;

const PATH = '/api/admin/press-releases';

async function write(person: TestBrowser, body: object): Promise<AdminPressRelease> {
  const text = { content: '<p>x</p>', target: ['public'], ...body };
  return read(await person.authorised('POST', PATH, { body: text }), adminPressReleaseSchema, 201);
}

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('ada@x.example', 'admin');
  other = await portal.signedInAs('bob@x.example', 'admin');
  await write(admin, { title: 'Über figures', publishAt: '2020-01-01T00:00:00Z' });
  await write(other, { title: 'alpha (draft)', status: 'draft' });
  await write(admin, { title: 'Beta planned', publishAt: '2999-01-01T00:00:00Z' });
  await write(other, { title: 'alpha out', publishAt: '2021-01-01T00:00:00Z' });
});
afterAll(() => portal.stop());

async function titles(query: string): Promise<readonly string[]> {
  const { items } = read(await admin.get(`${PATH}?${query}`), adminPressReleasePageSchema);
  return items.map(({ title }) => title);
}

it.each<[string, readonly string[]]>([
  ['', ['alpha out', 'Beta planned', 'alpha (draft)', 'Über figures']],
  ['sort=title', ['alpha (draft)', 'alpha out', 'Beta planned', 'Über figures']],
  ['sort=-title', ['Über figures', 'Beta planned', 'alpha out', 'alpha (draft)']],
  ['sort=-date', ['alpha (draft)', 'Beta planned', 'alpha out', 'Über figures']],
  ['sort=author', ['Über figures', 'Beta planned', 'alpha (draft)', 'alpha out']],
  ['status=draft', ['alpha (draft)']],
  ['status=scheduled', ['Beta planned']],
  ['status=published&sort=date', ['Über figures', 'alpha out']],
  ['search=ALPHA&sort=title', ['alpha (draft)', 'alpha out']],
  ['search=alpha%20bob&status=published', ['alpha out']],
  ['search=uber', ['Über figures']],
  ['search=(draft)', ['alpha (draft)']],
  ['search=.*', []],
])('?%s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

it.each([
  ['sort=password', 'query.sort'],
  ['sort=$ne', 'query.sort'],
  ['status=sent', 'query.status'],
  ['status[$ne]=draft', 'query.status[$ne]'],
  [`search=${'x'.repeat(201)}`, 'query.search'],
  ['search=a+b+c+d+e+f+g+h+i', 'query.search'],
  ['cursor=WzEsMl0', 'query.cursor'],
])('refuses ?%s, and names the field', async (query, path) => {
  const problem = read(await admin.get(`${PATH}?${query}`), problemSchema, 400);
  expect(problem.errors?.map((error) => error.path)).toEqual([path]);
});

it('a change moves a release in the list', async () => {
  const release = await write(admin, { title: 'Moves', status: 'draft' });
  const change = (body: object) => admin.authorised('PATCH', `${PATH}/${release.id}`, { body });
  await change({ title: 'Aaa', status: 'scheduled', publishAt: '2998-01-01T00:00:00Z' });
  expect((await titles('sort=title'))[0]).toBe('Aaa');
  expect(await titles('status=scheduled&sort=date')).toEqual(['Aaa', 'Beta planned']);
  await change({ status: 'draft' });
  expect(await titles('status=scheduled')).toEqual(['Beta planned']);
  await admin.authorised('DELETE', `${PATH}/${release.id}`);
});
