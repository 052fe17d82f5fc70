import { adminPressReleasePageSchema, adminPressReleaseSchema, eventSchema } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());
afterEach(() => jest.restoreAllMocks());

/** Lets the process end, as far as a collection tells, where it would delete a hidden record. */
function breakOffIn(collection: string): void {
  const { deleteOne } = mongo.Collection.prototype;
  jest.spyOn(mongo.Collection.prototype, 'deleteOne').mockImplementation(function (
    this: mongo.Collection,
    ...call: Parameters<typeof deleteOne>
  ) {
    return this.collectionName === collection ? Promise.reject(new Error('broken off')) : deleteOne.apply(this, call);
  });
}

const RELEASES = '/api/admin/press-releases';
const newEvent = async () =>
  read(
    await admin.authorised('POST', '/api/admin/events', { body: { title: 'A day', date: '2026-12-01' } }),
    eventSchema,
    201,
  );
const newRelease = async () => {
  const body = { title: 'News', content: '<p>news</p>', target: ['public'], status: 'published' };
  return read(await admin.authorised('POST', RELEASES, { body }), adminPressReleaseSchema, 201);
};

it.each([
  ['event', 'events', '/api/admin/events', newEvent],
  ['press-release', 'press_releases', RELEASES, newRelease],
] as const)(
  'a deletion of a %s that breaks off is in the audit trail’s intents, and comes back whole',
  async (kind, collection, path, make) => {
    const { id } = await make();
    breakOffIn(collection);
    expect((await admin.authorised('DELETE', `${path}/${id}`)).status).toBe(500);
    jest.restoreAllMocks();
    const intents = portal.connection.collection('audit_intents');
    expect(await intents.findOne({ 'note.subject': id })).toMatchObject({ note: { action: `${kind}.deleted` } });
    // Once more it is not there: the bin keeps what was deleted, not what is hidden.
    expect((await admin.authorised('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await admin.authorised('POST', `/api/admin/bin/${kind}/${id}/restore`)).status).toBe(204);
    expect((await admin.authorised('DELETE', `${path}/${id}`)).status).toBe(204);
  },
);

it('a press release whose deletion broke off is no draft, and is published again when it is restored', async () => {
  const { id } = await newRelease();
  breakOffIn('press_releases');
  await admin.authorised('DELETE', `${RELEASES}/${id}`);
  jest.restoreAllMocks();
  const listed = async () =>
    read(await admin.get(RELEASES), adminPressReleasePageSchema).items.map((each) => [each.id, each.status]);
  expect(await listed()).toEqual([]);
  expect((await admin.get(`${RELEASES}/${id}`)).status).toBe(404);
  await admin.authorised('POST', `/api/admin/bin/press-release/${id}/restore`);
  expect(await listed()).toEqual([[id, 'published']]);
});
