import { auditPageSchema, documentPageSchema, documentSchema, problemSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let admin: TestBrowser;
let investor: TestBrowser;
const ids = new Map<string, string>();

const PDF = Buffer.from('%PDF-1.7\n');
const send = (title: string, visibility: string, fields: Readonly<Record<string, string>> = {}, key?: string) =>
  admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART, ...(key !== undefined && { 'Idempotency-Key': key }) },
    body: multipart([
      ...Object.entries({ title, visibility, ...fields }).map(([name, value]) => ({ name, value })),
      { name: 'file', value: PDF, fileName: 'a.pdf' },
    ]),
  });
const upload = async (...given: Parameters<typeof send>) => read(await send(...given), documentSchema, 201);
const change = (title: string, body: object) =>
  admin.authorised('PATCH', `/api/admin/documents/${ids.get(title)}`, { body });

async function titles(path: string, person = admin): Promise<readonly string[]> {
  return read(await person.get(path), documentPageSchema).items.map(({ title }) => title);
}

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('ada@x.example', 'admin');
  investor = await portal.signedInAs('ivo@x.example', 'investor');
  for (const [title, visibility, fields] of [
    ['Old report', 'investor', {}],
    ['Year', 'investor', { kind: 'annual-report', year: '2025' }],
    ['Summary', 'public', { kind: 'annual-report', year: '2025' }],
    ['Shares', 'investor', { kind: 'cap-table', year: '2026' }],
    ['Capsule', 'customer', { kind: 'sop', revision: '3', validFrom: '2026-03-01' }],
    ['Old note', 'customer', {}],
  ] as const)
    ids.set(title, (await upload(title, visibility, fields)).id);
});
afterAll(() => portal.stop());

it('a document has its details, and one without them has no such fields', async () => {
  const { items } = read(await admin.get('/api/documents'), documentPageSchema);
  const of = (title: string) => items.find((each) => each.title === title);
  expect(of('Shares')).toMatchObject({ kind: 'cap-table', year: 2026 });
  expect(of('Capsule')).toMatchObject({ kind: 'sop', revision: '3', validFrom: '2026-03-01' });
  for (const name of ['kind', 'year', 'revision', 'validFrom']) expect(of('Old report')).not.toHaveProperty(name);
});

it.each<[string, readonly string[]]>([
  ['kind=cap-table', ['Shares']],
  ['kind=annual-report', ['Summary', 'Year']],
  ['kind=none', ['Old note', 'Old report']],
  ['kind=annual-report,none,none&sort=uploadedAt', ['Old report', 'Year', 'Summary', 'Old note']],
  ['kind=annual-report,none&sort=title', ['Old note', 'Old report', 'Summary', 'Year']],
  ['kind=sop&visibility=investor', []],
  ['year=2025', ['Summary', 'Year']],
  ['year=2025&kind=cap-table', []],
  ['year=2026&kind=cap-table&search=shares&sort=-size', ['Shares']],
  ['kind=minutes', []],
])('the list by ?%s', async (query, expected) => {
  expect(await titles(`/api/documents?${query}`)).toEqual(expected);
});

it('pages have each document once', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/api/documents?kind=annual-report,none&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: ReturnType<typeof documentPageSchema.parse> = read(await admin.get(path), documentPageSchema);
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['Old note', 'Summary', 'Year', 'Old report']);
});

it('reports can be filtered by kind and year, and contain no other documents', async () => {
  expect(await titles('/api/reports', investor)).toEqual(['Shares', 'Summary', 'Year', 'Old report']);
  expect(await titles('/api/reports?kind=annual-report,none', investor)).toEqual(['Summary', 'Year', 'Old report']);
  expect(await titles('/api/reports?kind=sop', investor)).toEqual([]);
  expect(await titles('/api/reports?year=2026', investor)).toEqual(['Shares']);
});

it('a kind finds only documents that the person may read', async () => {
  const customer = await portal.signedInAs('cora@x.example', 'customer');
  expect(await titles('/api/documents?kind=cap-table', customer)).toEqual([]);
  expect(await titles('/api/documents?kind=none', customer)).toEqual(['Old note']);
  expect(await titles('/api/documents?year=2025', portal.browser())).toEqual(['Summary']);
});

it.each([
  ['kind=secret', 'query.kind.0'],
  ['kind=', 'query.kind.0'],
  ['kind=sop,secret', 'query.kind.1'],
  ['kind=sop,note,other,minutes,none', 'query.kind'],
  [`kind=${'sop,'.repeat(60)}sop`, 'query.kind'],
  ['kind[$ne]=sop', 'query.kind[$ne]'],
  ['kind=sop&kind=note', 'query.kind'],
  ['year=1899', 'query.year'],
  ['year=2101', 'query.year'],
  ['year=2e3', 'query.year'],
  ['year=%202025', 'query.year'],
  ['year[$gt]=0', 'query.year[$gt]'],
])('refuses ?%s, and names the field', async (query, field) => {
  for (const path of ['/api/documents', '/api/reports', '/api/admin/documents.csv']) {
    const problem = read(await admin.get(`${path}?${query}`), problemSchema, 400);
    expect(problem.errors?.map((error) => error.path)).toEqual([field]);
  }
});

