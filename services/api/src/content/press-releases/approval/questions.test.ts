import { type AdminPressRelease, adminPressReleaseSchema, notificationPageSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { expectProblem, read, type TestBrowser } from '../../../testing/browser.ts';
import { watchChanges } from '../../../testing/live-listener.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
let changesSeen: () => Promise<void>;
let ada: TestBrowser;
let bob: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  changesSeen = await watchChanges(portal, ada);
  bob = await portal.signedInAs('bob@x.example', 'admin');
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const SOON = { publishAt: '2999-12-01T06:00:00.000Z', timeZone: 'Europe/Berlin' };
const LATER = { ...SOON, publishAt: '2999-12-02T06:00:00.000Z' };
const TEXT = { title: 'News', content: '<p>Words.</p>', target: ['public'], sendEmail: false, publishAt: null };

const drafted = async (more: object = {}) =>
  read(await ada.authorised('POST', `${PATH}/drafts`, { body: { ...TEXT, ...more } }), adminPressReleaseSchema, 201);
const call = (by: TestBrowser, method: string, { id, etag }: AdminPressRelease, path: string, body: object) =>
  by.authorised(method, `${PATH}/${id}${path}`, { body, headers: { 'If-Match': etag } });

it('of a scheduled release that is to appear at another time says how to ask', async () => {
  const draft = await drafted(SOON);
  const approved = read(await call(bob, 'POST', draft, '/approval/approve', {}), adminPressReleaseSchema);
  const planned = read(await call(ada, 'PATCH', approved, '', { status: 'scheduled' }), adminPressReleaseSchema);
  expectProblem(await call(ada, 'PATCH', planned, '', LATER), 409, 'approval-needed');
  const problem = expectProblem(await call(ada, 'POST', planned, '/approval', {}), 409, 'conflict');
  expect(problem.detail).toBe('It is already scheduled as approved. Save another time or text first, then ask.');
  const saved = read(await call(ada, 'PUT', planned, '/text', { ...TEXT, ...LATER }), adminPressReleaseSchema);
  expect((await call(ada, 'POST', saved, '/approval', {})).status).toBe(200);
});

it('of others are not hidden behind many of one’s own', async () => {
  const ownDraft = await drafted({ title: 'Of Ada' });
  expect((await call(ada, 'POST', ownDraft, '/approval', {})).status).toBe(200);
  const releases = portal.connection.collection('press_releases');
  const pending = await releases.findOne({ title: 'Of Ada' });
  const writers = ['bob@x.example'];
  const approval = { ...pending?.approval, askedBy: 'bob@x.example', askedAt: new Date(Date.now() + 1000) };
  await releases.insertMany(
    Array.from({ length: 300 }, () => ({ ...pending, _id: new Types.ObjectId(), title: 'Of Bob', writers, approval })),
  );
  await changesSeen();
  const { items } = read(await bob.get('/api/notifications'), notificationPageSchema);
  expect(items.filter(({ happening }) => happening === 'asked').map(({ title }) => title)).toContain('Of Ada');
});
