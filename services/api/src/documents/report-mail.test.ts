import { alertAudienceSchema, documentSchema } from '@cytocomm/contract';
import { subscriberModel } from '../alerts/model.ts';
import { outboxModel } from '../mail/model.ts';
import { writePdf } from '../seed/pdf.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { read } from '../testing/json.ts';
import { MULTIPART, multipart } from '../testing/multipart.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';

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

async function upload(title: string, visibility: string, notify?: string) {
  const pdf = writePdf({ title, author: 'Cytocomm', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: visibility },
    ...(notify === undefined ? [] : [{ name: 'notify', value: notify }]),
    { name: 'file', value: pdf, fileName: 'report.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

it('a new report whose admin wants it told goes to the investors who asked, and to nobody else', async () => {
  await upload('For customers', 'customer', 'true');
  await upload('Not told', 'investor');
  await upload('Not told either', 'public', 'false');
  await upload('Annual report 2025', 'investor', 'true');
  const mails = await until('a mail', async () => {
    const found = (await portal.mailsTo('wants@x.example')).filter(({ subject }) => subject.startsWith('New report'));
    return found.length > 0 ? found : undefined;
  });
  expect(mails.map(({ subject }) => subject)).toEqual(['New report: Annual report 2025']);
  expect(mails[0]?.text).toContain(`${portal.url}/dashboard`);
  expect(mails[0]?.text).toContain(`${portal.url}/alerts/unsubscribe?token=`);
  const rows = await outboxModel(portal.connection).find({ kind: 'new-report' }).lean();
  expect(rows.map(({ to }) => to)).toEqual(['wants@x.example']);
});

it('a wish that is neither true nor false is refused', async () => {
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

  it('counts those who want it and may get it, each once', async () => {
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
