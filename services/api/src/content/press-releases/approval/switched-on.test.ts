import { type AdminPressRelease, adminPressReleaseSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
const PEOPLE = ['ada', 'bob', 'eve', 'kim'] as const;
type Name = (typeof PEOPLE)[number];
type Release = AdminPressRelease;
let off: Record<Name, TestBrowser>;

const emailOf = (name: Name) => `${name}@x.example`;
async function browsersAt(url: string): Promise<Record<Name, TestBrowser>> {
  const at = (name: Name) => portal.signedIn(emailOf(name), url);
  return { ada: await at('ada'), bob: await at('bob'), eve: await at('eve'), kim: await at('kim') };
}
beforeAll(async () => {
  portal = await startTestPortal();
  for (const name of PEOPLE) await portal.person(emailOf(name), 'admin');
  off = await browsersAt(portal.url);
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const SOON = { publishAt: '2999-12-01T06:00:00.000Z', timeZone: 'Europe/Berlin' };
const TEXT = { title: 'News', content: '<p>Words.</p>', target: ['public'], sendEmail: false, ...SOON };
const releases = () => portal.connection.collection('press_releases');

const drafted = async (by: TestBrowser) =>
  read(await by.authorised('POST', `${PATH}/drafts`, { body: TEXT }), adminPressReleaseSchema, 201);
const call = async (by: TestBrowser, method: string, { id, etag }: Release, path = '', body?: object) =>
  by.authorised(method, `${PATH}/${id}${path}`, { ...(body && { body }), headers: { 'If-Match': etag } });
const saved = async (by: TestBrowser, release: Release, text: object) =>
  read(await call(by, 'PUT', release, '/text', { ...TEXT, ...text }), adminPressReleaseSchema);
const changed = async (by: TestBrowser, release: Release, change: object) =>
  read(await call(by, 'PATCH', release, '', change), adminPressReleaseSchema);
const scheduled = (by: TestBrowser, release: Release) => changed(by, release, { status: 'scheduled' });
const now = async (by: TestBrowser, { id }: Release) => read(await by.get(`${PATH}/${id}`), adminPressReleaseSchema);
const approvalBy = async (by: TestBrowser, release: Release) =>
  (await call(by, 'POST', release, '/approval/approve', {})).status;

/** Runs a process of the portal with the setting. */
async function switchedOn(steps: (on: Record<Name, TestBrowser>) => Promise<void>): Promise<void> {
  const other: RunningApi = await portal.another({ RELEASE_APPROVAL: 'yes' });
  try {
    await steps(await browsersAt(other.url));
  } finally {
    await other.stop();
  }
}
const waitForHold = (by: TestBrowser, release: Release) =>
  until('it to be held', async () => {
    const found = await now(by, release);
    return found.status === 'draft' ? found : undefined;
  });

it('writers of a release that was scheduled before cannot approve it', async () => {
  const release = await scheduled(off.kim, await saved(off.bob, await drafted(off.ada), { title: 'Of Bob' }));
  await switchedOn(async (on) => {
    const draft = await waitForHold(on.eve, release);
    for (const name of ['ada', 'bob', 'kim'] as const) expect(await approvalBy(on[name], draft)).toBe(409);
    expect(await approvalBy(on.eve, draft)).toBe(200);
  });
});

it('nor can a person who changed it while it was scheduled', async () => {
  const planned = await scheduled(off.ada, await drafted(off.ada));
  const release = await changed(off.kim, await changed(off.bob, planned, { title: 'Of Bob' }), {
    target: ['investors'],
  });
  await switchedOn(async (on) => {
    const draft = await waitForHold(on.eve, release);
    for (const name of ['ada', 'bob', 'kim'] as const) expect(await approvalBy(on[name], draft)).toBe(409);
  });
});

it('nor in what was published before, and is taken back', async () => {
  const draft = await saved(off.bob, await drafted(off.ada), { title: 'Of Bob' });
  const release = await changed(off.ada, draft, { status: 'published' });
  await switchedOn(async (on) => {
    const back = await changed(on.ada, release, { status: 'draft' });
    expect(await approvalBy(on.bob, back)).toBe(409);
    expect(await approvalBy(on.eve, back)).toBe(200);
  });
});

it('nor in what was deleted before, and is restored', async () => {
  const release = await scheduled(off.kim, await saved(off.bob, await drafted(off.ada), { title: 'Of Bob' }));
  expect((await call(off.ada, 'DELETE', release)).status).toBe(204);
  await switchedOn(async (on) => {
    await on.eve.authorised('POST', `/api/admin/bin/press-release/${release.id}/restore`);
    const draft = await now(on.eve, release);
    expect(draft.status).toBe('draft');
    for (const name of ['bob', 'kim'] as const) expect(await approvalBy(on[name], draft)).toBe(409);
    expect(await approvalBy(on.eve, draft)).toBe(200);
  });
});

it('nor in a record of an earlier version of the portal', async () => {
  const release = await scheduled(off.bob, await drafted(off.ada));
  await releases().updateMany({ title: 'News' }, { $unset: { unapprovedWriters: 1 } });
  await switchedOn(async (on) => {
    const draft = await waitForHold(on.eve, release);
    for (const name of ['ada', 'bob'] as const) expect(await approvalBy(on[name], draft)).toBe(409);
  });
});

it('what was approved and then changed without the setting is approved no longer', async () => {
  let planned: Release | undefined;
  let approved: Release | undefined;
  await switchedOn(async (on) => {
    const ready = async () => {
      const draft = await drafted(on.ada);
      expect(await approvalBy(on.eve, draft)).toBe(200);
      return draft;
    };
    planned = await scheduled(on.ada, await ready());
    approved = await ready();
  });
  if (!planned || !approved) throw new Error('Nothing was approved.');
  const early = await changed(off.bob, planned, { title: 'Of Bob' });
  const late = await changed(off.bob, approved, { title: 'Of Bob', status: 'scheduled' });
  await switchedOn(async (on) => {
    for (const release of [early, late]) {
      const draft = await waitForHold(on.kim, release);
      expect(await approvalBy(on.bob, draft)).toBe(409);
      expect(await approvalBy(on.kim, draft)).toBe(200);
    }
  });
});
