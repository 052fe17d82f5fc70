import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  eventListSchema,
  pressReleaseRevisionsSchema,
  problemSchema,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

const PATH = '/api/admin/press-releases';
const MEMBER = 'member@x.example';
const TEXT = {
  ...{ title: 'News', content: '<p>Words.</p>', target: ['investors'], groups: ['series-a'] },
  ...{ sendEmail: false, publishAt: null },
};

let portal: TestPortal;
let ada: TestBrowser;
let bob: TestBrowser;
let member: TestBrowser;
let other: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  bob = await portal.signedInAs('bob@x.example', 'admin');
  member = await portal.signedInAs(MEMBER, 'investor');
  other = await portal.signedInAs('other@x.example', 'investor');
  await ada.authorised('PATCH', `/api/admin/users/${MEMBER}/groups`, { body: { group: 'series-a', enable: true } });
});
afterAll(() => portal.stop());

const drafted = async (text: object = {}) =>
  read(await ada.authorised('POST', `${PATH}/drafts`, { body: { ...TEXT, ...text } }), adminPressReleaseSchema, 201);
const conditional = ({ etag }: Pick<AdminPressRelease, 'etag'>) => ({ headers: { 'If-Match': etag } });
const saved = async (release: AdminPressRelease, text: object) =>
  read(
    await ada.authorised('PUT', `${PATH}/${release.id}/text`, { body: { ...TEXT, ...text }, ...conditional(release) }),
    adminPressReleaseSchema,
  );
async function approved(release: AdminPressRelease): Promise<AdminPressRelease> {
  const path = `${PATH}/${release.id}/approval`;
  const draft = read(
    await ada.authorised('POST', path, { body: {}, ...conditional(release) }),
    adminPressReleaseSchema,
  );
  return read(
    await bob.authorised('POST', `${path}/approve`, { body: {}, ...conditional(draft) }),
    adminPressReleaseSchema,
  );
}
const publish = (release: AdminPressRelease, body: object = {}) =>
  ada.authorised('PATCH', `${PATH}/${release.id}`, {
    body: { status: 'published', ...body },
    ...conditional(release),
  });
const statuses = ({ id }: AdminPressRelease) =>
  Promise.all([member, other].map(async (person) => (await person.get(`/api/press-releases/${id}`)).status));

it('what a second person approved is for those groups: others want another approval', async () => {
  const yes = await approved(await drafted());
  expect(yes.approval).toMatchObject({ state: 'approved', by: 'bob@x.example' });
  for (const groups of [[], ['series-b'], ['series-a', 'series-b']]) {
    const refused = await publish(yes, { groups });
    expect([refused.status, problemSchema.parse(refused.body).code]).toEqual([409, 'approval-needed']);
  }
  const out = read(await publish(yes), adminPressReleaseSchema);
  expect(await statuses(out)).toEqual([200, 404]);
  // One person alone cannot open what is out to others.
  const widened = await ada.authorised('PATCH', `${PATH}/${out.id}`, { body: { groups: [] }, ...conditional(out) });
  expect([widened.status, problemSchema.parse(widened.body).code]).toEqual([409, 'approval-needed']);
  expect(await statuses(out)).toEqual([200, 404]);
});

it('an approval ends when the groups of the draft are changed', async () => {
  const yes = await approved(await drafted());
  const after = await saved(yes, { groups: ['series-b'] });
  expect(after.approval).toMatchObject({ state: 'outdated' });
  expect((await publish(after)).status).toBe(409);
});

it('an earlier text comes back for the groups that the release has now', async () => {
  const first = await saved(await saved(await drafted({ title: 'First' }), { title: 'First' }), {
    ...{ title: 'Second', groups: ['series-a', 'series-b'] },
  });
  const restored = read(
    await bob.authorised('PUT', `${PATH}/${first.id}/text`, {
      body: { ...TEXT, title: 'Third', groups: ['series-b'] },
      ...conditional(first),
    }),
    adminPressReleaseSchema,
  );
  expect(restored.groups).toEqual(['series-b']);
  const { items } = read(await ada.get(`${PATH}/${first.id}/revisions`), pressReleaseRevisionsSchema);
  const earlier = items.find(({ title }) => title === 'Second');
  const path = `${PATH}/${first.id}/revisions/${earlier?.number}`;
  const back = read(await ada.authorised('POST', `${path}/restore`, conditional(restored)), adminPressReleaseSchema);
  expect(back).toMatchObject({ title: 'Second', groups: ['series-b'] });
});

it('events that somebody reads by several keys come once, in order, and as many as are asked for', async () => {
  await ada.authorised('PATCH', `/api/admin/users/${MEMBER}/groups`, { body: { group: 'board', enable: true } });
  const audiences = [
    { audience: ['investor'], groups: ['series-a', 'board'] },
    { groups: ['board'] },
    { audience: ['investor', 'customer'] },
    {},
    { audience: 'public' },
    { audience: ['investor'], groups: ['series-b'] },
  ];
  for (const [day, more] of audiences.entries()) {
    const body = { title: `Day ${day}`, date: `2098-01-0${day + 1}T10:00:00Z`, ...more };
    expect((await ada.authorised('POST', '/api/admin/events', { body })).status).toBe(201);
  }
  const titles = async (person: TestBrowser, query = '') =>
    read(await person.get(`/api/events${query}`), eventListSchema).items.map(({ title }) => title);
  const all = ['Day 0', 'Day 1', 'Day 2', 'Day 3', 'Day 4'];
  expect(await titles(member)).toEqual(all);
  expect(await titles(member, '?sort=-date&limit=2')).toEqual(['Day 4', 'Day 3']);
  expect(await titles(member, '?limit=2&from=2098-01-02T00:00:00Z')).toEqual(['Day 1', 'Day 2']);
  expect(await titles(other)).toEqual(['Day 2', 'Day 3', 'Day 4']);
});
