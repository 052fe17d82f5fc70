import { adminPressReleaseSchema, documentSchema, eventSchema } from '@cytocomm/contract';
import { subscriberModel } from '../alerts/model.ts';
import { createDocuments } from '../documents/service.ts';
import { writePdf } from '../seed/pdf.ts';
import { createFileStore } from '../storage/file-store.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { solvedCaptcha } from '../testing/captcha.ts';
import { openTestCore } from '../testing/core.ts';
import { read } from '../testing/json.ts';
import { MULTIPART, multipart } from '../testing/multipart.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { recordQueries, stagesOf } from '../testing/queries.ts';
import { until } from '../testing/until.ts';

// What plans.test.ts is for people and mail, this is for what they read and write: no query scans a collection.

let portal: TestPortal;
let admin: TestBrowser;
let investor: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
  admin = await portal.signedInAs('admin@x.example', 'admin');
  investor = await portal.signedInAs('investor@x.example', 'investor', 'customer');
});
afterAll(() => portal.stop());

async function upload(visibility: string) {
  const value = writePdf({ title: 'x', author: 'x', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: 'x' },
    { name: 'visibility', value: visibility },
    { name: 'file', value, fileName: 'x.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

async function pages(person: TestBrowser, path: string): Promise<void> {
  const { nextCursor } = (await person.get(`${path}limit=1`)).body as { nextCursor: string | null };
  expect(nextCursor).not.toBeNull();
  await person.get(`${path}limit=1&cursor=${nextCursor}`);
}

it('no query scans a collection', async () => {
  const { core, close } = await openTestCore(`${portal.database.uri}&monitorCommands=true`);
  const { sent } = recordQueries();
  const visitor = portal.browser();

  // Documents.
  const documents = [
    await upload('public'),
    await upload('investor'),
    await upload('public'),
    await upload('investor'),
  ];
  for (const document of documents) await investor.get(document.url, { headers: { Range: 'bytes=0-99' } });
  await visitor.get(String(documents[0]?.url));
  for (const person of [visitor, investor, admin]) await pages(person, '/api/documents?');
  await pages(investor, '/api/reports?');
  await pages(investor, '/api/reports?search=x&sort=title&');
  await pages(admin, `/api/admin/documents/${documents[0]?.id}/accesses?`);
  await admin.get('/api/admin/storage');
  await admin.authorised('DELETE', `/api/admin/documents/${documents[0]?.id}`);

  // Press releases, with mails to subscribers and members.
  await subscriberModel(portal.connection).create({ email: 's@x.example', status: 'confirmed', createdAt: new Date() });
  await investor.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: true } });
  await upload('investor');
  const text = { title: 'x', content: '<p>x</p>', target: ['public', 'investors'], sendEmail: true };
  const write = async (body: object = {}, headers: Record<string, string> = {}) =>
    read(
      await admin.authorised('POST', '/api/admin/press-releases', { body: { ...text, ...body }, headers }),
      adminPressReleaseSchema,
      201,
    );
  const release = await write({}, { 'Idempotency-Key': 'k' });
  await write({}, { 'Idempotency-Key': 'k' });
  const soon = await write({ publishAt: new Date(Date.now() + 2000).toISOString() });
  await admin.authorised('PATCH', `/api/admin/press-releases/${release.id}`, { body: { title: 'y' } });
  for (const path of ['', '/1', '/2'])
    expect((await admin.get(`/api/admin/press-releases/${release.id}/revisions${path}`)).status).toBe(200);
  const again = `/api/admin/press-releases/${release.id}/revisions/1/restore`;
  expect((await admin.authorised('POST', again, { headers: { 'If-Match': '*' } })).status).toBe(200);
  const body2 = { title: 'z', content: '<p>z</p>', target: [], sendEmail: false, publishAt: null };
  const draft = read(
    await admin.authorised('POST', '/api/admin/press-releases/drafts', { body: body2 }),
    adminPressReleaseSchema,
    201,
  );
  const saved = { body: { ...body2, title: 'zz' }, headers: { 'If-Match': '*' } };
  await admin.authorised('PUT', `/api/admin/press-releases/${draft.id}/text`, saved);
  await until('the scheduled one', async () => (await visitor.get(`/api/press-releases/${soon.id}`)).status === 200);
  await until('its mails', async () => (await portal.mailsTo('s@x.example')).length === 2);
  await pages(visitor, '/api/press-releases?');
  for (const person of [admin, investor]) {
    await person.get('/api/search?q=x%20yz');
    await person.get('/api/notifications?limit=1');
    await person.get('/api/notifications/summary');
    for (const path of ['visit', 'visit']) await person.authorised('POST', `/api/notifications/${path}`);
    await person.authorised('POST', '/api/notifications/read', { body: { upTo: new Date().toISOString() } });
  }
  await pages(investor, '/api/press-releases?target=investors&');
  for (const query of [
    '',
    'sort=title&',
    'sort=-date&',
    'sort=author&',
    'sort=-updatedAt&',
    'search=x&',
    'status=published&',
  ])
    await pages(admin, `/api/admin/press-releases?${query}`);
  await visitor.get('/api/press-releases/feed.xml');
  await admin.get(`/api/admin/press-releases/${release.id}`);
  await admin.authorised('POST', `/api/admin/press-releases/${release.id}/test-mail`);
  await admin.authorised('DELETE', `/api/admin/press-releases/${release.id}`);

  // Events and the private calendar.
  const body = { title: 'x', date: '2030-01-01' };
  const event = read(await admin.authorised('POST', '/api/admin/events', { body }), eventSchema, 201);
  await admin.authorised('PATCH', `/api/admin/events/${event.id}`, { body: { title: 'y' } });
  await investor.get('/api/events');
  await admin.get('/api/events?from=2030-01-01&to=2031-01-01');
  await visitor.get('/api/events/public?from=2030-01-01');
  await visitor.get('/api/events/public.ics');
  await investor.get('/api/events/subscription');
  const { url } = (await investor.authorised('POST', '/api/events/subscription')).body as { url: string };
  expect((await visitor.get(url)).status).toBe(200);
  await investor.authorised('DELETE', '/api/events/subscription');
  await admin.authorised('DELETE', `/api/admin/events/${event.id}`);

  // Forms of visitors.
  await visitor.post('/api/alerts', { email: 'new@x.example' });
  const mail = await until('the mail', async () => (await portal.mailsTo('new@x.example'))[0]);
  const [, token = ''] = /\/alerts\/confirm\?token=([\w.-]+)/.exec(mail.text) ?? [];
  expect((await visitor.post('/api/alerts/confirm', { token })).status).toBe(200);
  const [news] = await portal.mailsTo('s@x.example');
  const [, out = ''] = /\/alerts\/unsubscribe\?token=([\w.-]+)/.exec(news?.text ?? '') ?? [];
  expect((await visitor.post('/api/alerts/unsubscribe', { token: out })).status).toBe(200);
  const captcha = await solvedCaptcha(visitor);
  const message = { name: 'x', email: 'x@x.example', message: 'x', captcha };
  expect((await visitor.post('/api/contact', message)).status).toBe(201);
  await until('the message', async () => (await portal.mailsTo('hello@cytocomm.example'))[0]);

  // What the process does by itself.
  const files = createFileStore(core.database);
  await createDocuments(core, files).tidyUp();
  await createDocuments(core, files).sweep();
  await close();

  const queries = sent();
  expect([...new Set(queries.map((query) => query.collection))]).toEqual(
    expect.arrayContaining([
      'alert_preferences',
      'calendar_links',
      'contact_messages',
      'document_accesses',
      'documents',
      'events',
      'fs.chunks',
      'fs.files',
      'idempotency_keys',
      'press_releases',
      'subscribers',
      'uploads',
    ]),
  );
  const scans: string[] = [];
  for (const query of queries) {
    const command = JSON.stringify(query.command);
    if (command.includes('$changeStream')) continue;
    // GridFSBucket itself looks whether there is any file at all, before its first upload.
    if (command.startsWith('{"find":"fs.files","filter":{},') && command.includes('"limit":1')) continue;
    const stages = await stagesOf(portal.connection, query);
    if (stages.includes('COLLSCAN') || stages.includes('SORT') || stages.length === 0) scans.push(command);
  }
  expect(scans).toEqual([]);
}, 60_000);
