import { expectAccessible, expectGoodLooks } from '../fixtures/look.ts';
import { mailsTo, waitForMail } from '../fixtures/mail.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const ADMIN = 'admin@cytocomm.example';
const INVESTOR = 'investor@cytocomm.example';

test('reports that were uploaded together are one mail, sent at once or not at all; who has not read one is reminded', async ({
  browser,
  portal,
}) => {
  const reading = await contextOf(browser, portal, INVESTOR);
  const reader = await reading.newPage();
  await reader.goto(`${portal.url}/dashboard/investor`);
  const wish = reader.getByLabel('A new report');
  await wish.check();
  await expect(wish).toBeChecked();

  const context = await contextOf(browser, portal, ADMIN);
  const page = await context.newPage();
  const upload = async (...names: string[]) => {
    await page.goto(`${portal.url}/dashboard/admin/documents/new`);
    const form = page.getByRole('form', { name: 'Upload documents' });
    const files = names.map((name) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: makePdf(name) }));
    await form.locator('input[type=file]').setInputFiles(files);
    if (names.length === 1) await form.getByLabel('Title').fill(names[0] ?? '');
    await form.getByLabel('Tell investors by e-mail').check();
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('✅ Document uploaded successfully!')).toBeVisible();
  };
  // It ends on a phone, where lists are cards.
  const looksGood = async () => {
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const waiting = page.getByText(/^Goes out to \d+ (person|people) at /);

  await upload('Recalled report');
  await expect(waiting).toBeVisible();
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByText('No mail goes out.')).toBeVisible();
  await expect(waiting).toBeHidden();

  await upload('First quarter', 'Second quarter', 'Third quarter');
  await expect(page.getByText(/^One mail about 3 new reports/)).toBeVisible();
  await looksGood();
  await page.getByRole('button', { name: 'Send now' }).focus();
  await page.keyboard.press('Enter');
  const isDigest = ({ subject }: { readonly subject: string }) => subject === '3 new reports';
  const mail = await waitForMail(portal.mailUrl, INVESTOR, 1, isDigest);
  for (const title of ['First quarter', 'Second quarter', 'Third quarter']) expect(mail.text).toContain(title);
  await expect(waiting).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  const all = await mailsTo(portal.mailUrl, INVESTOR);
  expect(all.filter(({ subject }) => /new report/i.test(subject))).toHaveLength(1);

  await page.goto(`${portal.url}/dashboard/admin/documents?q=second+quarter`);
  await page.getByRole('link', { name: 'Accesses of Second quarter' }).click();
  await expect(page.getByText(/^0 of \d+ investors? who may read it ha(s|ve) opened it\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Who has not' }).click();
  const unopened = page.getByRole('grid', { name: 'Who has not opened it' });
  await expect(unopened.getByRole('gridcell', { name: INVESTOR })).toBeVisible();
  await page.getByRole('button', { name: 'Remind those who have not' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind those who have not opened it?' });
  await expect(dialog.getByText(/ not opened “Second quarter”/)).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Send the reminder' }).click();
  await expect(page.getByText(/ will get a mail\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remind those who have not' })).toBeFocused();
  const isReminder = ({ subject }: { readonly subject: string }) => subject === 'Please read: Second quarter';
  const reminder = await waitForMail(portal.mailUrl, INVESTOR, 1, isReminder);
  await looksGood();

  const [, id = ''] = /\/documents\/([0-9a-f]{24})#for=/.exec(reminder.text) ?? [];
  expect((await reading.request.get(`${portal.url}/api/documents/${id}/content`)).status()).toBe(200);
  await page.goto(`${portal.url}/dashboard/admin/users?q=investor%40`);
  await page.getByRole('link', { name: `Accesses of ${INVESTOR}` }).click();
  await expect(
    page.getByRole('grid', { name: 'Accesses' }).getByRole('link', { name: 'Second quarter' }),
  ).toBeVisible();
  await looksGood();
  await page.getByRole('link', { name: 'Second quarter' }).first().click();
  await expect(page.getByRole('heading', { name: 'Accesses of “Second quarter”' })).toBeVisible();
  await looksGood();
  await context.close();
  await reading.close();
});
