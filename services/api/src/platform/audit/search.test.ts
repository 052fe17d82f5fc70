import { type AuditEntry, auditPageSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { expectProblem } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const DAY = Date.parse('2025-03-01T00:00:00Z');
const HOUR = 3_600_000;
/** So many rows, an hour apart. */
const ROWS = 1500;
/** Every row of this number is the one that is looked for: the first ones, which are read last. */
const DELETIONS = [0, 1, 2];

/** Returns the id of a row of a number, in the order of the numbers. */
const idOf = (number: number) => new Types.ObjectId(number.toString(16).padStart(24, '1'));

const ofRow = (number: number) => ({
  _id: idOf(10_000 + number),
  at: new Date(DAY + number * HOUR),
  action: DELETIONS.includes(number) ? 'document.deleted' : number % 2 === 0 ? 'user.added' : 'role.enabled',
  actor: number % 3 === 0 ? 'ada@x.example' : 'bob@x.example',
  subject: number % 4 === 3 ? `lab-${number % 100}@x.example` : 'eve@x.example',
  from: '192.0.2.1',
  userAgent: 'test',
  detail: { place: String(number) },
  key: '',
  mac: '',
  seal: null,
});

beforeAll(async () => {
  const rows = Array.from({ length: ROWS }, (_, number) => ofRow(number));
  // Few at once: the database of a small machine answers others meanwhile.
  const audit = portal.connection.collection('audit');
  for (let first = 0; first < ROWS; first += 250) await audit.insertMany(rows.slice(first, first + 250));
});

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

it('finds what a team did by its token, whose name stays as it was given', async () => {
  const audit = portal.connection.collection<ReturnType<typeof ofRow>>('audit');
  await audit.insertOne({ ...ofRow(4000), actor: 'token mfe-lab/CI Pipeline' });
  for (const actor of ['token mfe-lab/', 'token mfe-lab/CI', 'Token mfe-lab/CI Pipeline', 'Token'])
    expect([actor, placesOf((await entriesOf(`actor=${encodeURIComponent(actor)}`)).entries)]).toEqual([actor, [4000]]);
  await audit.deleteOne({ _id: idOf(14_000) });
});

it('a page that leads to more says how far it has looked, the last one nothing', async () => {
  const page = async (query: string) => auditPageSchema.parse((await admin.get(`/api/admin/audit?${query}`)).body);
  const first = await page('before=2025-03-11&limit=7');
  expect(first.lookedTo).toBe(first.items.at(-1)?.at);
  const last = await page('after=2025-03-02&before=2025-03-02T03:00:00Z&limit=7');
  expect([last.nextCursor, last.lookedTo]).toEqual([null, null]);
});

it('goes from page to page without leaving out or repeating any', async () => {
  const { entries } = await entriesOf('before=2025-03-11', 7);
  expect(placesOf(entries)).toEqual(Array.from({ length: 240 }, (_, place) => 239 - place));
  const ofActor = await entriesOf('actor=ada@x.example&before=2025-03-03', 5);
  expect(placesOf(ofActor.entries)).toEqual(Array.from({ length: 16 }, (_, place) => 45 - place * 3));
});

it('is ordered by time in both ways, page by page, also where rows have one moment', async () => {
  const ids = [3, 9, 10, 11].map((number) => ({ _id: idOf(number), at: new Date(DAY - HOUR) }));
  const audit = portal.connection.collection('audit');
  await audit.insertMany(ids.map((id, place) => ({ ...ofRow(place), ...id, action: 'person.exported' })));
  const { entries } = await entriesOf('sort=at&before=2025-03-01T02:00:00Z', 1);
  expect(entries.map(({ id }) => id)).toEqual([...ids.map(({ _id }) => _id), idOf(10_000), idOf(10_001)].map(String));
  const newest = await entriesOf('sort=-at&before=2025-03-01T02:00:00Z', 1);
  expect(newest.entries.toReversed()).toEqual(entries);
  await audit.deleteMany({ action: 'person.exported' });
});

it('is found by how an e-mail begins, whether few or many begin so', async () => {
  const wanted = (isOne: (number: number) => boolean) =>
    Array.from({ length: ROWS }, (_, place) => ROWS - 1 - place).filter(isOne);
  const first = (Date.parse('2025-06-01') - DAY) / HOUR;
  expect(placesOf((await entriesOf('subject=EV&after=2025-06-01')).entries)).toEqual(
    wanted((number) => number >= first && number % 4 !== 3),
  );
  // More rows than are read at once, of more addresses than are read one by one.
  expect(placesOf((await entriesOf('subject=lab-')).entries)).toEqual(wanted((number) => number % 4 === 3));
  expect(placesOf((await entriesOf('subject=lab-1&actor=a&sort=at')).entries)).toEqual(
    wanted((number) => number % 3 === 0 && [11, 15, 19].includes(number % 100)).toReversed(),
  );
  expect(placesOf((await entriesOf('subject=b')).entries)).toEqual([]);
});

it('finds few of many rows in one page', async () => {
  const { entries, pages } = await entriesOf('subject=eve@x.example&action=document.deleted');
  expect([placesOf(entries), pages]).toEqual([[2, 1, 0], 1]);
});

it.each(['action=nonsense', 'before=2025-02-30', 'actor='])('refuses %s and names the field', async (query) => {
  const { errors } = expectProblem(await admin.get(`/api/admin/audit?${query}`), 400, 'validation');
  expect(errors?.map(({ path }) => path)).toEqual([`query.${query.split('=')[0]}`]);
});

it('is taken out as a file, which is written down', async () => {
  const { status, text, headers } = await admin.get(
    '/api/admin/audit.csv?action=document.deleted&before=2025-03-01T02:00:00Z',
  );
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="audit.csv"']);
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\ufeffid',
    String(idOf(10_001)),
    String(idOf(10_000)),
    '',
  ]);
  const { body } = await admin.get('/api/admin/audit?action=audit.exported');
  expect(body).toMatchObject({
    items: [{ action: 'audit.exported', actor: 'admin@x.example', detail: { action: 'document.deleted' } }],
  });
});
