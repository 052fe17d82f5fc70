import { runCommand } from '@cytocomm/api';
import { openCommandCore } from '@cytocomm/api/seeding';
import { binPageSchema, failureCauseListSchema, releasePageSchema, teamTokenListSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../../services/api/src/testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../../services/api/src/testing/portal.ts';
import { SEED_COMMANDS } from './index.ts';
import { addRows, ROW_LISTS, type RowList } from './rows.ts';

const COUNT = 30;

let portal: TestPortal;
let admin: TestBrowser;
let added: Readonly<Record<string, number>>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@y.example', 'admin');
  added = await add(COUNT);
});
afterAll(() => portal.stop());

const run = (...args: string[]) =>
  runCommand('seed', args, { NODE_ENV: 'test', MONGODB_URI: portal.database.uri }, { commands: SEED_COMMANDS });

async function add(count: number, lists?: readonly RowList[]): Promise<Readonly<Record<string, number>>> {
  const command = await openCommandCore({ NODE_ENV: 'test', MONGODB_URI: portal.database.uri });
  try {
    return await addRows(command.core, count, lists);
  } finally {
    await command.close();
  }
}

it('fills every list', () => {
  const { audit, ...others } = added;
  expect(Object.keys(added)).toEqual(ROW_LISTS);
  expect(Object.entries(others).filter(([, count]) => count !== COUNT)).toEqual([]);
  expect(audit).toBeGreaterThan(0);
});

it('adds what is missing', async () => {
  expect(await add(COUNT)).toEqual(Object.fromEntries(Object.keys(added).map((list) => [list, 0])));
  expect(await add(COUNT + 1, ['events'])).toEqual({ events: 1 });
});

it.each([
  ['users', '/api/admin/users?search=anna1'],
  ['documents', '/api/documents?search=report+00001&sort=title'],
  ['press releases', '/api/admin/press-releases?search=notice&sort=-date'],
  ['events', '/api/admin/events?search=bern&when=upcoming&audience=investor'],
  ['mails', '/api/admin/mail?search=anna1&kind=press-release'],
  ['audit', '/api/admin/audit?action=user.invited&subject=ben1@x.example'],
  ['the bin', '/api/admin/bin?kind=press-release'],
])('a list of %s finds some of them, as the portal answers', async (_list, path) => {
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  const items = Array.isArray(body) ? body : Object(body).items;
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThan(COUNT);
});

it('what is in the bin comes back, and stands beside what fills the lists', async () => {
  const { items } = read(await admin.get('/api/admin/bin?limit=4'), binPageSchema);
  expect(items.map(({ kind }) => kind)).toEqual(['user', 'document', 'press-release', 'event']);
  for (const { kind, id } of items)
    expect((await admin.authorised('POST', `/api/admin/bin/${kind}/${id}/restore`)).status).toBe(204);
  for (const { kind, id, title } of items) {
    const list = { user: 'users', document: 'documents', 'press-release': 'press-releases', event: 'events' }[kind];
    const path = kind === 'document' ? '/api/documents' : `/api/admin/${list}`;
    expect(JSON.stringify((await admin.get(`${path}?search=${encodeURIComponent(title)}`)).body)).toContain(id);
  }
});

it('fills what developers look at, as the portal answers', async () => {
  const developer = await portal.signedInAs('developer@y.example', 'developer');
  const tokens = read(await developer.get('/api/team-tokens'), teamTokenListSchema).items;
  expect([tokens.length, new Set(tokens.map(({ remote }) => remote)).size]).toEqual([COUNT, 2]);
  expect(read(await developer.get('/api/telemetry/failures'), failureCauseListSchema).items).toHaveLength(COUNT);
  const { items } = read(await developer.get('/api/releases/mfe-rows'), releasePageSchema);
  expect(items.map(({ gate }) => gate.outcome)).toContain('refused');
});

it('says how it is used', async () => {
  expect(await run('--rows', '32', 'mails', 'users')).toBe('Demo data added: 2 mails, 2 users.');
  for (const args of [
    ['--rows', '0'],
    ['--rows', '1.5'],
    ['--rows', 'many'],
    ['--rows', '5', '--large'],
    ['--rows', '5', 'everything'],
    ['users'],
  ])
    await expect(run(...args)).rejects.toMatchObject({ name: 'UsageError' });
});
