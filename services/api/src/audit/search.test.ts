import { type AuditEntry, auditPageSchema } from '@cytocomm/contract';
import type { TestBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { recordQueries } from '../testing/queries.ts';

let portal: TestPortal;
let admin: TestBrowser;

const DAY = Date.parse('2025-03-01T00:00:00Z');
const HOUR = 3_600_000;
/** So many rows, an hour apart: enough that an answer does not read all of them. */
const ROWS = 3000;
/** Every row of this number is the one that is looked for: the first ones, which are read last. */
const RARE = [0, 1, 2];

beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
  admin = await portal.signedInAs('admin@x.example', 'admin');
  const rows = Array.from({ length: ROWS }, (_, number) => ({
    _id: 10_000 + number,
    at: new Date(DAY + number * HOUR),
    action: RARE.includes(number) ? 'document.deleted' : number % 2 === 0 ? 'user.added' : 'role.enabled',
    actor: number % 3 === 0 ? 'ada@x.example' : 'bob@x.example',
    subject: 'eve@x.example',
    from: '192.0.2.1',
    userAgent: 'test',
    detail: { place: String(number) },
    previousHash: '',
    hash: '',
  }));
  // Few at once: the database of a small machine answers others meanwhile.
  const audit = portal.connection.collection<{ _id: number }>('audit');
  for (let first = 0; first < ROWS; first += 250) await audit.insertMany(rows.slice(first, first + 250));
}, 60_000);
afterAll(() => portal.stop());

/** Returns all entries of a query, and how many pages that took. */
async function entriesOf(query: string, limit = 100): Promise<{ entries: readonly AuditEntry[]; pages: number }> {
  const entries: AuditEntry[] = [];
  let pages = 0;
  for (let cursor = ''; ; ) {
    const answer = await admin.get(`/api/admin/audit?limit=${limit}&${query}${cursor}`);
    const page = auditPageSchema.parse(answer.body);
    entries.push(...page.items);
    pages += 1;
    if (page.nextCursor === null) return { entries, pages };
    cursor = `&cursor=${page.nextCursor}`;
  }
}
const placesOf = (entries: readonly AuditEntry[]) => entries.map(({ detail }) => Number(detail.place));

it('filters by who, what and whom, and by days', async () => {
  const { entries } = await entriesOf('actor=ADA@x.example&action=role.enabled&after=2025-03-02&before=2025-03-03');
  expect(placesOf(entries)).toEqual([45, 39, 33, 27]);
  const days = await entriesOf('after=2025-03-02&before=2025-03-02T03:00:00Z');
  expect(placesOf(days.entries)).toEqual([26, 25, 24]);
});

it('goes from page to page without leaving out or repeating any', async () => {
  const { entries } = await entriesOf('before=2025-03-11', 7);
  expect(placesOf(entries)).toEqual(Array.from({ length: 240 }, (_, place) => 239 - place));
  const ofActor = await entriesOf('actor=ada@x.example&before=2025-03-03', 5);
  expect(placesOf(ofActor.entries)).toEqual(Array.from({ length: 16 }, (_, place) => 45 - place * 3));
});

it('reads a part of the trail for each answer, and leads to the rest', async () => {
  const { sent } = recordQueries();
  const { entries, pages } = await entriesOf('subject=eve@x.example&action=document.deleted');
  expect(placesOf(entries)).toEqual([2, 1, 0]);
  expect(pages).toBe(2);
  const reads = sent().filter(({ collection, name }) => collection === 'audit' && name === 'find');
  expect(reads.every(({ command }) => Number(command.limit) <= 500)).toBe(true);
});

it.each(['action=nonsense', 'after=yesterday', 'before=2025-02-30', 'sort=at', 'limit=1000', 'cursor=abc', 'who=me'])(
  'refuses %s and names the field',
  async (query) => {
    const { status, body } = await admin.get(`/api/admin/audit?${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(query.split('=')[0]);
  },
);

it('is taken out as a file, which is written down', async () => {
  const { status, text, headers } = await admin.get(
    '/api/admin/audit.csv?action=document.deleted&before=2025-03-01T02:00:00Z',
  );
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="audit.csv"']);
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\ufeffnumber', '10001', '10000', '']);
  const { body } = await admin.get('/api/admin/audit?action=audit.exported');
  expect(body).toMatchObject({
    items: [{ action: 'audit.exported', actor: 'admin@x.example', detail: { action: 'document.deleted' } }],
  });
});

it('its file holds no formula, also for spreadsheets that take a semicolon for the end of a cell', async () => {
  const headers = { 'User-Agent': '=1+1;=HYPERLINK("http://evil.example";"x")\t@SUM(1); +http://robot.example' };
  const body = { email: 'formula@x.example', roles: ['investor'] };
  expect((await admin.authorised('POST', '/api/admin/users', { body, headers })).status).toBe(201);
  const { text } = await admin.get('/api/admin/audit.csv?subject=formula@x.example');
  const cells = text.split(/[,;\t]|\r\n/).map((cell) => cell.replace(/^"/, ''));
  expect(cells).toContain('\'=HYPERLINK(""http://evil.example""');
  expect(cells).toContain(' \'+http://robot.example"');
  expect(cells.filter((cell) => /^ *[=+\-@]/.test(cell))).toEqual([]);
});
