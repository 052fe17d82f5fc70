import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  MAX_REVISIONS,
  pressReleaseRevisionsSchema,
  pressReleaseRevisionTextSchema,
} from '@cytocomm/contract';
import { Types } from 'mongoose';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { leastUsefulRevision } from './revisions.ts';

let portal: TestPortal;
let ada: TestBrowser;
let bob: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.signedInAs('ada@x.example', 'admin');
  bob = await portal.signedInAs('bob@x.example', 'admin');
});
afterAll(() => portal.stop());
afterEach(() => realDate());

const MINUTE_MS = 60_000;
const PATH = '/api/admin/press-releases';
const WHOLE = { title: 'News', content: '<p>Words.</p>', target: ['public'], sendEmail: false, publishAt: null };

const started = async (text: object = {}) =>
  read(await ada.authorised('POST', `${PATH}/drafts`, { body: { ...WHOLE, ...text } }), adminPressReleaseSchema, 201);
const published = async (title: string) =>
  read(
    await ada.authorised('POST', PATH, { body: { ...WHOLE, publishAt: undefined, title } }),
    adminPressReleaseSchema,
    201,
  );
const saved = async ({ id, etag }: AdminPressRelease, text: object, by = ada) =>
  read(
    await by.authorised('PUT', `${PATH}/${id}/text`, { body: { ...WHOLE, ...text }, headers: { 'If-Match': etag } }),
    adminPressReleaseSchema,
  );
const changed = async ({ id }: AdminPressRelease, body: object, by = ada) =>
  read(await by.authorised('PATCH', `${PATH}/${id}`, { body }), adminPressReleaseSchema);
const listed = async ({ id }: AdminPressRelease) =>
  read(await ada.get(`${PATH}/${id}/revisions`), pressReleaseRevisionsSchema).items;
const titles = async (release: AdminPressRelease) => (await listed(release)).map(({ title }) => title);
const restore = ({ id, etag }: AdminPressRelease, number: number, by = ada) =>
  by.authorised('POST', `${PATH}/${id}/revisions/${number}/restore`, { headers: { 'If-Match': etag } });
const stored = ({ id }: AdminPressRelease) =>
  portal.connection.collection('press_release_revisions').countDocuments({ release: new Types.ObjectId(id) });

