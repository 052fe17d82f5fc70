import {
  alertAudienceSchema,
  auditPageSchema,
  documentSchema,
  reportsChosenSchema,
  waitingReportsSchema,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { outboxModel } from '../../platform/mail/model.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';
import { subscriberModel } from '../alerts/model.ts';
import { documentModel } from './model.ts';
import { reportBatchModel } from './report-mail.ts';

const WAITING = '/api/admin/report-mails';
const QUIET_MS = 60_000;

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  const [wants, doesNot] = await Promise.all(
    ['wants@x.example', 'does-not@x.example'].map((email) => portal.signedInAs(email, 'investor')),
  );
  await wants?.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: false } });
  await doesNot?.authorised('PUT', '/api/alerts/preferences', { body: { newReport: false, investorNews: true } });
});
afterAll(() => portal.stop());
afterEach(realDate);

async function upload(title: string, visibility = 'investor', notify: string | null = 'true') {
  const pdf = writePdf({ title, author: 'Cytocomm', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: visibility },
    ...(notify === null ? [] : [{ name: 'notify', value: notify }]),
    { name: 'file', value: pdf, fileName: 'report.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

const waiting = async () => read(await admin.authorised('GET', WAITING), waitingReportsSchema);
const choose = async (what: 'send' | 'recall', ...documents: string[]) =>
  read(await admin.authorised('POST', `${WAITING}/${what}`, { body: { documents } }), reportsChosenSchema).changed;
const rows = () =>
  outboxModel(portal.connection)
    .find({ kind: { $in: ['new-report', 'new-reports'] } })
    .sort({ createdAt: 1 })
    .lean();
const mails = async () =>
  (await portal.mailsTo('wants@x.example')).filter(({ subject }) => /new (report|version)/i.test(subject));
/** Wakes the job of the first process: it has a look every few seconds only. */
const hurry = () => choose('send', 'ffffffffffffffffffffffff');
const allOut = () =>
  until('the mails to be queued', async () => {
    const waiting = await documentModel(portal.connection).countDocuments({ mailing: { $exists: true } });
    const open = await reportBatchModel(portal.connection).countDocuments({ open: true });
    return waiting + open === 0 ? true : undefined;
  });
/** Lets the quiet time pass, and returns the mails that came with it. */
async function afterQuiet(ms = QUIET_MS + 1000, wake: () => Promise<unknown> = hurry) {
  const before = await mails();
  moveDate(ms);
  await wake();
  await allOut();
  await until('no mail to wait', async () =>
    (await rows()).every(({ status }) => /sent|dropped/.test(status)) ? true : undefined,
  );
  realDate();
  return (await mails()).slice(before.length);
}

it('a new report is mailed to subscribed investors only, if its admin wants that', async () => {
  await upload('For customers', 'customer');
  await upload('Not told', 'investor', null);
  await upload('Not told either', 'public', 'false');
  await upload('Annual report 2025');
  expect(await mails()).toEqual([]);
  const [mail, ...others] = await afterQuiet();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('New report: Annual report 2025');
  expect(mail?.text).toContain(`${portal.url}/dashboard`);
  expect(mail?.text).toContain(`${portal.url}/alerts/unsubscribe?token=`);
  expect((await rows()).map(({ to }) => to)).toEqual(['wants@x.example']);
});

it('reports in a row share one mail, which names ten and counts the others', async () => {
  const titles = Array.from({ length: 13 }, (_, number) => `Report number ${number + 1}`);
  for (const title of titles) await upload(title);
  const { documents, goesOutAt } = await waiting();
  expect(documents.map(({ title }) => title)).toEqual(titles);
  expect(Date.parse(goesOutAt ?? '') - Date.now()).toBeLessThanOrEqual(QUIET_MS);
  const [mail, ...others] = await afterQuiet();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('13 new reports');
  for (const title of titles.slice(0, 10)) expect(mail?.text).toContain(title);
  expect(mail?.text).toContain('and 3 more.');
  expect(mail?.text).not.toContain('Report number 11');
  expect(await waiting()).toEqual({ documents: [], goesOutAt: null });
});

it('goes out at most five minutes after the first report', async () => {
  const first = await upload('First of many');
  const start = Date.parse(first.uploadedAt);
  for (const minutes of [0.75, 1.5, 2.25, 3, 3.75, 4.5]) {
    moveDate(start + minutes * 60_000 - Date.now());
    await upload(`After ${minutes} minutes`);
  }
  expect(Date.parse((await waiting()).goesOutAt ?? '') - start).toBe(5 * 60_000);
  realDate();
  const out = await afterQuiet(5 * 60_000 + 1000);
  expect(out.map(({ subject }) => subject)).toEqual(['7 new reports']);
});

it('leaves out reports deleted or moved meanwhile, and adapts its text to a single one', async () => {
  const [deleted, hidden] = [await upload('Deleted in time'), await upload('Hidden in time')];
  await upload('The one that is left');
  await admin.authorised('DELETE', `/api/admin/documents/${deleted.id}`);
  await admin.authorised('PATCH', `/api/admin/documents/${hidden.id}`, { body: { visibility: 'customer' } });
  expect((await waiting()).documents.map(({ title }) => title)).toEqual(['The one that is left']);
  const out = await afterQuiet();
  expect(out.map(({ subject }) => subject)).toEqual(['New report: The one that is left']);
  expect(JSON.stringify(out)).not.toMatch(/in time/);
  // Shown again much later it is no new report.
  await admin.authorised('PATCH', `/api/admin/documents/${hidden.id}`, { body: { visibility: 'investor' } });
  expect(await waiting()).toEqual({ documents: [], goesOutAt: null });
});

it('can be sent now or recalled by an admin, with a row in the trail', async () => {
  const [one, two, three] = [await upload('One'), await upload('Two'), await upload('Three')];
  expect(await choose('recall', two.id, 'ffffffffffffffffffffffff')).toBe(1);
  expect(await choose('recall', two.id)).toBe(0);
  expect((await waiting()).documents.map(({ id }) => id)).toEqual([one.id, three.id]);
  const before = (await mails()).length;
  expect(await choose('send', one.id)).toBe(1);
  const mail = await until('the mail', async () => (await mails())[before]);
  expect(mail.subject).toBe('New report: One');
  expect(await choose('recall', one.id)).toBe(0);
  expect((await waiting()).documents.map(({ id }) => id)).toEqual([three.id]);
  expect((await afterQuiet()).map(({ subject }) => subject)).toEqual(['New report: Three']);
  const trail = read(await admin.authorised('GET', `/api/admin/audit?subject=${two.id}`), auditPageSchema);
  expect(trail.items.filter(({ action }) => action.startsWith('document.mail-'))).toEqual([
    expect.objectContaining({ action: 'document.mail-recalled', detail: expect.objectContaining({ reports: '1' }) }),
  ]);
});

it('goes out for a report uploaded while the clock was ahead', async () => {
  const before = (await mails()).length;
  moveDate(10 * 60_000);
  const { id } = await upload('Of later');
  realDate();
  await hurry();
  const mail = await until('the mail', async () => (await mails())[before]);
  expect(mail.subject).toBe('New report: Of later');
  await allOut();
  expect(await choose('recall', id)).toBe(0);
});

it('is about a new report, once, if its file was replaced silently before', async () => {
  const { id } = await upload('Corrected at once');
  const pdf = writePdf({ title: 'Corrected', author: 'Cytocomm', date: new Date(0), sections: [] });
  const body = multipart([{ name: 'file', value: pdf, fileName: 'report.pdf' }]);
  const headers = { 'Content-Type': MULTIPART };
  read(await admin.authorised('PUT', `/api/admin/documents/${id}/content`, { headers, body }), documentSchema);
  expect((await afterQuiet()).map(({ subject }) => subject)).toEqual(['New report: Corrected at once']);
});

describe('whose file is replaced, or that is deleted, while its mail waits', () => {
  async function replace(id: string, words: string, notify = true) {
    const pdf = writePdf({ title: words, author: 'Cytocomm', date: new Date(0), sections: [] });
    const body = multipart([
      ...(notify ? [{ name: 'notify', value: 'true' }] : []),
      { name: 'file', value: pdf, fileName: 'report.pdf' },
    ]);
    const headers = { 'Content-Type': MULTIPART };
    return read(await admin.authorised('PUT', `/api/admin/documents/${id}/content`, { headers, body }), documentSchema);
  }
  const restore = async (id: string, number: number) =>
    read(await admin.authorised('POST', `/api/admin/documents/${id}/versions/${number}/restore`), documentSchema);
  const undo = async (id: string) =>
    expect((await admin.authorised('POST', `/api/admin/bin/document/${id}/restore`)).status).toBe(204);
  const trailOf = async (id: string) =>
    read(await admin.authorised('GET', `/api/admin/audit?subject=${id}`), auditPageSchema).items;

  it('is cancelled when the new version is taken back, with a row in the trail', async () => {
    const { id } = await upload('Taken back', 'investor', null);
    await replace(id, 'Wrong');
    expect((await waiting()).documents.map((each) => each.id)).toEqual([id]);
    await restore(id, 1);
    expect(await waiting()).toEqual({ documents: [], goesOutAt: null });
    expect(await afterQuiet()).toEqual([]);
    const [restored] = (await trailOf(id)).filter(({ action }) => action === 'document.version-restored');
    expect(restored?.detail).toMatchObject({ mail: 'recalled' });
  });

  it('is still sent for a version when a later one was taken back', async () => {
    const { id } = await upload('Second is right', 'investor', null);
    await replace(id, 'Second');
    await replace(id, 'Third, wrong');
    await restore(id, 2);
    expect((await afterQuiet()).map(({ subject }) => subject)).toEqual(['New version: Second is right']);
  });

  it('is mailed as a new report while its first mail waits, even after replacements and restores', async () => {
    const { id } = await upload('New to all');
    await replace(id, 'Another');
    await restore(id, 1);
    expect((await afterQuiet()).map(({ subject }) => subject)).toEqual(['New report: New to all']);
  });

  it('waits at most five minutes, even with further replacements', async () => {
    const { id } = await upload('Replaced again and again', 'investor', null);
    const start = Date.now();
    for (const minutes of [0, 0.75, 1.5, 2.25, 3, 3.75, 4.5]) {
      moveDate(start + minutes * 60_000 - Date.now());
      await replace(id, `After ${minutes} minutes`);
    }
    const due = Date.parse((await waiting()).goesOutAt ?? '') - start;
    expect(due).toBeGreaterThanOrEqual(5 * 60_000);
    expect(due).toBeLessThan(5 * 60_000 + 30_000);
    realDate();
    expect((await afterQuiet(6 * 60_000)).map(({ subject }) => subject)).toEqual([
      'New version: Replaced again and again',
    ]);
  });

  it('is sent after a restore in time, and not after a later one', async () => {
    const [undone, late] = [await upload('Undone at once'), await upload('Back much later')];
    for (const { id } of [undone, late]) await admin.authorised('DELETE', `/api/admin/documents/${id}`);
    await undo(undone.id);
    expect((await waiting()).documents.map(({ id }) => id)).toEqual([undone.id]);
    expect((await afterQuiet()).map(({ subject }) => subject)).toEqual(['New report: Undone at once']);
    moveDate(6 * 60_000);
    await undo(late.id);
    expect(await waiting()).toEqual({ documents: [], goesOutAt: null });
    realDate();
  });
});

it.each([
  [{}, 'body.documents'],
  [{ documents: [] }, 'body.documents'],
  [{ documents: ['x'] }, 'body.documents.0'],
  [{ documents: [{ $ne: null }] }, 'body.documents.0'],
  [{ documents: Array(101).fill('ffffffffffffffffffffffff') }, 'body.documents'],
])('refuses a choice that is none (%#), and names the field', async (body, path) => {
  for (const what of ['send', 'recall']) {
    const answer = await admin.authorised('POST', `${WAITING}/${what}`, { body });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [expect.objectContaining({ path })] });
  }
});

describe('with several processes', () => {
  it('mails each report once, even if all find it due at the same time', async () => {
    const others = await Promise.all([portal.another(), portal.another(), portal.another()]);
    const admins: TestBrowser[] = [];
    // One after the other: each newer link of a person ends the one before.
    for (const { url } of [portal, ...others]) admins.push(await portal.signedIn('admin@x.example', url));
    const body = { documents: ['ffffffffffffffffffffffff'] };
    const titles = Array.from({ length: 5 }, (_, number) => `Shared ${number}`);
    for (let round = 0; round < 3; round += 1) {
      for (const title of titles) await upload(`${title} ${round}`);
      const out = await afterQuiet(QUIET_MS + 1000, () =>
        Promise.all(admins.map((each) => each.authorised('POST', `${WAITING}/send`, { body }))),
      );
      expect(out.map(({ subject }) => subject)).toEqual(['5 new reports']);
    }
    for (const other of others) await other.stop();
  });

  it('a report recalled at the last moment is in no mail, others are', async () => {
    const other = await portal.another();
    const second = await portal.signedIn('admin@x.example', other.url);
    const uploads = await Promise.all(Array.from({ length: 9 }, (_, number) => upload(`Contested ${number}`)));
    const before = (await mails()).length;
    moveDate(QUIET_MS + 1000);
    const body = { documents: ['ffffffffffffffffffffffff'] };
    const recalls = uploads.map(async ({ id, title }, number) => ({
      title,
      recalled: (number % 3 === 0 ? await choose('recall', id) : 0) === 1,
    }));
    const [outcomes] = await Promise.all([
      Promise.all(recalls),
      hurry(),
      second.authorised('POST', `${WAITING}/send`, { body }),
    ]);
    await allOut();
    await until('no mail to wait', async () =>
      (await rows()).every(({ status }) => /sent|dropped/.test(status)) ? true : undefined,
    );
    const text = (await mails())
      .slice(before)
      .map((mail) => mail.text)
      .join();
    for (const { title, recalled } of outcomes)
      expect([title, text.split(title).length - 1]).toEqual([title, recalled ? 0 : 1]);
    await other.stop();
  });

  it('finishes a batch whose mails a crashed process queued in part', async () => {
    const batches = reportBatchModel(portal.connection);
    const before = await mails();
    const [first, second] = [await upload('Queued in part 1'), await upload('Queued in part 2')];
    const ids = [first.id, second.id];
    await documentModel(portal.connection).updateMany({ _id: { $in: ids } }, { $set: { mailing: 'queueing' } });
    // Its mail to one of the recipients was queued before the end.
    const { _id } = await batches.create({ documents: ids });
    const sample = (await rows()).find(({ kind }) => kind === 'new-reports');
    const member = sample?.data instanceof Object && 'member' in sample.data ? sample.data.member : undefined;
    const memberId = member instanceof Object && 'id' in member ? String(member.id) : '';
    await outboxModel(portal.connection).create({
      ...{ _id: `new-report:${_id}:${memberId}`, kind: 'new-reports', to: 'wants@x.example', status: 'waiting' },
      ...{ data: { batchId: String(_id), member }, createdAt: new Date(), nextAttemptAt: new Date() },
    });
    await batches.updateOne({ _id }, { $set: { open: true } });
    await hurry();
    await allOut();
    const count = await outboxModel(portal.connection).countDocuments({ _id: new RegExp(`^new-report:${_id}:`) });
    expect(count).toBe(1);
    const both = await until('the mail', async () => (await mails())[before.length]);
    expect(both.subject).toBe('2 new reports');
  });
});

it('a value of notify other than true or false is refused', async () => {
  const body = multipart([
    { name: 'title', value: 'X' },
    { name: 'visibility', value: 'investor' },
    { name: 'notify', value: 'yes' },
    { name: 'file', value: Buffer.from('%PDF-1.4'), fileName: 'x.pdf' },
  ]);
  const answer = await admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body,
  });
  expect(answer.status).toBe(400);
});

