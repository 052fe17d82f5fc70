import { beforeTests, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

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

it('is written down: who took it out, and what was asked for', async () => {
  await admin.get('/api/admin/users.csv?role=admin');
  const { body } = await admin.get('/api/admin/audit?limit=1');
  expect(body).toMatchObject({
    items: [{ action: 'user.exported', actor: 'admin@x.example', detail: { role: 'admin' } }],
  });
});
