import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  notificationPageSchema,
  notificationSummarySchema,
  problemSchema,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { watchChanges } from '../../../testing/live-listener.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
let changesSeen: () => Promise<void>;
let ada: TestBrowser;
let bob: TestBrowser;
let eve: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ RELEASE_APPROVAL: 'yes' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  changesSeen = await watchChanges(portal, ada);
  bob = await portal.signedInAs('bob@x.example', 'admin');
  eve = await portal.signedInAs('eve@x.example', 'admin');
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const TEXT = { title: 'News', content: '<p>Words.</p>', target: ['public'], sendEmail: false, publishAt: null };
const SOON = { publishAt: '2999-12-01T06:00:00.000Z', timeZone: 'Europe/Berlin' };

type Release = AdminPressRelease;
const drafted = async (text: object = {}, by = ada) =>
  read(await by.authorised('POST', `${PATH}/drafts`, { body: { ...TEXT, ...text } }), adminPressReleaseSchema, 201);
const conditional = ({ etag }: Pick<Release, 'etag'>) => ({ headers: { 'If-Match': etag } });
const save = (release: Release, text: object, by = ada) =>
  by.authorised('PUT', `${PATH}/${release.id}/text`, { body: { ...TEXT, ...text }, ...conditional(release) });
const saved = async (release: Release, text: object, by = ada) =>
  read(await save(release, text, by), adminPressReleaseSchema);
const step = (kind: '' | '/approve' | '/decline', release: Release, by: TestBrowser, body: object = {}) =>
  by.authorised('POST', `${PATH}/${release.id}/approval${kind}`, { body, ...conditional(release) });
const ask = async (release: Release, by = ada) => read(await step('', release, by), adminPressReleaseSchema);
const approved = async (release: Release, by = bob) =>
  read(await step('/approve', release, by), adminPressReleaseSchema);
const change = (release: Release, body: object, by = ada) =>
  by.authorised('PATCH', `${PATH}/${release.id}`, { body, ...conditional(release) });
const publish = (release: Release, by = ada) => change(release, { status: 'published' }, by);
const now = async ({ id }: Release) => read(await ada.get(`${PATH}/${id}`), adminPressReleaseSchema);
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, detail } = problemSchema.parse(body);
  return { status, code, detail };
};
const actionsOf = async ({ id }: Release) =>
  (await portal.connection.collection('audit').find({ subject: id }).sort({ _id: 1 }).toArray()).map(
    ({ action }) => action as string,
  );
const NEEDED = { status: 409, code: 'approval-needed' };

it('is asked for, given, and used once; each step is in the trail', async () => {
  const draft = await drafted();
  expect(draft.approval).toEqual({ state: 'none', writers: ['ada@x.example'] });
  expect(refusal(await publish(draft))).toMatchObject(NEEDED);
  expect((await ask(draft)).approval).toMatchObject({ state: 'asked', askedBy: 'ada@x.example' });
  const yes = await approved(draft);
  expect(yes.approval).toMatchObject({ state: 'approved', by: 'bob@x.example' });
  expect(yes.etag).toBe(draft.etag);
  const out = read(await publish(yes), adminPressReleaseSchema);
  expect(out).toMatchObject({ status: 'published', approval: { state: 'none', writers: [] } });
  const releases = portal.connection.collection('press_releases');
  expect(await releases.countDocuments({ 'approved.by': 'bob@x.example' })).toBe(1);
  const steps = ['created', 'approval-asked', 'approved', 'changed'];
  expect(await actionsOf(draft)).toEqual(steps.map((name) => `press-release.${name}`));
});

it('is wanted on every path that publishes', async () => {
  const { publishAt: _, ...body } = TEXT;
  for (const more of [{}, { status: 'published' }, { ...SOON }, { publishAt: '2020-01-01T00:00:00.000Z' }])
    expect(refusal(await ada.authorised('POST', PATH, { body: { ...body, ...more } }))).toMatchObject(NEEDED);
  const draft = await drafted({ ...SOON });
  for (const more of [{ status: 'published' }, { status: 'scheduled' }, { status: 'scheduled', ...SOON }])
    expect(refusal(await change(draft, more))).toMatchObject(NEEDED);
  expect(await now(draft)).toMatchObject({ status: 'draft', date: null, etag: draft.etag });
  const out = read(await publish(await approved(await drafted())), adminPressReleaseSchema);
  for (const more of [
    { title: 'Other' },
    { content: '<p>x</p>' },
    { target: ['investors'] },
    { sendEmail: true },
    SOON,
  ])
    expect(refusal(await change(out, more))).toMatchObject(NEEDED);
  const beside = await saved(out, { title: 'Beside' });
  expect(refusal(await change(beside, { title: 'Beside' }))).toMatchObject(NEEDED);
  // Withdrawing is harmless; publishing again is a separate step.
  const back = read(await change(beside, { status: 'draft' }), adminPressReleaseSchema);
  expect(refusal(await publish(back))).toMatchObject(NEEDED);
  expect(refusal(await step('/approve', back, ada))).toMatchObject({ status: 409, code: 'conflict' });
});

