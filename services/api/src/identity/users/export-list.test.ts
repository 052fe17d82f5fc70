import type { TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { newUserRecord } from './record.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

const linesOf = (text: string) => text.replace('\ufeff', '').split('\r\n').slice(0, -1);

it('a file has who is filtered, in their order, with names first', async () => {
  await portal.person('ada@x.example', 'investor', 'customer');
  await portal.person('bob@x.example', 'investor');
  const answer = await admin.get('/api/admin/users.csv?role=investor&sort=-email');
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="users.csv"',
  });
  expect(answer.text.startsWith('\ufeff')).toBe(true);
  const [head, first, second, ...rest] = linesOf(answer.text);
  expect(head).toBe('email,name,roles,added,lastSignIn,groups');
  expect(first).toMatch(/^bob@x\.example,[^,]+,investor,\d{4}-\d\d-\d\dT[^,]+Z,,$/);
  expect(second).toMatch(/^ada@x\.example,[^,]+,investor customer,/);
  expect(rest).toEqual([]);
});

it.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")${'"'}`],
  ['+1+1', `'+1+1`],
  ['-2', `'-2`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['Smith, "Bob"', `"Smith, ""Bob""${'"'}`],
  ['Åsa Öberg', 'Åsa Öberg'],
])('the name %s is no formula and one cell', async (name, cell) => {
  const body = { email: 'odd@x.example', roles: ['customer'], name };
  await admin.authorised('POST', '/api/admin/users', { body });
  const { text } = await admin.get('/api/admin/users.csv?search=odd@x.example');
  expect(linesOf(text)[1]).toContain(`odd@x.example,${cell},customer,`);
  await admin.authorised('DELETE', '/api/admin/users/odd@x.example');
});

it('goes through all pages, with each person once', async () => {
  const many = Array.from({ length: 1100 }, (_, number) => `p${String(number).padStart(4, '0')}@many.example`);
  const rows = many.map((email) => newUserRecord({ email, name: 'Somebody', roles: ['investor'] }));
  await portal.connection.collection('users').insertMany(rows);
  const { text } = await admin.get('/api/admin/users.csv?search=many.example');
  expect(
    linesOf(text)
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(many);
});

it('is written down: who took it out, and what was asked for', async () => {
  await admin.get('/api/admin/users.csv?role=admin');
  const { body } = await admin.get('/api/admin/audit?limit=1');
  expect(body).toMatchObject({
    items: [{ action: 'user.exported', actor: 'admin@x.example', detail: { role: 'admin' } }],
  });
});

it.each(['sort=password', 'limit=5', 'cursor=abc', 'role=%00'])('refuses %s before it writes', async (query) => {
  const answer = await admin.get(`/api/admin/users.csv?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'validation' });
});
