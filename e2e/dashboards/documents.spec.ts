import { expectAccessible } from '../fixtures/accessible.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('the address of a panel of before leads to its tool; the form is readable while a file is on its way', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard#admin-documents`);
  const form = page.getByRole('form', { name: 'Upload documents' });
  await expect(form).toBeInViewport();
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin/documents`);
  await page.reload();
  await expect(form).toBeInViewport();

  await page.route('**/api/admin/documents', (route) =>
    route.request().method() === 'POST' ? undefined : route.fallback(),
  );
  await form.getByLabel('Title').fill('On its way');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'slow.pdf', mimeType: 'application/pdf', buffer: makePdf('slow') });
  await form.getByRole('button', { name: 'Upload' }).click();
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await expectAccessible(page, 'form[aria-label="Upload documents"]');
  await context.close();
});
