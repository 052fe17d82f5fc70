import { documentSchema } from '@cytocomm/contract';
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

async function upload(title: string, visibility: string) {
  const pdf = writePdf({ title, author: 'Cytocomm', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: visibility },
    { name: 'file', value: pdf, fileName: 'report.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

it('a new report is told to the investors who want to hear of it, and nobody else', async () => {
  await upload('For customers', 'customer');
  await upload('Annual report 2025', 'investor');
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
