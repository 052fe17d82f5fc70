import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const CUSTOMER = 'customer@cytocomm.example';
const TITLE = 'SOP 90: thawing';

test('a customer confirms to have read an SOP, an admin sees it; another file asks again', async ({
  browser,
  portal,
  records,
}) => {
  const admins = await contextOf(browser, portal, 'admin@cytocomm.example');
  const admin = await admins.newPage();
  await admin.goto(`${portal.url}/dashboard/admin/documents/new`);
  const form = admin.getByRole('form', { name: 'Upload documents' });
  const pdf = (words: string) => ({ name: 'sop-90.pdf', mimeType: 'application/pdf', buffer: makePdf(words) });
  await form.locator('input[type=file]').setInputFiles(pdf('Thawing'));
  await form.getByLabel('Title').fill(TITLE);
  await form.getByLabel('Visibility').selectOption({ label: 'Customers' });
  await form.getByLabel('Kind').selectOption({ label: 'SOP' });
  await form.getByLabel('Revision').fill('4');
  await form.getByRole('group', { name: 'Valid from' }).getByRole('spinbutton', { name: 'Month' }).click();
  await admin.keyboard.type('11022026');
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(admin.getByText('✅ Document uploaded successfully!')).toBeVisible();

  const customers = await contextOf(browser, portal, CUSTOMER);
  const page = await customers.newPage();
  await page.goto(`${portal.url}/dashboard/customer/documents?q=thawing`);
  const row = page.getByRole('row', { name: new RegExp(`^${TITLE}`) });
  const read = row.getByRole('button', { name: 'I have read it' });
  await expect(read).toBeDisabled();
  await expect(row.getByText('Open it first.')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: `Download ${TITLE}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sop-90.pdf');
  await expect(read).toBeEnabled();
  await read.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm that you have read it' });
  await expect(dialog.getByText(TITLE)).toBeVisible();
  await expect(dialog.getByText('Nov 2, 2026')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your full name' }).fill('Cleo Customer');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reading confirmed')).toBeVisible();
  await expect(row.getByText(/^Read on .* \(revision 4\)$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  await admin.goto(`${portal.url}/dashboard/admin/documents?q=thawing`);
  await admin.getByRole('link', { name: `Accesses of ${TITLE}` }).click();
  await expect(admin.getByText(/ customers? who may read it ha(s|ve) opened it\.$/)).toBeVisible();
  await admin.getByRole('link', { name: 'Acknowledged by 1' }).click();
  const acknowledgements = admin.getByRole('grid', { name: 'Acknowledgements' });
  await expect(
    acknowledgements.getByRole('row', { name: new RegExp(`${CUSTOMER} Cleo Customer 4 Version 1`) }),
  ).toBeVisible();
  const [csv] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('acknowledgements.csv');

  const id = /documents\/([0-9a-f]{24})/.exec(admin.url())?.[1] ?? '';
  await admin.goto(`${portal.url}/dashboard/admin/documents/${id}/versions`);
  const replace = admin.getByRole('form', { name: 'Replace file' });
  await replace.getByLabel('New file').setInputFiles(pdf('Thawing, slower'));
  await replace.getByRole('button', { name: 'Replace file' }).click();
  await expect(admin.getByText(`The file of “${TITLE}” is replaced.`)).toBeVisible();
  // The live connection tells the page of the customer.
  await expect(read).toBeDisabled();
  await admin.goto(`${portal.url}/dashboard/admin/documents/${id}/acknowledgements?show=missing`);
  const missing = admin.getByRole('grid', { name: 'Who has not acknowledged it' });
  await expect(missing.getByRole('gridcell', { name: CUSTOMER })).toBeVisible();
  await admin.getByRole('combobox', { name: 'Show' }).selectOption('Earlier files');
  await expect(
    acknowledgements.getByRole('row', { name: new RegExp(`${CUSTOMER} Cleo Customer 4 Version 1`) }),
  ).toBeVisible();
  // Other tests count what stands in the list of SOPs.
  await records.collection('documents').deleteMany({ title: TITLE });
  await admins.close();
  await customers.close();
});
