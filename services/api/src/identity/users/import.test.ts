import { MAX_IMPORT_BYTES, type UserImport, userImportSchema } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import type { TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, type RunningApi, testPortal } from '../../testing/portal.ts';
import { startApiProcess } from '../../testing/processes.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const form = (text: string | Buffer) => multipart([{ name: 'file', value: text, fileName: 'people.csv' }]);
const send = (text: string | Buffer, query = '', browser = admin) =>
  browser.authorised('POST', `/api/admin/users/import${query}`, {
    body: form(text),
    headers: { 'Content-Type': MULTIPART },
  });
async function imported(text: string, query = ''): Promise<UserImport> {
  const { status, body } = await send(text, query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return userImportSchema.parse(body);
}
const users = () => portal.connection.collection('users');
const trail = (action: string) => portal.connection.collection('audit').find({ action }).sort({ _id: -1 }).toArray();

/** Returns how many rows of added people there are, by address. */
async function rowsOfAdded(): Promise<ReadonlyMap<string, number>> {
  const rows = await trail('user.added');
  return new Map([...Map.groupBy(rows, ({ subject }) => String(subject))].map(([email, all]) => [email, all.length]));
}
const peopleOf = (name: string, count: number) =>
  `email,roles\n${Array.from({ length: count }, (_, n) => `${name}${n}@x.example,investor`).join('\n')}`;

const FILE = [
  'email,name,roles',
  'Ada@X.example,Ada Lovelace,investor',
  'bob@x.example,,customer investor',
  'ada@x.example,Again,customer',
  'admin@x.example,,investor',
  'nonsense,,investor',
  ',,investor',
  'eve@x.example,Eve,king',
  'eve@x.example,Eve,',
  'eve@x.example,Eve,admin',
  'eve@x.example,Eve,developer',
  'eve@x.example,"=HYPERLINK(""http://evil.example"")",investor',
  'eve@x.example,-1+1,investor',
  '+eve@x.example,Eve,investor',
  'eve@x.example,Eve\u0007,investor',
  'eve@x.example,investor',
].join('\n');

it('a dry run says what would become of each row, and changes nothing', async () => {
  const before = await users().countDocuments();
  const result = await imported(FILE, '?dryRun=true');
  expect(result).toMatchObject({ dryRun: true, rows: 15, next: null, counts: { added: 2, repeated: 1, exists: 1 } });
  expect(result.told.map(({ line, outcome, reason = '' }) => [line, outcome, reason])).toEqual([
    [2, 'added', ''],
    [3, 'added', ''],
    [4, 'repeated', 'The address stands in line 2 already.'],
    [5, 'exists', 'They are there already, with admin; an import changes no one who exists.'],
    [6, 'refused', 'This is not a valid e-mail address.'],
    [7, 'refused', 'The e-mail is missing.'],
    [8, 'refused', 'There is no role “king”.'],
    [9, 'refused', 'No role is named.'],
    [10, 'refused', 'An import cannot make admins: give that role in the list.'],
    [11, 'refused', 'The command line alone gives the role developer.'],
    [12, 'refused', 'The e-mail or name begins like a formula: with =, +, - or @.'],
    [13, 'refused', 'The e-mail or name begins like a formula: with =, +, - or @.'],
    [14, 'refused', 'The e-mail or name begins like a formula: with =, +, - or @.'],
    [15, 'refused', 'The name is not accepted: no control characters.'],
    [16, 'refused', 'The row has not as many cells as the first line.'],
  ]);
  expect(await users().countDocuments()).toBe(before);
  expect(await trail('user.imported')).toEqual([]);
});

it('an import adds people, is written down, and finds them there already when it is sent again', async () => {
  expect((await imported(FILE)).counts).toEqual({ added: 2, exists: 1, repeated: 1, refused: 11 });
  const { body } = await admin.get('/api/admin/users?search=lovelace');
  expect(body).toMatchObject([{ email: 'ada@x.example', name: 'Ada Lovelace', roles: ['investor'] }]);
  expect((await admin.get('/api/users/bob@x.example')).body).toEqual({
    email: 'bob@x.example',
    name: 'bob',
    roles: ['investor', 'customer'],
  });
  expect(await trail('user.imported')).toMatchObject([
    {
      actor: 'admin@x.example',
      detail: { rows: '1 to 15', added: '2', exists: '1', repeated: '1', refused: '11' },
    },
  ]);
  const added = await trail('user.added');
  expect(added.map(({ subject, detail }) => [subject, detail])).toEqual([
    ['bob@x.example', { roles: 'customer, investor', by: 'an import' }],
    ['ada@x.example', { roles: 'investor', by: 'an import' }],
  ]);
  expect((await imported(FILE)).counts).toEqual({ added: 0, exists: 3, repeated: 1, refused: 11 });
  expect(await portal.mailsTo('ada@x.example')).toEqual([]);
  await portal.signedIn('ada@x.example');
});

it('takes a file of the export', async () => {
  const { text } = await admin.get('/api/admin/users.csv?search=ada');
  const result = await imported(text, '?dryRun=true');
  expect(result).toMatchObject({ counts: { exists: 1 }, ignoredColumns: ['added', 'lastSignIn'] });
});

it('the answer is bounded, and begins with what is not added', async () => {
  const lines = Array.from({ length: 600 }, (_, number) => `p${number}@many.example,investor`);
  const result = await imported(['email,roles', ...lines, 'nonsense,investor'].join('\n'), '?dryRun=true');
  expect(result.counts).toMatchObject({ added: 600, refused: 1 });
  expect(result.told).toHaveLength(200);
  expect(result.told.at(-1)).toMatchObject({ line: 602, outcome: 'refused' });
  const all = await imported(['email,roles', ...lines, 'nonsense,investor'].join('\n'), '?dryRun=true&told=all');
  expect(all.told.map(({ line }) => line)).toEqual(Array.from({ length: 601 }, (_, place) => place + 2));
});

it('goes on from a row', async () => {
  const result = await imported('email,roles\nlast1@x.example,investor\nlast2@x.example,investor', '?from=2');
  expect(result).toMatchObject({ rows: 2, from: 2, next: null, counts: { added: 1 } });
  expect(await users().countDocuments({ email: /^last/ })).toBe(1);
});

it.each([
  ['?from=0', 400],
  ['?dryRun=yes', 400],
  ['?limit=5', 400],
  ['?from=16', 400],
])('refuses %s', async (query, status) => {
  expect((await send(FILE, query)).status).toBe(status);
});

it('names whom it added, part by part, so that they alone are invited', async () => {
  const first = await imported(peopleOf('invited', 2));
  await imported(peopleOf('others', 2));
  await imported(`${peopleOf('invited', 2)}\nlater@x.example,investor`, `?from=3&import=${first.import}`);
  const { body } = await admin.authorised('POST', `/api/admin/users/invitations?dryRun=true&import=${first.import}`);
  expect(body).toEqual({ invited: 3, skipped: 0, next: null });
});

it('refuses what is no file, too large a file, and everybody but admins', async () => {
  const post = (body: Buffer | string, type: string) =>
    admin.authorised('POST', '/api/admin/users/import', { body, headers: { 'Content-Type': type } });
  expect((await post('email,roles', 'text/csv')).status).toBe(415);
  expect((await post(multipart([]), MULTIPART)).status).toBe(400);
  expect((await post(multipart([{ name: 'other', value: 'x', fileName: 'x' }]), MULTIPART)).status).toBe(400);
  expect((await post(multipart([{ name: 'file', value: 'email,roles' }]), MULTIPART)).status).toBe(400);
  const large = await send(Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a'));
  expect([large.status, large.body]).toEqual([413, expect.objectContaining({ code: 'too-large' })]);
  expect((await send(Buffer.from('email,roles\na@x.example,\xe9', 'latin1'))).body).toMatchObject({
    errors: [{ path: 'body.file', message: expect.stringContaining('CSV UTF-8') }],
  });
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  expect((await send(FILE, '', investor)).status).toBe(403);
});

it('two imports of one file at once add everybody once', async () => {
  const file = peopleOf('twice', 300);
  const [one, other] = await Promise.all([imported(file), imported(file)]);
  expect(one.counts.added + other.counts.added).toBe(300);
  expect(await users().countDocuments({ email: /^twice/ })).toBe(300);
  const rows = await rowsOfAdded();
  for (let n = 0; n < 300; n += 1) expect(rows.get(`twice${n}@x.example`)).toBe(1);
});

describe('between two batches of an import the admin is authorized again: no more people are added when they', () => {
  let strict: RunningApi;
  beforeAll(async () => {
    strict = await portal.another({ STEP_UP_EVERYBODY: 'yes' });
  });
  afterAll(() => strict.stop());

  const addressOf = (email: string) => `/api/admin/users/${email}`;
  const ends: Readonly<Record<string, (email: string, second: TestBrowser) => Promise<unknown>>> = {
    'lost-the-role': (email) => admin.authorised('PATCH', addressOf(email), { body: { role: 'admin', enable: false } }),
    'were-deleted': (email) => admin.authorised('DELETE', addressOf(email)),
    'signed-out': (_email, second) => second.post('/api/auth/logout-everywhere'),
    'confirmed-too-long-ago': (email) => users().updateOne({ email }, { $set: { proofs: [] } }),
  };

  it.each(Object.entries(ends))('%s', async (name, end) => {
    const email = `${name}@x.example`;
    await portal.person(email, 'admin');
    const second = await portal.signedIn(email, strict.url);
    const { insertMany } = mongo.Collection.prototype;
    const { commitTransaction } = mongo.ClientSession.prototype;
    let first: unknown;
    const during = jest.spyOn(mongo.Collection.prototype, 'insertMany');
    during.mockImplementation(function (this: mongo.Collection, rows, options) {
      if (this.collectionName === 'users') first ??= options?.session;
      return insertMany.call(this, rows, options);
    });
    // When the first batch is stored.
    const after = jest.spyOn(mongo.ClientSession.prototype, 'commitTransaction');
    after.mockImplementation(async function (this: mongo.ClientSession) {
      await commitTransaction.call(this);
      if (this !== first) return;
      after.mockRestore();
      await end(email, second);
    });
    const { status, body } = await send(peopleOf(name, 250), '', second);
    during.mockRestore();
    expect({ status, body }).toMatchObject({ status: 200, body: { counts: { added: 100 }, next: 101 } });
    expect(await users().countDocuments({ email: new RegExp(`^${name}\\d`) })).toBe(100);
    expect((await trail('user.imported'))[0]).toMatchObject({ detail: { rows: '1 to 100', added: '100' } });
  });
});

it('an import whose process is killed adds the rest when it is sent again', async () => {
  const process = await startApiProcess({
    MONGODB_URI: portal.database.uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    PUBLIC_URL: portal.url,
    TRUST_PROXY: 'loopback',
  });
  const atOther = await portal.signedIn('admin@x.example', process.url);
  const file = peopleOf('cut', 4000);
  const cut = send(file, '', atOther).catch(() => undefined);
  const count = () => users().countDocuments({ email: /^cut/ });
  await until('the first people of the import', async () => (await count()) > 0);
  await process.kill();
  await cut;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(4000);
  let nextRow: number | null = 1;
  let added = 0;
  while (nextRow !== null) {
    const { counts, next } = await imported(file, `?from=${nextRow}`);
    added += counts.added;
    nextRow = next;
  }
  expect(added).toBe(4000 - before);
  expect(await count()).toBe(4000);
  const rows = await rowsOfAdded();
  for (let n = 0; n < 4000; n += 1) expect(rows.get(`cut${n}@x.example`)).toBeGreaterThanOrEqual(1);
});
