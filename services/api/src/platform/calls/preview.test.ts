import { documentPageSchema, problemSchema } from '@cytocomm/contract';
import { read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin', 'investor'));
beforeAll(async () => {
  for (const visibility of ['public', 'investor', 'customer'])
    await addDocument(admin, { title: visibility, visibility });
});

const as = (role: string) => ({ headers: { 'Preview-As': role } });
const seen = async (role: string) =>
  read(await admin.get('/api/documents', as(role)), documentPageSchema).items.map(({ title }) => title);

it.each([
  ['admin', ['customer', 'investor', 'public']],
  ['investor', ['investor', 'public']],
  ['customer', ['customer', 'public']],
  ['developer', ['public']],
])('an admin who previews %s is given what that role is given, by cookie and by token', async (role, titles) => {
  expect(await seen(role)).toEqual(titles);
  const byToken = await admin.authorised('GET', '/api/documents', as(role));
  expect(read(byToken, documentPageSchema).items).toHaveLength(titles.length);
});

it('what the role may not read is refused, in spite of the admin’s other roles', async () => {
  expect((await admin.get('/api/reports', as('investor'))).status).toBe(200);
  expect((await admin.get('/api/reports', as('customer'))).status).toBe(403);
  expect((await admin.get('/api/admin/users', as('investor'))).status).toBe(403);
  expect((await admin.get('/api/admin/users')).status).toBe(200);
});

it.each([
  ['POST', '/api/admin/events', { title: 'A day', date: '2026-12-01T00:00:00.000Z' }],
  ['POST', '/api/admin/users', { email: 'new@x.example', roles: ['investor'] }],
  ['DELETE', '/api/admin/users/admin@x.example', undefined],
  ['POST', '/api/events/subscription', undefined],
])('%s %s is refused in a preview, even one as admin', async (method, path, body) => {
  for (const role of ['investor', 'admin']) {
    const answer = await admin.authorised(method, path, { body, ...as(role) });
    expect(read(answer, problemSchema, 403).code).toBe('preview');
  }
});

it.each([
  ['PUT', '/api/auth/default-role', { role: 'investor' }],
  ['POST', '/api/auth/logout', undefined],
  ['POST', '/api/auth/logout-everywhere', undefined],
  ['DELETE', '/api/auth/sessions/some-session', undefined],
])('%s %s is refused in a preview as well', async (method, path, body) => {
  const answer = await admin.call(method, path, { body, ...as('customer') });
  expect(read(answer, problemSchema, 403).code).toBe('preview');
  expect((await admin.get('/api/users/admin@x.example')).status).toBe(200);
});

it('a token is the same with and without a preview: it is judged by the header of the call that it is used for', async () => {
  expect((await admin.call('POST', '/api/auth/token', as('customer'))).status).toBe(200);
});

it.each(['', 'owner', 'Admin', '__proto__', '{"$gt":""}'])('“%s” is no role to preview', async (role) => {
  expect(read(await admin.get('/api/documents', as(role)), problemSchema, 400).code).toBe('validation');
});

it('others gain no role by it', async () => {
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  for (const role of ['admin', 'customer', 'investor'])
    expect(read(await investor.get('/api/documents', as(role)), problemSchema, 403).code).toBe('forbidden');
  const visitor = await portal.browser().get('/api/documents', as('admin'));
  expect(read(visitor, documentPageSchema).items.map(({ title }) => title)).toEqual(['public']);
});