describe('a revision is kept', () => {
  it('for the last text before each pause and each other person, not for texts in between', async () => {
    let draft = await started({ title: 'One' });
    draft = await saved(draft, { title: 'One and' });
    draft = await saved(draft, { title: 'One and two' });
    expect(await titles(draft)).toEqual(['One and two']);
    moveDate(11 * MINUTE_MS);
    draft = await saved(draft, { title: 'After a pause' });
    expect(await titles(draft)).toEqual(['After a pause', 'One and two']);
    draft = await saved(draft, { title: 'By Bob' }, bob);
    expect(await listed(draft)).toMatchObject([
      { title: 'By Bob', by: 'bob@x.example', isCurrent: true },
      { title: 'After a pause', by: 'ada@x.example', isCurrent: false, state: 'saved' },
      { title: 'One and two', by: 'ada@x.example' },
    ]);
  });

  it('every ten minutes of continuous writing', async () => {
    let draft = await started({ title: 'Minute 0' });
    for (let minute = 4; minute <= 40; minute += 4) {
      moveDate(4 * MINUTE_MS);
      draft = await saved(draft, { title: `Minute ${minute}` });
    }
    expect(await titles(draft)).toEqual(['Minute 40', 'Minute 36', 'Minute 24', 'Minute 12']);
  });

  it('for published texts immediately, and for discarded pending texts', async () => {
    let release = await published('As it was');
    release = await saved(release, { title: 'Beside' });
    expect(await listed(release)).toMatchObject([
      { title: 'Beside', state: 'saved', isCurrent: true },
      { title: 'As it was', state: 'published', number: 1 },
    ]);
    const discarded = await ada.authorised('DELETE', `${PATH}/${release.id}/text`, {
      headers: { 'If-Match': release.etag },
    });
    release = read(discarded, adminPressReleaseSchema);
    expect(await titles(release)).toEqual(['As it was', 'Beside', 'As it was']);
    release = await changed(release, { title: 'Corrected' }, bob);
    expect((await listed(release))[0]).toMatchObject({ title: 'Corrected', state: 'published', by: 'bob@x.example' });
  });

  it('not for equal or empty texts', async () => {
    let draft = await started({ title: '', content: '' });
    draft = await saved(draft, { title: '', content: '' }, bob);
    draft = await saved(draft, { title: 'Same' }, ada);
    draft = await saved(draft, { title: 'Same', target: [] }, bob);
    expect(await titles(draft)).toEqual(['Same']);
  });

  it(`at most ${MAX_REVISIONS}, of which what readers saw and the ends stay`, async () => {
    let release = await published('What readers saw');
    for (let number = 1; number <= MAX_REVISIONS + 12; number += 1)
      release = await saved(release, { title: `Text ${number}` }, number % 2 === 0 ? ada : bob);
    expect(await stored(release)).toBe(MAX_REVISIONS);
    const all = await titles(release);
    expect(all).toHaveLength(MAX_REVISIONS + 1);
    expect(all.slice(0, 2)).toEqual([`Text ${MAX_REVISIONS + 12}`, `Text ${MAX_REVISIONS + 11}`]);
    expect(all.at(-1)).toBe('What readers saw');
  });

  it('unless there are too many: the closest neighbors go first, published texts last', () => {
    const row = (minute: number, state: 'saved' | 'published' = 'saved') => ({
      _id: new Types.ObjectId(),
      at: new Date(minute * MINUTE_MS),
      state,
    });
    const close = row(50);
    expect(leastUsefulRevision([row(90), row(70), row(51), close, row(49), row(0)])).toBe(close._id);
    const [seen, draft] = [row(50, 'published'), row(20)];
    expect(leastUsefulRevision([row(90), seen, row(49, 'published'), draft, row(0)])).toBe(draft._id);
    const oldest = row(0, 'published');
    expect(leastUsefulRevision([row(3, 'published'), row(2, 'published'), oldest])).toBe(oldest._id);
  });

  it('once per version for concurrent saves', async () => {
    const draft = await started({ title: 'Before all' });
    const save = (title: string) =>
      bob.authorised('PUT', `${PATH}/${draft.id}/text`, {
        body: { ...WHOLE, title },
        headers: { 'If-Match': draft.etag },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => save(`Bob ${number}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await titles(draft)).slice(1)).toEqual(['Before all']);
  });
});

describe('reading and restoring', () => {
  it('returns a text and saves it again, keeping the replaced one', async () => {
    let draft = await started({ title: 'First', content: '<p>First words</p>' });
    draft = await saved(draft, { title: 'Second', content: '<p>Others</p>', target: ['investors'] }, bob);
    const first = read(await ada.get(`${PATH}/${draft.id}/revisions/1`), pressReleaseRevisionTextSchema);
    expect(first).toMatchObject({ title: 'First', content: '<p>First words</p>', by: 'ada@x.example' });
    const restored = read(await restore(draft, 1), adminPressReleaseSchema);
    expect(restored).toMatchObject({
      title: 'First',
      content: '<p>First words</p>',
      // Who may read it is not of the past.
      target: ['investors'],
      status: 'draft',
      changedBy: 'ada@x.example',
    });
    expect(await titles(restored)).toEqual(['First', 'Second', 'First']);
    const audit = portal.connection.collection('audit');
    expect(await audit.findOne({ subject: draft.id, action: 'press-release.revision-restored' })).toMatchObject({
      actor: 'ada@x.example',
      detail: { number: '1' },
    });
    expectProblem(await restore(draft, 1), 412, 'precondition-failed');
  });

  it('restores into the pending text of a published release', async () => {
    let release = await published('Out first');
    release = await changed(release, { title: 'Out second' });
    const restored = read(await restore(release, 1), adminPressReleaseSchema);
    expect(restored).toMatchObject({ title: 'Out second', pending: { title: 'Out first', publishAt: null } });
    const seen = await portal.browser().get(`/api/press-releases/${release.id}`);
    expect(seen.body).toMatchObject({ title: 'Out second' });
    expect((await changed(restored, { title: 'Out first' })).pending).toBeUndefined();
  });

  it('keeps the planned time', async () => {
    const planned = { publishAt: '2999-01-01T00:00:00.000Z', status: 'scheduled' };
    let release = await changed(await started({ title: 'Planned' }), planned);
    release = await changed(release, { title: 'Planned otherwise' });
    const restored = read(await restore(release, 2), adminPressReleaseSchema);
    expect(restored).toMatchObject({ status: 'scheduled', date: planned.publishAt, pending: { title: 'Planned' } });
    expect(restored.pending?.publishAt).toBe(planned.publishAt);
  });

  it.each(['0', '-1', '1.5', '01', 'x', '1e3', '99999999999', '$ne'])('refuses %s as a number', async (number) => {
    const { id } = await started();
    expectProblem(await ada.get(`${PATH}/${id}/revisions/${encodeURIComponent(number)}`), 400, 'validation');
  });

  it('is 404 for a later number, another release or an unknown release', async () => {
    let [one, other] = [await started({ title: 'One' }), await started({ title: 'Other' })];
    one = await saved(one, { title: 'One more' }, bob);
    other = await saved(other, { title: 'Other 2' });
    other = await saved(other, { title: 'Other 3' });
    expectProblem(await restore(other, 1), 404, 'not-found');
    expectProblem(await ada.get(`${PATH}/${one.id}/revisions/3`), 404, 'not-found');
    expectProblem(await ada.get(`${PATH}/${'f'.repeat(24)}/revisions`), 404, 'not-found');
    const unconditional = await ada.authorised('POST', `${PATH}/${one.id}/revisions/1/restore`);
    expectProblem(unconditional, 400, 'validation');
  });

  it('is nothing for others, nor for an admin who previews', async () => {
    const { id, etag } = await published('For all');
    const investor = await portal.signedInAs('investor@x.example', 'investor');
    const headers = { 'If-Match': etag };
    for (const path of [`${PATH}/${id}/revisions`, `${PATH}/${id}/revisions/1`]) {
      expect((await portal.browser().get(path)).status).toBe(401);
      expect((await investor.get(path)).status).toBe(403);
      expect((await ada.get(path, { headers: { 'Preview-As': 'investor' } })).status).toBe(403);
    }
    expect((await investor.authorised('POST', `${PATH}/${id}/revisions/1/restore`, { headers })).status).toBe(403);
  });
});

describe('with the release', () => {
  it('waits in the bin, comes back, and is gone for good', async () => {
    let release = await published('Binned');
    release = await changed(release, { title: 'Binned once more' });
    const remove = () => ada.authorised('DELETE', `${PATH}/${release.id}`);
    await remove();
    expectProblem(await ada.get(`${PATH}/${release.id}/revisions`), 404, 'not-found');
    await ada.authorised('POST', `/api/admin/bin/press-release/${release.id}/restore`);
    expect(await titles(release)).toEqual(['Binned once more', 'Binned']);
    await remove();
    await ada.authorised('DELETE', `/api/admin/bin/press-release/${release.id}`);
    expect(await stored(release)).toBe(0);
  });
});
