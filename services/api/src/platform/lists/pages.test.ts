import { problemSchema } from '@cytocomm/contract';
import { type mongo, Types } from 'mongoose';
import { listFieldsOf as ofAccess } from '../../content/documents/access-log.ts';
import { signerFields } from '../../content/documents/acknowledgements/model.ts';
import { listFieldsOf as ofDocument } from '../../content/documents/document-list.ts';
import { listFieldsOf as ofEvent } from '../../content/events/event-list.ts';
import { listFieldsOf as ofRelease } from '../../content/press-releases/press-release-list.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { listFieldsOf as ofMail } from '../mail/mail-list.ts';

// Several pages of each filter.
const MANY = 600;
const AT_ONCE = 50;
const DAY_MS = 86_400_000;
// Accesses are forgotten after a time.
const FIRST_DAY = Date.UTC(2990, 0, 1);
const LONG_AGO = Date.UTC(2020, 0, 1);
const DOCUMENT = new Types.ObjectId();

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const numbers = Array.from({ length: MANY }, (_, number) => number);
const day = (number: number, first = FIRST_DAY) => new Date(first + (number % 300) * DAY_MS);
const titleOf = (number: number) => `${['Über', 'alpha', 'Beta'][number % 3]} (report) ${(number * 7919) % MANY}`;
const pick = <Value>(values: readonly Value[], number: number) => values[number % values.length];

const addressOf = (number: number) => `p${(number * 7919) % MANY}@${number % 40 === 0 ? 'fund' : 'lab'}.example`;
/** A draft, a planned one, and two that are out. */
const releaseOf = (number: number) => ({
  title: titleOf(number),
  author: `author${number % 7}@x.example`,
  ...(number % 4 === 0 ? {} : { date: number % 4 === 1 ? day(number) : day(number, LONG_AGO) }),
});

/** One of four is long over; one of three has a time. */
const eventOf = (number: number) => ({
  title: titleOf(number),
  date: number % 4 === 0 ? day(number, LONG_AGO) : day(number),
  allDay: number % 3 !== 0,
  place: `Hall ${number % 9}`,
});

/** Inserts records, few at once: the database of a small machine answers others meanwhile. */
async function insert(name: string, recordOf: (number: number) => mongo.BSON.Document): Promise<void> {
  const records = portal.connection.collection<{ _id: Types.ObjectId | string }>(name);
  for (let first = 0; first < MANY; first += AT_ONCE) {
    const some = numbers.slice(first, first + AT_ONCE);
    await records.insertMany(some.map((number) => ({ _id: new Types.ObjectId(), ...recordOf(number) })));
  }
}

beforeAll(async () => {
  await insert('documents', (number) => ({
    _id: number === 0 ? DOCUMENT : new Types.ObjectId(),
    title: titleOf(number),
    name: `file-${number}.pdf`,
    ...ofDocument({ title: titleOf(number), name: `file-${number}.pdf` }),
    url: '/x',
    visibility: pick(['public', 'investor', 'customer'], number),
    ...(number % 2 === 0 && { kind: number % 200 === 0 ? 'cap-table' : 'sop', year: 2000 + (number % 4) }),
    uploadedAt: day(number),
    storagePath: 'x',
    fileId: new Types.ObjectId(),
    size: number % 50,
    chunkSize: 1,
    contentType: 'application/pdf',
    sha256: 'a'.repeat(64),
    uploadedBy: 'admin@x.example',
  }));
  await insert('press_releases', (number) => ({
    ...releaseOf(number),
    ...ofRelease(releaseOf(number)),
    content: '<p>x</p>',
    target: ['public'],
    status: pick(['draft', 'scheduled', 'published', 'published'], number),
    sendEmail: false,
    mailing: 'none',
    recipients: 0,
    sentToEmail: false,
    emailSentDate: null,
    createdAt: day(number),
    updatedAt: day(number * 3),
    version: 1,
  }));
  await insert('outbox', (number) => ({
    _id: `mail-${number}`,
    kind: pick(['press-release', 'invitation'], number),
    to: addressOf(number),
    ...ofMail({ to: addressOf(number) }),
    data: {},
    status: pick(['sent', 'failed', 'sent', 'dropped'], number),
    attempts: 1,
    createdAt: day(number),
    nextAttemptAt: day(number),
    ...(number % 4 === 1 && { lastError: 'refused' }),
  }));
  await insert('events', (number) => {
    const audience = pick([undefined, ['public'], ['investor'], ['investor', 'customer']], number);
    return {
      ...eventOf(number),
      ...ofEvent({ ...eventOf(number), ...(audience && { audience }) }),
      ...(audience && { audience }),
      uid: `event-${number}`,
      sequence: 0,
      updatedAt: day(number),
    };
  });
  await insert('document_accesses', (number) => {
    const by = number % 2 === 0 ? null : `p${number % 30}@${number % 30 === 9 ? 'fund' : 'lab'}.example`;
    return {
      ...{ documentId: DOCUMENT, occasion: String(number), at: day(number), by, ...ofAccess({ by }) },
      ...{ action: number % 5 === 0 ? 'downloaded' : 'opened', from: '' },
    };
  });
  await insert('document_acknowledgements', (number) => ({
    ...{ documentId: DOCUMENT, userId: new Types.ObjectId(), sha256: (number % 4 === 0 ? 'a' : 'b').repeat(64) },
    ...signerFields({ email: addressOf(number), name: `Signer ${number % 10}` }),
    ...{ at: day(number), title: titleOf(0), fileName: 'file-0.pdf', version: 1 },
  }));
});