it.each<[string, object]>([
  ['other words', { content: '<p>Other.</p>' }],
  ['another title', { title: 'Other' }],
  ['other readers', { target: ['public', 'investors'] }],
  ['mails', { sendEmail: true }],
  ['another time', { status: 'scheduled', publishAt: '2998-01-01T00:00:00.000Z' }],
  ['no time', { status: 'published' }],
  ['a time that is over', { status: 'published', publishAt: '2020-01-01T00:00:00.000Z' }],
])('allows exactly what was approved: not %s', async (_, more) => {
  const draft = await approved(await drafted(SOON));
  expect(refusal(await change(draft, { status: 'scheduled', ...more }))).toMatchObject(NEEDED);
  expect(read(await change(draft, { status: 'scheduled' }), adminPressReleaseSchema).date).toBe(SOON.publishAt);
});

it('is asked for again for a correction of what is out, which keeps its date', async () => {
  const out = read(await publish(await approved(await drafted())), adminPressReleaseSchema);
  const correction = await saved(out, { title: 'Corrected' });
  const publication = { title: 'Corrected', status: 'published' };
  expect(refusal(await change(correction, publication))).toMatchObject(NEEDED);
  const yes = await approved(await ask(correction));
  expect(refusal(await change(yes, { ...publication, publishAt: '2020-01-01T00:00:00.000Z' }))).toMatchObject(NEEDED);
  expect(read(await change(yes, publication), adminPressReleaseSchema)).toMatchObject({
    ...{ title: 'Corrected', status: 'published', date: out.date },
    approval: { state: 'none', writers: [] },
  });
});

it('ends with an edit, and stays with a save of the same text', async () => {
  const yes = await approved(await drafted());
  const same = await saved(yes, {});
  expect(same.approval?.state).toBe('approved');
  const edited = await saved(same, { content: '<p>Words!</p>' });
  expect(edited.approval).toMatchObject({ state: 'outdated', writers: ['ada@x.example'], by: 'bob@x.example' });
  expect(refusal(await publish(edited)).detail).toMatch(/changed after it had been approved/);
  const back = await saved(edited, {});
  expect(refusal(await publish(back))).toMatchObject(NEEDED);
  expect(refusal(await step('/approve', back, ada))).toMatchObject({ status: 409 });
});

it('ends when an earlier text comes back', async () => {
  const draft = await drafted();
  const yes = await approved(await saved(draft, { title: 'Other' }, bob), eve);
  const restored = await ada.authorised('POST', `${PATH}/${yes.id}/revisions/1/restore`, conditional(yes));
  const { title, approval } = read(restored, adminPressReleaseSchema);
  expect([title, approval?.state, approval?.writers]).toEqual(['News', 'outdated', ['ada@x.example']]);
});

it('is not accepted from a person who wrote in it, in any session', async () => {
  const draft = await saved(await drafted(), { title: 'By both' }, bob);
  const second = await portal.signedIn('ada@x.example');
  for (const writer of [ada, bob, second])
    expect(refusal(await step('/approve', draft, writer)).detail).toMatch(/You wrote in it/);
  expect((await approved(draft, eve)).approval?.by).toBe('eve@x.example');
  // What was approved before is another's; what is written since is one's own.
  const later = await saved(draft, { title: 'Later' }, eve);
  expect(refusal(await step('/approve', later, eve)).status).toBe(409);
  expect((await approved(later, ada)).approval?.state).toBe('approved');
});

it('is declined with a note, which stays until the next question', async () => {
  const draft = await ask(await drafted());
  expect((await step('/decline', draft, bob)).status).toBe(400);
  expect((await step('/decline', draft, bob, { note: '  ' })).status).toBe(400);
  const no = read(await step('/decline', draft, bob, { note: 'Wrong figure\nin line 2' }), adminPressReleaseSchema);
  expect(no.approval).toMatchObject({ state: 'declined', by: 'bob@x.example', note: 'Wrong figure\nin line 2' });
  const edited = await saved(no, { title: 'Better' });
  expect(edited.approval?.note).toBe('Wrong figure\nin line 2');
  expect((await ask(edited)).approval).not.toHaveProperty('note');
  expect(refusal(await step('/decline', await drafted(), bob, { note: 'x' })).detail).toMatch(/No approval is pending/);
});

