import { adminPressReleaseSchema } from '@cytocomm/contract';
import type { TestBrowser } from '../../testing/browser.ts';
import { read } from '../../testing/json.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { until } from '../../testing/until.ts';

let portal: TestPortal;
let ada: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  await portal.person('bob@x.example', 'admin');
});
afterAll(() => portal.stop());

const releases = () => portal.connection.collection('press_releases');

it('of what nobody approved nothing is published or mailed, however many are due at once', async () => {
  const body = { title: 'Due', content: '<p>Words.</p>', target: ['public'], sendEmail: true, publishAt: null };
  read(await ada.authorised('POST', '/api/admin/press-releases/drafts', { body }), adminPressReleaseSchema, 201);
  const draft = await releases().findOne({ title: 'Due' });
  if (draft === null) throw new Error('The draft is missing.');
  const { _id, ...fields } = draft;
  const date = new Date('2020-01-01T00:00:00.000Z');
  const due = { ...fields, status: 'scheduled', date, publishAt: date, sortDate: date };
  await releases().insertMany(Array.from({ length: 250 }, () => ({ ...due })));
  const other = await portal.another({ RELEASE_APPROVAL: 'yes' });
  await until('all to be held', async () => (await releases().countDocuments({ status: 'scheduled' })) === 0, 30_000);
  await other.stop();
  const held = { status: 'draft', 'approval.state': 'asked', 'lastChange.type': 'removed', date: { $exists: false } };
  expect(await releases().countDocuments(held)).toBe(250);
  expect(await releases().countDocuments({ status: 'published' })).toBe(0);
  expect(await portal.connection.collection('outbox').countDocuments({ kind: 'press-release' })).toBe(0);
}, 60_000);
