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
    'lastChange.type': 'removed',
    date: { $exists: false },
  };
  expect(await releases().countDocuments(heldRelease)).toBe(250);
  expect(await releases().countDocuments({ status: 'published' })).toBe(0);
  expect(await portal.connection.collection('outbox').countDocuments({ kind: 'press-release' })).toBe(0);
});

it('what is held after the bin had it stays asked about when it is restored: no deletion hid it', async () => {
  const body = { title: 'Binned', content: '<p>Words.</p>', target: ['public'], sendEmail: false, publishAt: null };
  read(await ada.authorised('POST', '/api/admin/press-releases/drafts', { body }), adminPressReleaseSchema, 201);
  const date = new Date('2999-01-01T00:00:00.000Z');
  const planned = { status: 'scheduled', date, publishAt: date, sortDate: date };
  const record = await releases().findOneAndUpdate({ title: 'Binned' }, { $set: planned }, { returnDocument: 'after' });
  if (record === null) throw new Error('The draft is missing.');
  // A deletion that got no further.
  const entry = { kind: 'press-release', subject: String(record._id), title: 'Binned', deletedBy: 'ada@x.example' };
  const times = { deletedAt: new Date(), keptUntil: date };
  await portal.connection.collection('bin').insertOne({ ...entry, ...times, record });
  const other = await portal.another({ RELEASE_APPROVAL: 'yes' });
  const pendingApproval = { _id: record._id, status: 'draft', 'approval.state': 'asked' };
  await until('it to be held', async () => (await releases().countDocuments(pendingApproval)) === 1);
  await other.stop();
  const restored = await ada.authorised('POST', `/api/admin/bin/press-release/${record._id}/restore`);
  expect(restored.status).toBe(204);
  expect(await releases().countDocuments(pendingApproval)).toBe(1);
});