/** Returns the rows of all pages of a list. */
async function allOf(path: string): Promise<readonly Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor = '';
  for (;;) {
    const answer = await admin.get(`${path}&limit=100${cursor}`);
    expect([path, answer.status]).toEqual([path, 200]);
    const { items, nextCursor } = answer.body as { items: Record<string, unknown>[]; nextCursor: string | null };
    rows.push(...items);
    if (nextCursor === null) return rows;
    cursor = `&cursor=${nextCursor}`;
  }
}

const count = (isOne: (number: number) => boolean) => numbers.filter(isOne).length;
const bothWays = (...names: readonly string[]) => names.flatMap((name) => [name, `-${name}`]);
const ACCESSES = `/api/admin/documents/${DOCUMENT}/accesses`;

/** Lists with their orders, and their filters with how many rows each finds. */
const LISTS: readonly (readonly [string, readonly string[], readonly (readonly [string, number])[]])[] = [
  [
    '/api/documents',
    bothWays('title', 'size', 'uploadedAt'),
    [
      ['visibility=investor', MANY / 3],
      ['kind=sop', MANY / 2 - 3],
      ['kind=none', MANY / 2],
      ['kind=cap-table', 3],
      ['kind=none,sop', MANY - 3],
      ['kind=sop,none,none', MANY - 3],
      ['kind=cap-table,none&year=2000', 3],
      ['kind=sop&year=2002&visibility=public', MANY / 12],
      ['year=2002', MANY / 4],
      ['year=1999', 0],
      ['kind=sop&search=report', MANY / 2 - 3],
      ['search=report', MANY],
      ['search=uber', MANY / 3],
      ['search=be', MANY / 3],
      ['search=file-599', 1],
      ['search=file-11&visibility=public', count((n) => n % 3 === 0 && `file-${n}.pdf`.includes('file-11'))],
      ['search=nothing', 0],
    ],
  ],
  [
    '/api/admin/press-releases',
    bothWays('title', 'date', 'author', 'createdAt', 'updatedAt'),
    [
      ['status=draft', MANY / 4],
      ['status=published', MANY / 2],
      ['status=scheduled&search=alpha', count((n) => n % 4 === 1 && n % 3 === 1)],
      ['search=author3', count((n) => n % 7 === 3)],
      ['search=report', MANY],
    ],
  ],
  [
    '/api/admin/mail',
    bothWays('createdAt', 'to', 'kind'),
    [
      ['status=sent', MANY / 2],
      ['status=sending', 0],
      ['status=troubled', MANY / 4],
      ['status=failed&kind=invitation', MANY / 4],
      ['kind=press-release', MANY / 2],
      ['to=P0@fund.example', 1],
      ['search=fund', MANY / 40],
      ['search=lab.ex', MANY - MANY / 40],
    ],
  ],
  [
    '/api/admin/events',
    bothWays('date', 'title'),
    [
      ['when=upcoming', (MANY * 3) / 4],
      ['when=past', MANY / 4],
      ['search=report&when=upcoming', (MANY * 3) / 4],
      ['search=report&when=past', MANY / 4],
      ['search=hall+3', count((n) => n % 9 === 3 || titleOf(n).includes(' 3'))],
      ['audience=investor', MANY / 2],
      ['audience=signed_in&when=upcoming', 0],
      ['audience=signed_in', MANY / 4],
      ['audience=public&allDay=true&when=upcoming', count((n) => n % 4 === 1 && n % 3 !== 0)],
      ['allDay=false', MANY / 3],
      ['allDay=true&search=beta', MANY / 3],
    ],
  ],
  [
    ACCESSES,
    bothWays('at'),
    [
      ['action=downloaded', MANY / 5],
      ['by=P1', count((n) => n % 2 === 1 && `p${n % 30}`.startsWith('p1'))],
      ['by=fund.ex', MANY / 30],
      ['by=example+p9', MANY / 30],
      ['by=lab&after=2990-02-01', count((n) => n % 2 === 1 && n % 30 !== 9 && n % 300 >= 31)],
      ['by=p&after=2990-02-01&before=2990-03-01', count((n) => n % 2 === 1 && n % 300 >= 31 && n % 300 < 59)],
      ['after=2990-02-01&action=opened', count((n) => n % 300 >= 31 && n % 5 !== 0)],
    ],
  ],
  [
    `/api/admin/documents/${DOCUMENT}/acknowledgements`,
    bothWays('acknowledgedAt'),
    [
      ['file=current', MANY / 4],
      ['file=earlier', (MANY * 3) / 4],
      ['search=lab.ex', MANY - MANY / 40],
      ['search=signer+7', MANY / 10],
      ['search=fund&file=current', MANY / 40],
      ['search=fund&file=earlier', 0],
    ],
  ],
];

