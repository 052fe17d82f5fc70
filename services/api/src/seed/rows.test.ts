import { openCommandCore } from '../commands/command-core.ts';
import { runCommand } from '../commands/run.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { addRows } from './rows.ts';

const COUNT = 30;

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@y.example', 'admin');
});
afterAll(() => portal.stop());

const run = (...args: string[]) => runCommand('seed', args, { NODE_ENV: 'test', MONGODB_URI: portal.database.uri });

it('fills every list, with what is missing', async () => {
  const rows = { users: COUNT, documents: COUNT, accesses: COUNT, releases: COUNT, events: COUNT, mails: COUNT };
  const command = await openCommandCore({ NODE_ENV: 'test', MONGODB_URI: portal.database.uri });
  const added = await addRows(command.core, COUNT);
  expect(added).toMatchObject(rows);
  expect(added.audit).toBeGreaterThan(0);
  expect(await addRows(command.core, COUNT)).toEqual({
    ...Object.fromEntries(Object.keys(added).map((list) => [list, 0])),
  });
  expect(await addRows(command.core, COUNT + 1, ['events'])).toEqual({ events: 1 });
  await command.close();
});

it.each([
  ['users', '/api/admin/users?search=anna1'],
  ['documents', '/api/documents?search=report+00001&sort=title'],
  ['press releases', '/api/admin/press-releases?search=notice&sort=-date'],
  ['events', '/api/admin/events?search=bern&when=upcoming&audience=investor'],
  ['mails', '/api/admin/mail?search=anna1&kind=press-release'],
  ['audit', '/api/admin/audit?action=user.invited&subject=ben1@x.example'],
])('a list of %s finds some of them, as the portal answers', async (_list, path) => {
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  const items = Array.isArray(body) ? body : Object(body).items;
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThan(COUNT);
});

it('says how it is used', async () => {
  expect(await run('--rows', '31', 'mails', 'users')).toBe('Demo data added: 1 mails, 1 users.');
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