it.each([
  ['kind', 'secret'],
  ['kind', 'none'],
  ['kind', '__proto__'],
  ['year', '25'],
  ['year', '1e99'],
  ['year', '-2025'],
  ['revision', 'x'.repeat(21)],
  ['revision', '1\n2'],
  ['revision', ' '],
  ['validFrom', '2026-02-30'],
  ['validFrom', '2026-03-01T00:00:00Z'],
  ['validFrom', '+012026-01-01'],
])('an upload with %s %j is refused, and named', async (field, value) => {
  const count = () => portal.connection.collection('documents').countDocuments();
  const before = await count();
  const problem = read(await send('Bad', 'public', { [field]: value }), problemSchema, 400);
  expect(problem.errors?.map((error) => error.path)).toEqual([`body.${field}`]);
  expect(await count()).toBe(before);
});

it.each([
  [{ kind: 'secret' }, 'body.kind'],
  [{ kind: { $ne: 'sop' } }, 'body.kind'],
  [{ kind: ['sop'] }, 'body.kind'],
  [{ kind: '' }, 'body.kind'],
  [{ year: '2025' }, 'body.year'],
  [{ year: 2025.5 }, 'body.year'],
  [{ year: 99_999 }, 'body.year'],
  [{ revision: '\u0000' }, 'body.revision'],
  [{ validFrom: 'tomorrow' }, 'body.validFrom'],
  [{ kind: 'sop', valid: '2026-03-01' }, 'body.valid'],
  [{}, 'body'],
])('a change to %j is refused, and named', async (body, field) => {
  const problem = read(await change('Shares', body), problemSchema, 400);
  expect(problem.errors?.map((error) => error.path)).toEqual([field]);
});

it('a change sets or clears details, with the former ones in the trail', async () => {
  const id = (await upload('Moved', 'investor', { kind: 'note', year: '2024', revision: '1' }, 'k')).id;
  ids.set('Moved', id);
  const body = { kind: 'minutes', year: null, validFrom: '2026-01-31' };
  const changed = read(await change('Moved', body), documentSchema);
  expect(changed).toMatchObject({ id, title: 'Moved', kind: 'minutes', revision: '1', validFrom: '2026-01-31' });
  expect(changed).not.toHaveProperty('year');
  expect(await titles('/api/documents?kind=minutes')).toEqual(['Moved']);
  expect(await titles('/api/documents?year=2024')).toEqual([]);
  expect((await change('Moved', body)).status).toBe(200);
  const { items } = read(await admin.get(`/api/admin/audit?subject=${id}`), auditPageSchema);
  expect(items.map(({ action, detail }) => [action, detail.kind, detail.formerKind, detail.formerYear])).toEqual([
    ['document.changed', 'minutes', 'note', '2024'],
    ['document.uploaded', 'note', undefined, undefined],
  ]);
  // What was sent again under its key is the document as it is by now.
  expect(
    read(await send('Moved', 'investor', { kind: 'note', year: '2024', revision: '1' }, 'k'), documentSchema, 201),
  ).toMatchObject({ id, kind: 'minutes' });
  expect((await send('Moved', 'investor', { kind: 'sop', year: '2024', revision: '1' }, 'k')).status).toBe(422);
});

it('concurrent changes of different details both succeed', async () => {
  ids.set('Both', (await upload('Both', 'investor')).id);
  const answers = await Promise.all([
    change('Both', { kind: 'presentation' }),
    change('Both', { year: 2020 }),
    change('Both', { revision: '7' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [both] = read(await admin.get('/api/documents?search=both'), documentPageSchema).items;
  expect(both).toMatchObject({ kind: 'presentation', year: 2020, revision: '7' });
});

it('restoring from the bin keeps the details', async () => {
  ids.set('Gone', (await upload('Gone', 'customer', { kind: 'sop', revision: '9', validFrom: '2026-05-01' })).id);
  const id = ids.get('Gone');
  expect((await admin.authorised('DELETE', `/api/admin/documents/${id}`)).status).toBe(204);
  expect((await admin.authorised('POST', `/api/admin/bin/document/${id}/restore`)).status).toBe(204);
  const [gone] = read(await admin.get('/api/documents?search=gone'), documentPageSchema).items;
  expect(gone).toMatchObject({ kind: 'sop', revision: '9', validFrom: '2026-05-01' });
});

it('a CSV export has the details in columns after the others', async () => {
  const { text } = await admin.get('/api/admin/documents.csv?kind=sop,annual-report&search=s&sort=title');
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head?.includes(',sha256,kind,year,revision,validFrom,')).toBe(true);
  expect(lines.map((line) => [line.split(',')[0], line.split(',').slice(7, 11).join()])).toEqual([
    ['Summary', 'annual-report,2025,,'],
  ]);
});
