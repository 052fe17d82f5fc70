import { type AdminPressRelease, adminPressReleaseSchema } from '@cytocomm/contract';
import type { CaughtMail } from '@cytocomm/mailbox';
import { userModel } from '../../identity/users/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { subscriberModel } from '../alerts/model.ts';
import { pressReleaseModel } from './model.ts';

// Who gets a press release by mail, once, and what the release says about it afterwards.

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

let count = 0;
async function subscriber(status: 'confirmed' | 'pending' = 'confirmed'): Promise<string> {
  count += 1;
  const email = `subscriber-${count}@x.example`;
  await subscriberModel(portal.connection).create({ email, status, createdAt: new Date() });
  return email;
}

afterEach(realDate);
beforeEach(() => subscriberModel(portal.connection).deleteMany({}));

const PATH = '/api/admin/press-releases';

async function publish(body: object = {}, by = admin): Promise<AdminPressRelease> {
  const text = { title: 'News', content: '<p>Words &amp; <b>more</b>.</p>', target: ['public'], sendEmail: true };
  return read(await by.authorised('POST', PATH, { body: { ...text, ...body } }), adminPressReleaseSchema, 201);
}

const look = async (id: string) => read(await admin.get(`${PATH}/${id}`), adminPressReleaseSchema);

/** Waits until no mail of a release is waiting any more. */
const waitForMails = (id: string) =>
  until(`the mails of ${id}`, async () => {
    const { mailing } = (await pressReleaseModel(portal.connection).findById(id).lean()) ?? {};
    const release = await look(id);
    return mailing === 'queued' && release.mails?.waiting === 0 ? release : undefined;
  });

/** Waits until a release says that it was sent: a mail counts as sent a moment before. */
const sent = (id: string) =>
  until(`${id} to say that it was sent`, async () => {
    const release = await waitForMails(id);
    return release.sentToEmail ? release : undefined;
  });

const newsOf = (mails: readonly CaughtMail[]) => mails.filter((mail) => !/sign-in|confirm/i.test(mail.subject));
const mailsTo = async (email: string) => newsOf(await portal.mailsTo(email));

it('goes to each confirmed subscriber once, and is counted in the release', async () => {
  const [ada, bob, pending] = [await subscriber(), await subscriber(), await subscriber('pending')];
  const before = Date.now();
  const release = await publish({ title: 'For everybody <3' });
  expect(release).toMatchObject({ sendEmail: true, sentToEmail: false, emailSentDate: null });

  const after = await sent(release.id);
  expect(after.mails).toMatchObject({ recipients: 2, sent: 2, waiting: 0, failed: 0 });
  expect(Date.parse(after.emailSentDate ?? '')).toBeGreaterThanOrEqual(before);
  for (const email of [ada, bob]) {
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('For everybody <3');
    expect(mail?.to).toEqual([expect.objectContaining({ address: email })]);
    expect(mail?.html).toContain('<p>Words &amp; <b>more</b>.</p>');
    expect(mail?.text).toContain(`${portal.url}/news?release=${release.id}`);
  }
  expect(await mailsTo(pending)).toEqual([]);
});

it('skips broken subscribers and broken releases', async () => {
  await portal.connection.collection('subscribers').insertOne({ status: 'confirmed', createdAt: new Date() });
  const email = await subscriber();
  const broken = { title: 'x', content: 'x', status: 'published', mailing: 'wanted', date: new Date(0), target: 5 };
  const { insertedId } = await portal.connection.collection('press_releases').insertOne(broken);
  const release = await publish();
  expect((await sent(release.id)).mails).toMatchObject({ recipients: 1, sent: 1 });
  expect(await mailsTo(email)).toHaveLength(1);
  await portal.connection.collection('press_releases').deleteOne({ _id: insertedId });
});

it('has absolute links, a limited size, and headers against automatic replies', async () => {
  const email = await subscriber();
  const text = '<p>A short sentence stands here.</p>'.repeat(3500);
  const release = await publish({ content: `<p><a href="/investors">Investors</a></p>${text}` });
  await sent(release.id);
  const [mail] = await mailsTo(email);
  expect(mail?.html).toContain(`<a href="${portal.url}/investors"`);
  expect(mail?.text).toContain(`${portal.url}/investors`);
  expect(mail?.html.length).toBeLessThan(90 * 1024);
  expect(mail?.html).toContain(`${portal.url}/alerts/unsubscribe?token=`);
  expect(mail?.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'OOF, AutoReply',
  });
});

it('is only sent if requested', async () => {
  const email = await subscriber();
  const release = await publish({ sendEmail: false });
  const marker = await publish({ title: 'Marker' });
  await waitForMails(marker.id);
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(['Marker']);
  expect(await look(release.id)).toMatchObject({ sentToEmail: false, emailSentDate: null, mails: { recipients: 0 } });
});

it('can be sent later, and is not sent again after edits', async () => {
  const email = await subscriber();
  const release = await publish({ title: 'Late', sendEmail: false });
  await admin.authorised('PATCH', `${PATH}/${release.id}`, { body: { sendEmail: true } });
  await waitForMails(release.id);
  await admin.authorised('PATCH', `${PATH}/${release.id}`, { body: { title: 'Late, corrected' } });
  await admin.authorised('PATCH', `${PATH}/${release.id}`, { body: { sendEmail: false } });
  await admin.authorised('PATCH', `${PATH}/${release.id}`, { body: { sendEmail: true } });
  const marker = await publish({ title: 'Marker' });
  await waitForMails(marker.id);
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(['Late', 'Marker']);
});

