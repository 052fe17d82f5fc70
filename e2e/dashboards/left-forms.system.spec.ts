import { newPerson } from '../fixtures/people.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const MINUTES = 'Minutes of a form that was left';
const GROUP = 'left-board';

// A group that is left behind changes the forms that other tests look at.
test.afterAll(async ({ records }) => {
  await records.collection('documents').deleteMany({ title: MINUTES });
  await records.collection('users').updateMany({ groups: GROUP }, { $unset: { groups: '' } });
});

test('minutes whose upload fails while another tool is used go to the board alone when they are sent again', async ({
  browser,
  portal,
  records,
}) => {
  const admin = await newPerson(records, 'admin');
  await records.collection('users').updateOne({ email: admin }, { $set: { groups: [GROUP] } });
  const context = await contextOf(browser, portal, admin, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents/new`);
  const form = page.getByRole('form', { name: 'Upload documents' });
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'minutes.pdf', mimeType: 'application/pdf', buffer: makePdf('minutes') });
  await form.getByLabel('Title').fill(MINUTES);
  await form.getByLabel('Kind').selectOption('Minutes');
  await form.getByLabel(GROUP).check();
  const { promise: isLeft, resolve: fail } = Promise.withResolvers<void>();
  const isUpload = (url: URL) => url.pathname === '/api/admin/documents';
  await page.route(isUpload, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await isLeft;
    await route.abort();
  });
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await expect(form).toBeHidden();
  fail();
  await expect(page.getByText(/^Upload failed\. The reason stands beside the file/)).toBeVisible();
  await page.unroute(isUpload);
  await page.goBack();
  await expect(form.getByLabel(GROUP)).toBeChecked();
  await expect(form.getByLabel('Kind')).toHaveValue('minutes');
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(form.getByText('✅ Document uploaded successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(page.getByRole('row', { name: MINUTES }).getByText(`only ${GROUP}`)).toBeVisible();
  await context.close();
});

test('an import goes on while another tool is used, and is told there when it is done', async ({
  browser,
  portal,
  records,
}) => {
  const admin = await newPerson(records, 'admin');
  const context = await contextOf(browser, portal, admin, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users/import`);
  const email = `left-import-${Date.now()}@lab.example`;
  const buffer = Buffer.from(`email,roles\n${email},investor\n`);
  await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  const { promise: isLeft, resolve: goOn } = Promise.withResolvers<void>();
  const add = page.getByRole('button', { name: 'Add 1 user' });
  await expect(add).toBeVisible();
  await page.route(/users\/import/, async (route) => {
    await isLeft;
    await route.continue();
  });
  await add.click();
  await expect(page.getByText(/A reload would cut it off/)).toBeVisible();
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await expect(page.getByRole('grid', { name: 'Uploaded documents' })).toBeVisible();
  goOn();
  await expect(page.getByText('The import is done: 1 user added.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('The import is done.')).toBeVisible();
  expect(await records.collection('users').countDocuments({ email })).toBe(1);
  await context.close();
});
