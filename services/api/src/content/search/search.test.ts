import { type SearchedKind, searchAnswerSchema } from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let admin: TestBrowser;
const people = new Map<string, TestBrowser>();
const PDF = writePdf({ title: 'Report', author: 'Cytocomm', date: new Date(0), sections: [] });

const make = async (path: string, body: object) => {
  expect((await admin.authorised('POST', path, { body })).status).toBe(201);
};
const upload = async (title: string, visibility: string) => {
  const answer = await admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body: multipart([
      { name: 'title', value: title },
      { name: 'visibility', value: visibility },
      { name: 'file', value: PDF, fileName: `${visibility}.pdf` },
    ]),
  });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('otter.admin@x.example', 'admin');
  people.set('admin', admin);
  for (const role of ['investor', 'customer', 'developer'] as const)
    people.set(role, await portal.signedInAs(`${role}@x.example`, role));
  people.set('member', await portal.signedInAs('member@x.example'));
  for (const visibility of ['public', 'investor', 'customer']) await upload(`Otter ${visibility}`, visibility);
  const release = { content: '<p>Words.</p>', target: ['public'] };
  await make('/api/admin/press-releases', { ...release, title: 'Otter news' });
  await make('/api/admin/press-releases', { ...release, title: 'Otter for investors', target: ['investors'] });
  await make('/api/admin/press-releases', { ...release, title: 'Otter draft', status: 'draft' });
  await make('/api/admin/press-releases', { ...release, title: 'Otter later', publishAt: '2999-01-01T00:00:00.000Z' });
  const date = '2026-12-01T00:00:00.000Z';
  await make('/api/admin/events', { title: 'Otter board', date, audience: ['investor'] });
  await make('/api/admin/events', { title: 'Otter day', date: '2027-01-01T00:00:00.000Z', place: 'Lake Placid' });
});
afterAll(() => portal.stop());

const answerTo = (words: string, by = admin) => by.get(`/api/search?${new URLSearchParams({ q: words })}`);
const titles = async (words: string, by = admin, kind?: SearchedKind) =>
  read(await answerTo(words, by), searchAnswerSchema)
    .items.filter((item) => kind === undefined || item.kind === kind)
    .map(({ title }) => title);

const ALL = ['Otter public', 'Otter news', 'Otter day'];

it.each([
  ['member', ALL],
  ['developer', ALL],
  ['customer', ['Otter customer', ...ALL]],
  ['investor', ['Otter investor', 'Otter for investors', 'Otter board', ...ALL]],
  [
    'admin',
    [
      ...['otter.admin', 'Otter customer', 'Otter investor', 'Otter for investors', 'Otter draft', 'Otter later'],
      ...['Otter board', ...ALL],
    ],
  ],
])('%s finds what is theirs to see, and nothing else', async (role, expected) => {
  expect((await titles('otter', people.get(role))).toSorted()).toEqual(expected.toSorted());
});

it('an admin in a preview finds what the role finds', async () => {
  const answer = await admin.get('/api/search?q=otter', { headers: { 'Preview-As': 'customer' } });
  const found = read(answer, searchAnswerSchema).items.map(({ title }) => title);
  expect(found.toSorted()).toEqual(['Otter customer', ...ALL].toSorted());
});

it('finds parts of words in any case, each word, and the start of words by one or two characters', async () => {
  expect(await titles('TTER pub')).toEqual(['Otter public']);
  expect(await titles('ot pu', admin, 'document')).toEqual(['Otter public']);
  expect(await titles('tt', admin, 'document')).toEqual([]);
  expect(await titles('customer.pdf')).toEqual(['Otter customer']);
  expect(await titles('placid')).toEqual(['Otter day']);
  expect(await titles('otter platypus')).toEqual([]);
});

it('tells records of one title apart', async () => {
  const { items } = read(await answerTo('otter'), searchAnswerSchema);
  expect(items.find(({ title }) => title === 'otter.admin')).toMatchObject({
    kind: 'user',
    id: 'otter.admin@x.example',
  });
  expect(items.find(({ title }) => title === 'Otter draft')).toMatchObject({
    ...{ about: 'draft', date: null, status: 'draft' },
  });
  expect(items.find(({ title }) => title === 'Otter later')).toMatchObject({ status: 'scheduled' });
  expect(items.find(({ title }) => title === 'Otter for investors')).not.toHaveProperty('status');
  expect(items.find(({ title }) => title === 'Otter customer')).toMatchObject({ about: 'Customers · customer.pdf' });
  expect(items.find(({ title }) => title === 'Otter day')).toMatchObject({ about: 'Lake Placid', kind: 'event' });
});

it('never finds what is in the bin, and finds it again when it is restored', async () => {
  await make('/api/admin/events', { title: 'Heron walk', date: '2026-12-02T00:00:00.000Z' });
  const [found] = read(await answerTo('heron'), searchAnswerSchema).items;
  await admin.authorised('DELETE', `/api/admin/events/${found?.id}`);
  expect(await titles('heron')).toEqual([]);
  await admin.authorised('POST', `/api/admin/bin/event/${found?.id}/restore`);
  expect(await titles('heron')).toEqual(['Heron walk']);
});

it('returns as many of a kind as a palette unfolds', async () => {
  for (let day = 10; day < 17; day += 1)
    await make('/api/admin/events', { title: `Heron day ${day}`, date: `2026-12-${day}T00:00:00.000Z` });
  expect(await titles('heron day')).toEqual([16, 15, 14, 13, 12, 11, 10].map((day) => `Heron day ${day}`));
});

it.each(['.*', '^', '$', '(', '[a-', 'a{1000}', '\\', '(?:a|a)*$', '{"$ne":null}', '$where', '\\p{L}', '%00'])(
  'takes %s for the characters that it is made of',
  async (words) => {
    expect(await titles(words)).toEqual([]);
  },
);

it('finds a title that is made of such characters', async () => {
  await make('/api/admin/events', { title: 'Budget (2027) [draft] 50% \\ $1.2', date: '2026-12-20T00:00:00.000Z' });
  for (const words of ['(2027)', '[draft]', '\\ $1.2', '50%']) expect(await titles(words)).toHaveLength(1);
});

it.each([
  ['nothing', ''],
  ['blanks', '%20%20'],
  ['NUL', 'a%00b'],
  ['a line break', 'a%0Ab'],
  ['101 characters', 'a'.repeat(101)],
  ['nine words', 'a b c d e f g h i'],
])('refuses %s', async (_, q) => {
  const answer = await admin.get(`/api/search?q=${q}`);
  expectProblem(answer, 400, 'validation');
});

it('refuses a query without words, two of them, and fields that it does not know', async () => {
  for (const query of ['', '?q=a&q=b', '?q=a&limit=1', '?q[$ne]=a'])
    expect((await admin.get(`/api/search${query}`)).status).toBe(400);
});

it('is bounded: of a burst few are answered, the others are told when to try again', async () => {
  const burst = await portal.signedInAs('burst@x.example', 'customer');
  const answers = await Promise.all(Array.from({ length: 400 }, () => answerTo('otter', burst)));
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([...counts.keys()].toSorted()).toEqual([200, 429]);
  expect(counts.get(200)?.length).toBeLessThanOrEqual(180);
  expect(Number(counts.get(429)?.[0]?.headers['retry-after'])).toBeGreaterThan(0);
  // Others are not held up.
  expect(await titles('otter', people.get('investor'))).toHaveLength(6);
});