it('tells each admin who may answer, and the writers of the answer, once', async () => {
  await portal.connection.collection('outbox').deleteMany({});
  const draft = await drafted({ title: 'Mailed 5519', ...SOON });
  await Promise.all([ask(draft), ask(draft), ask(draft)]);
  const mails = async (email: string) =>
    (await portal.mailsTo(email)).filter(({ text }) => text.includes('Mailed 5519'));
  const mail = await until('the mail', async () =>
    (await mails('eve@x.example')).length > 0 ? mails('eve@x.example') : undefined,
  );
  expect(mail[0]?.text).toContain('planned for 2999-12-01 07:00 Europe/Berlin');
  const about = async (by: TestBrowser) => {
    await changesSeen();
    return read(await by.get('/api/notifications'), notificationPageSchema)
      .items.filter(({ subject }) => subject === draft.id)
      .map(({ happening }) => happening);
  };
  const waits = async (by: TestBrowser) =>
    read(await by.get('/api/notifications/summary'), notificationSummarySchema).waiting.find(({ what }) => what)
      ?.count ?? 0;
  expect([await about(bob), await about(ada)]).toEqual([['asked'], []]);
  expect((await waits(bob)) - (await waits(ada))).toBeGreaterThan(0);
  const waited = await waits(bob);
  const listed = await ada.get(`${PATH}?approval=asked&limit=100`);
  expect(listed.text).toContain(draft.id);
  await step('/decline', draft, bob, { note: 'Not yet' });
  await until('the answer', async () => ((await mails('ada@x.example')).length > 0 ? true : undefined));
  expect([await about(bob), await about(ada)]).toEqual([[], ['declined']]);
  expect(await waits(bob)).toBe(waited - 1);
  const rows = await portal.connection.collection('outbox').find({ kind: 'release-approval' }).toArray();
  expect(rows.map(({ to }) => to as string).toSorted()).toEqual(['ada@x.example', 'bob@x.example', 'eve@x.example']);
});

describe('at once', () => {
  it('two approve: one of them did', async () => {
    const draft = await drafted();
    const answers = await Promise.all([step('/approve', draft, bob), step('/approve', draft, eve)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await actionsOf(draft)).filter((action) => action === 'press-release.approved')).toHaveLength(1);
  });

  it('an edit during an approval is not approved with it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const draft = await drafted();
      const [edit, answer] = await Promise.all([
        save(draft, { title: `Edited ${round}` }),
        step('/approve', draft, bob),
      ]);
      expect([edit.status, [200, 412].includes(answer.status)]).toEqual([200, true]);
      const after = await now(draft);
      expect(after.approval?.state).toBe(answer.status === 200 ? 'outdated' : 'none');
      expect(refusal(await publish(after))).toMatchObject(NEEDED);
    }
  });

  it('one declines while the other approves: one answer counts', async () => {
    const draft = await ask(await drafted());
    const [yes, no] = await Promise.all([step('/approve', draft, bob), step('/decline', draft, eve, { note: 'No' })]);
    // An approval after a decline is of the same version.
    expect(yes.status).toBe(200);
    expect([200, 409]).toContain(no.status);
    expect((await now(draft)).approval?.state).toBe('approved');
  });
});

it('is of one version: another is refused, any is not enough', async () => {
  const draft = await drafted();
  const edited = await saved(draft, { title: 'Edited' });
  expect((await step('/approve', draft, bob)).status).toBe(412);
  expect((await step('', draft, ada)).status).toBe(412);
  const path = `${PATH}/${edited.id}/approval/approve`;
  expect((await bob.authorised('POST', path, { body: {} })).status).toBe(400);
  expect((await bob.authorised('POST', path, { body: {}, headers: { 'If-Match': '*' } })).status).toBe(400);
  expect((await now(draft)).approval?.state).toBe('none');
});

