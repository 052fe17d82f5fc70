import { adminPressReleaseSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
let ada: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  await portal.person('bob@x.example', 'admin');
});
afterAll(() => portal.stop());

const releases = () => portal.connection.collection('press_releases');

it('unapproved releases are neither published nor mailed, however many are due', async () => {
  const body = { title: 'Due', content: '<p>Words.</p>', target: ['public'], sendEmail: true, publishAt: null };
  read(await ada.authorised('POST', '/api/admin/press-releases/drafts', { body }), adminPressReleaseSchema, 201);
  const draft = await releases().findOne({ title: 'Due' });
  if (draft === null) throw new Error('The draft is missing.');
  const { _id, ...fields } = draft;
  const date = new Date('2020-01-01T00:00:00.000Z');
  const due = { ...fields, status: 'scheduled', date, publishAt: date, sortDate: date };
  await releases().insertMany(Array.from({ length: 250 }, () => ({ ...due })));
  const other = await portal.another({ RELEASE_APPROVAL: 'yes' });
  await until('all to be held', async () => (await releases().countDocuments({ status: 'scheduled' })) === 0);
  await other.stop();
  const heldRelease = {
    status: 'draft',
    'approval.state': 'asked',
    date: { $exists: false },
  };
  expect(await releases().countDocuments(heldRelease)).toBe(250);
  expect(await releases().countDocuments({ status: 'published' })).toBe(0);
  expect(await portal.connection.collection('outbox').countDocuments({ kind: 'press-release' })).toBe(0);
});
