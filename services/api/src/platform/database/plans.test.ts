import { moveDate, realDate, until } from '../../testing/clock.ts';
import { recordQueries, type SentQuery, stagesOf } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { outboxModel } from '../mail/model.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
});
afterAll(() => portal.stop());

/** `count` without a condition asks for the size of a collection, which the server knows without looking. */
const isSize = ({ name, command }: SentQuery) => name === 'count' && JSON.stringify(command.query ?? {}) === '{}';

it('a query without an index shows as one that scans', async () => {
  const command = { find: 'users', filter: { rolesVersion: 7 } };
  await expect(stagesOf(portal.connection, { name: 'find', collection: 'users', command })).resolves.toContain(
    'COLLSCAN',
  );
});

it('no query scans a collection', async () => {
  const { sent } = recordQueries();
  const { person, askForLink, browser } = portal;

  // Signing in, in all its ways.
  await person('admin@x.example', 'admin');
  await person('ada@x.example', 'investor', 'customer');
  const { token } = await askForLink('admin@x.example');
  const admin = browser();
  await admin.post('/api/auth/complete', { email: 'admin@x.example', token });
  const { code, browser: ada } = await askForLink('ada@x.example');
  await ada.post('/api/auth/complete', { email: 'ada@x.example', code });
  await ada.post('/api/auth/complete', { email: 'ada@x.example', code });
  await ada.post('/api/auth/complete', { email: 'ada@x.example', token: 'x' });
  await browser().post('/api/auth/magic-link', { email: 'unknown@x.example' });
  await ada.call('PUT', '/api/auth/default-role', { body: { role: 'customer' } });
  await ada.call('PUT', '/api/auth/default-role', { body: { role: null } });
  const { items } = (await ada.get('/api/auth/sessions')).body as { items: { id: string }[] };
  await ada.call('DELETE', `/api/auth/sessions/${items[0]?.id}`);
  await (await portal.signedIn('ada@x.example')).post('/api/auth/logout-everywhere');

  // The users panel.
  await admin.authorised('POST', '/api/admin/users', {
    body: { email: 'bob@x.example', roles: ['investor'], name: 'Robert Smith' },
  });
  await admin.authorised('PATCH', '/api/admin/users/bob@x.example', { body: { role: 'admin', enable: true } });
  await admin.authorised('PATCH', '/api/admin/users/bob@x.example', { body: { role: 'admin', enable: false } });
  const listed = [
    ...['', '?limit=1', '?search=b', '?search=smith&limit=1', '?role=investor', '?neverSignedIn=true'],
    ...['?neverSignedIn=false', '?addedAfter=2020-01-01', '?search=x.exam&role=admin&sort=-name'],
    ...['email', 'name', 'createdAt', 'lastSignIn'].flatMap((sort) => [
      `?limit=1&sort=${sort}`,
      `?limit=1&sort=-${sort}`,
    ]),
  ];
  for (const query of listed) {
    const page = await admin.get(`/api/admin/users${query}`);
    const [, next] = /<([^>]+)>/.exec(String(page.headers.link)) ?? [];
    if (next !== undefined) await admin.get(next);
  }
  await admin.get('/api/users/bob@x.example');
  await admin.authorised('DELETE', '/api/admin/users/bob@x.example');

  // Mail and audit.
  await outboxModel(portal.connection).create({
    _id: 'failed',
    kind: 'x',
    to: 'x@x.example',
    data: {},
    status: 'failed',
    createdAt: new Date(),
    nextAttemptAt: new Date(),
  });
  for (const query of ['', '&status=troubled', '&status=sending', '&status=sent', '&to=x@x.example']) {
    const { nextCursor } = (await admin.get(`/api/admin/mail?limit=1${query}`)).body as { nextCursor: string | null };
    if (nextCursor !== null) await admin.get(`/api/admin/mail?limit=1${query}&cursor=${nextCursor}`);
  }
  await admin.authorised('POST', '/api/admin/mail/failed/retry');
  await admin.authorised('POST', '/api/admin/mail/failed/retry');
  await admin.get('/api/admin/audit');
  const { nextCursor } = (await admin.get('/api/admin/audit?limit=1&subject=ada@x.example')).body as {
    nextCursor: string;
  };
  await admin.get(`/api/admin/audit?limit=1&subject=ada@x.example&cursor=${nextCursor}`);
  await admin.get('/api/admin/users/ada@x.example/sign-ins');
  await admin.get('/api/admin/strangers');
  await admin.get('/api/admin/strangers?subject=unknown@x.example');

  // What the outbox does by itself.
  moveDate(60_000);
  await until(
    'the outbox to look after abandoned rows',
    () => sent().some(({ command }) => JSON.stringify(command).includes('claimedUntil":{"$lte')) || undefined,
  );
  realDate();

  // What it does when the mail server is back after an absence.
  const hurried = { find: 'outbox', filter: { away: true, status: 'waiting', hurried: { $not: { $gte: 10 } } } };

  const abandoned = { find: 'audit_intents', filter: { dueAt: { $lte: new Date() } }, sort: { dueAt: 1 } };

  const queries = [
    ...sent().filter((query) => !isSize(query)),
    { name: 'find', collection: 'outbox', command: hurried },
    { name: 'find', collection: 'audit_intents', command: abandoned },
  ];
  expect([...new Set(queries.map((query) => query.collection))]).toEqual(
    expect.arrayContaining(['admin_decisions', 'audit', 'limits', 'outbox', 'sessions', 'sign_in_links', 'users']),
  );
  expect(queries.length).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const query of queries) {
    const stages = await stagesOf(portal.connection, query);
    if (stages.includes('COLLSCAN') || stages.length === 0) scans.push(JSON.stringify(query.command));
  }
  expect(scans).toEqual([]);
});