it('is taken back only as what it is: a question that was answered meanwhile stays answered', async () => {
  const draft = await ask(await drafted());
  const withdraw = (query: string) =>
    ada.authorised('DELETE', `${PATH}/${draft.id}/approval${query}`, conditional(draft));
  expect((await withdraw('?state=approved')).status).toBe(409);
  await approved(draft);
  expect(refusal(await withdraw('?state=asked'))).toMatchObject({ status: 409, code: 'conflict' });
  expect((await now(draft)).approval?.state).toBe('approved');
  expect((await withdraw('?state=none')).status).toBe(400);
  const withdrawn = read(await withdraw('?state=approved'), adminPressReleaseSchema);
  expect(withdrawn.approval?.state).toBe('none');
  // Twice is once.
  expect((await withdraw('?state=approved')).status).toBe(200);
  expect((await actionsOf(draft)).filter((action) => action.endsWith('withdrawn'))).toHaveLength(1);
});

it('counts while who gave it is an admin', async () => {
  const formerAdmin = await portal.signedInAs('gone@x.example', 'admin');
  const former = await portal.signedInAs('former@x.example', 'admin');
  const [one, two] = [await approved(await drafted(), formerAdmin), await approved(await drafted(), former)];
  await ada.authorised('DELETE', '/api/admin/users/gone@x.example');
  await ada.authorised('PATCH', '/api/admin/users/former@x.example', { body: { role: 'admin', enable: false } });
  for (const release of [one, two]) expect(refusal(await publish(release)).detail).toMatch(/is no longer an admin/);
  expect((await step('/approve', two, former)).status).toBe(403);
  // The next one may answer instead.
  const withdrawn = await ada.authorised('DELETE', `${PATH}/${one.id}/approval`, conditional(one));
  expect(read(withdrawn, adminPressReleaseSchema).approval?.state).toBe('none');
  expect((await publish(await approved(one))).status).toBe(200);
});

it('does not survive the bin: a restored draft is unapproved', async () => {
  const draft = await approved(await drafted());
  await ada.authorised('DELETE', `${PATH}/${draft.id}`);
  await ada.authorised('POST', `/api/admin/bin/press-release/${draft.id}/restore`);
  const back = await now(draft);
  expect(back.approval?.state).toBe('none');
  expect(refusal(await publish(back))).toMatchObject(NEEDED);
  expect(refusal(await step('/approve', back, ada)).status).toBe(409);
  const planned = read(
    await change(await approved(await drafted(SOON)), { status: 'scheduled' }),
    adminPressReleaseSchema,
  );
  await ada.authorised('DELETE', `${PATH}/${planned.id}`);
  await ada.authorised('POST', `/api/admin/bin/press-release/${planned.id}/restore`);
  expect(await now(planned)).toMatchObject({ status: 'scheduled', date: SOON.publishAt });
});

it('is asked for what was scheduled before it was wanted: it is a draft again, and not published', async () => {
  const draft = await drafted({ title: 'Early' });
  const releases = portal.connection.collection('press_releases');
  const date = new Date('2999-01-01T00:00:00.000Z');
  await releases.updateOne({ title: 'Early' }, { $set: { status: 'scheduled', date, sortDate: date } });
  const heldRelease = await until('it to be held', async () => {
    const release = await now(draft);
    return release.status === 'draft' ? release : undefined;
  });
  expect(heldRelease).toMatchObject({ date: null, approval: { state: 'asked', askedBy: 'ada@x.example' } });
  expect(await actionsOf(draft)).toContain('press-release.held');
  expect(refusal(await step('/approve', heldRelease, ada)).status).toBe(409);
});

it('says what to do when no other admin can approve', async () => {
  const everybodys = await saved(await saved(await drafted(), { title: '2' }, bob), { title: '3' }, eve);
  expect(refusal(await step('', everybodys, ada)).detail).toMatch(
    /^Every admin has written in it.*Make another person/,
  );
  const users = portal.connection.collection('users');
  const others = { email: { $ne: 'ada@x.example' }, roles: 'admin' };
  const emails = (await users.find(others).toArray()).map(({ email }) => email as string);
  await users.updateMany(others, { $set: { roles: ['investor'] } });
  expect(refusal(await step('', await drafted(), ada)).detail).toMatch(/^There is no other admin.*Make another person/);
  await users.updateMany({ email: { $in: emails } }, { $set: { roles: ['admin'] } });
});

it('refuses what is no note, and strangers', async () => {
  const draft = await drafted();
  for (const body of [
    { note: 'x'.repeat(1001) },
    { note: 'a\u0000' },
    { note: { $gt: '' } },
    { other: 1 },
    { note: 7 },
  ])
    expect((await step('', draft, ada, body)).status).toBe(400);
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  for (const kind of ['', '/approve', '/decline'] as const)
    expect((await step(kind, draft, investor, { note: 'x' })).status).toBe(403);
  expect((await step('/approve', { ...draft, id: '0'.repeat(24) }, bob)).status).toBe(404);
});