describe('how many people a mail would reach', () => {
  const audience = async (topics: string) => admin.authorised('GET', `/api/admin/alerts/audience?topics=${topics}`);

  it('counts subscribers who may read it, each once', async () => {
    const confirmed = { status: 'confirmed' as const, createdAt: new Date(), confirmedAt: new Date() };
    await subscriberModel(portal.connection).create([
      { ...confirmed, email: 'reader@x.example' },
      { ...confirmed, email: 'does-not@x.example' },
      { email: 'pending@x.example', status: 'pending' as const, createdAt: new Date() },
    ]);
    const count = async (topics: string) => read(await audience(topics), alertAudienceSchema);
    expect(await count('new-report')).toEqual({ recipients: 1 });
    expect(await count('public-news')).toEqual({ recipients: 2 });
    // `does-not` wants news for investors, and is a subscriber as well.
    expect(await count('public-news,investor-news')).toEqual({ recipients: 2 });
    await admin.authorised('PATCH', '/api/admin/users/wants@x.example', { body: { role: 'investor', enable: false } });
    expect(await count('new-report')).toEqual({ recipients: 0 });
  });

  it.each(['', 'everything', 'new-report,', 'x'.repeat(200)])('refuses topics %j', async (topics) => {
    expect((await audience(topics)).status).toBe(400);
  });
});