const ORDERED_BY: Readonly<Record<string, (row: Record<string, unknown>) => string>> = {
  title: ({ title }) => String(title).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
  size: ({ size }) => String(size).padStart(9, '0'),
  date: ({ date }) => String(date ?? '9999'),
};

it.each(LISTS)('%s: each order and filter has each row once, in order', async (path, sorts, filters) => {
  const wrong: string[] = [];
  const asks = [
    ...sorts.map((sort) => [sort, '', MANY] as const),
    ...filters.map(([filter, expected], place) => [sorts[place % sorts.length] ?? '', filter, expected] as const),
  ];
  for (const [sort, filter, expected] of asks) {
    const address = `${path}?sort=${sort}&${filter}`;
    const rows = await allOf(address);
    const name = sort.replace('-', '');
    const keys = rows.map((row) => ORDERED_BY[name]?.(row) ?? String(row[name]));
    const inOrder = keys.toSorted();
    if (sort.startsWith('-')) inOrder.reverse();
    const ids = new Set(rows.map((row) => JSON.stringify(row)));
    if (rows.length !== expected || (path !== ACCESSES && ids.size !== expected))
      wrong.push(`${address}: ${rows.length} rows of ${expected}, ${ids.size} different ones`);
    if (keys.join() !== inOrder.join()) wrong.push(`${address}: not in order`);
  }
  expect(wrong).toEqual([]);
});

it.each([...LISTS.map(([path]) => path), '/api/admin/users'])('%s: a search of any signs is answered', async (path) => {
  const name = path === ACCESSES ? 'by' : 'search';
  for (const search of ['\0\uFFFD%u', 'a', '.*', '(', '\\', '\u0301', 'ø'.repeat(200)]) {
    const { status } = await admin.get(`${path}?${name}=${encodeURIComponent(search)}`);
    expect([search, status]).toEqual([search, 200]);
  }
});

it('a cursor of another order or list is refused, and named', async () => {
  for (const name of ['one', 'two']) {
    await portal.person(`${name}@x.example`, 'investor');
    // Two rows of the trail.
    await admin.authorised('PATCH', `/api/admin/users/${name}@x.example`, { body: { role: 'customer', enable: true } });
  }
  const lists = [
    ...LISTS.map(([path, sorts]) => [path, sorts] as const),
    ['/api/admin/users', bothWays('email', 'name', 'lastSignIn', 'createdAt')] as const,
    ['/api/admin/audit', bothWays('at')] as const,
    ['/api/admin/users/p1@lab.example/accesses', bothWays('at')] as const,
  ];
  const accepted: string[] = [];
  for (const [path, sorts] of lists)
    for (const sort of sorts) {
      const { body, headers } = await admin.get(`${path}?limit=1&sort=${sort}`);
      // The list of users names its next page in a header.
      const [, cursor] = /cursor"?[=:]"?([\w-]+)/i.exec(`${JSON.stringify(body)} ${headers.link}`) ?? [];
      expect([path, cursor]).toEqual([path, expect.any(String)]);
      expect((await admin.get(`${path}?limit=1&sort=${sort}&cursor=${cursor}`)).status).toBe(200);
      const others = sorts.filter((each) => each !== sort).map((other) => `${path}?limit=1&sort=${other}`);
      const [elsewhere] = lists.filter(([other]) => other.split('/')[3] !== path.split('/')[3]);
      for (const other of [...others, `${elsewhere?.[0]}?limit=1&sort=${elsewhere?.[1][0]}`]) {
        const answer = await admin.get(`${other}&cursor=${cursor}`);
        const paths = problemSchema.safeParse(answer.body).data?.errors?.map((error) => error.path);
        if (answer.status !== 400 || paths?.join() !== 'query.cursor') accepted.push(`${path}: ${sort} as ${other}`);
      }
    }
  expect(accepted).toEqual([]);
});