it('is sent at the scheduled time, and never for a withdrawn release', async () => {
  const email = await subscriber();
  const at = new Date(Date.now() + 600_000);
  const release = await publish({ title: 'At its instant', publishAt: at.toISOString() });
  const withdrawn = await publish({ title: 'Withdrawn', publishAt: at.toISOString() });
  await admin.authorised('PATCH', `${PATH}/${withdrawn.id}`, { body: { status: 'draft' } });
  expect(await mailsTo(email)).toEqual([]);
  moveDate(600_000);
  const after = await sent(release.id);
  expect(Date.parse(after.emailSentDate ?? '')).toBeGreaterThanOrEqual(at.getTime());
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('At its instant');
  expect(await look(withdrawn.id)).toMatchObject({ sentToEmail: false });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['At its instant']);
});

it('is sent once by several processes and repeated runs', async () => {
  const other = await portal.another();
  try {
    const emails = await Promise.all(Array.from({ length: 12 }, () => subscriber()));
    const at = new Date(Date.now() + 2000);
    const release = await publish({ title: 'Once only', publishAt: at.toISOString() });
    await waitForMails(release.id);
    // As if a process had ended right before it could note that everything is queued.
    await pressReleaseModel(portal.connection).updateOne({ title: 'Once only' }, { $set: { mailing: 'wanted' } });
    await publish({ title: 'Another', sendEmail: false });
    await waitForMails(release.id);
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(1);
    await expect(
      outboxModel(portal.connection).countDocuments({ kind: 'press-release', 'data.releaseId': release.id }),
    ).resolves.toBe(12);
  } finally {
    await other.stop();
  }
});

describe('news for investors', () => {
  const preferences = '/api/alerts/preferences';
  async function investor(email: string, wants = true): Promise<TestBrowser> {
    const person = await portal.signedInAs(email, 'investor');
    await person.authorised('PUT', preferences, { body: { newReport: false, investorNews: wants } });
    return person;
  }

  it('goes to subscribed investors, never to public subscribers', async () => {
    const email = await subscriber();
    await investor('wants@x.example');
    await investor('does-not@x.example', false);
    const release = await publish({ title: 'Secret figures', target: ['investors'] });
    await waitForMails(release.id);
    expect((await mailsTo('wants@x.example')).map(({ subject }) => subject)).toEqual(['Secret figures']);
    expect((await mailsTo('wants@x.example'))[0]?.text).toContain(`${portal.url}/dashboard`);
    expect(await mailsTo('does-not@x.example')).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('reaches a person who is investor and subscriber once', async () => {
    await investor('both@x.example');
    await subscriberModel(portal.connection).create({
      email: 'both@x.example',
      status: 'confirmed',
      createdAt: new Date(),
    });
    const release = await publish({ title: 'For both', target: ['public', 'investors'] });
    const { mails } = await waitForMails(release.id);
    expect(mails?.sent).toBe(mails?.recipients);
    expect((await mailsTo('both@x.example')).filter(({ subject }) => subject === 'For both')).toHaveLength(1);
  });

  it('is not sent to people who lost the role or were deleted after it was queued', async () => {
    await investor('fired@x.example');
    await investor('deleted@x.example');
    await userModel(portal.connection).updateOne({ email: 'fired@x.example' }, { $set: { roles: ['customer'] } });
    await userModel(portal.connection).deleteOne({ email: 'deleted@x.example' });
    const release = await publish({ title: 'Only for some', target: ['investors'] });
    await waitForMails(release.id);
    for (const email of ['fired@x.example', 'deleted@x.example']) expect(await mailsTo(email)).toEqual([]);
  });
});

it('a test mail goes to the admin only, also of drafts', async () => {
  const email = await subscriber();
  const draft = await publish({ title: 'How it looks', status: 'draft' });
  expect((await admin.authorised('POST', `${PATH}/${draft.id}/test-mail`)).status).toBe(204);
  const mail = await until('the test', async () =>
    (await mailsTo('admin@x.example')).find(({ subject }) => subject.startsWith('[Test]')),
  );
  expect(mail.subject).toBe('[Test] How it looks');
  expect(mail.html).toContain('<p>Words &amp; <b>more</b>.</p>');
  expect(await mailsTo(email)).toEqual([]);
  expect(await look(draft.id)).toMatchObject({ status: 'draft', sentToEmail: false, emailSentDate: null });
  expect((await admin.authorised('POST', `${PATH}/ffffffffffffffffffffffff/test-mail`)).status).toBe(404);
});

it('has unsubscribe links for people and mail programs', async () => {
  const email = await subscriber();
  const release = await publish({ title: 'With a way out' });
  await waitForMails(release.id);
  const [mail] = await mailsTo(email);
  const header = (name: string) => Object.entries(mail?.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, address = ''] = /<(.+)>/.exec(String(header('list-unsubscribe'))) ?? [];
  expect(address).toMatch(new RegExp(`^${portal.url}/api/alerts/unsubscribe\\?token=`));
  expect(mail?.text).toContain(`${portal.url}/alerts/unsubscribe?token=`);
  const answer = await portal.browser().call('POST', address, {
    as: 'bare',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(200);
  const next = await publish({ title: 'Not for them' });
  await waitForMails(next.id);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['With a way out']);
});
