import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  pressReleaseRevisionsSchema,
  problemSchema,
} from '@cytocomm/contract';
import { read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';

const PATH = '/api/admin/press-releases';
const MEMBER = 'member@x.example';
const TEXT = {
  ...{ title: 'News', content: '<p>Words.</p>', target: ['investors'], groups: ['series-a'] },
  ...{ sendEmail: false, publishAt: null },
};

const portal = testPortal({ RELEASE_APPROVAL: 'yes' });
const ada = beforeTests(() => portal.signedInAs('ada@x.example', 'admin'));
const bob = beforeTests(() => portal.signedInAs('bob@x.example', 'admin'));
const member = beforeTests(() => portal.signedInAs(MEMBER, 'investor'));
const other = beforeTests(() => portal.signedInAs('other@x.example', 'investor'));
beforeAll(() =>
  ada.authorised('PATCH', `/api/admin/users/${MEMBER}/groups`, { body: { group: 'series-a', enable: true } }),
);

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
