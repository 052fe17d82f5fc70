import type { Page } from '@playwright/test';
import { mailsTo } from '../fixtures/mail.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

/** The next change of this kind fails, as when the server has a problem. */
async function failNext(page: Page, method: string, path: RegExp): Promise<void> {
  let failed = false;
  await page.route(path, (route) => {
    if (failed || route.request().method() !== method) return route.fallback();
    failed = true;
    return route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' });
  });
}

const pdf = { name: 'catalogue.pdf', mimeType: 'application/pdf', buffer: makePdf('Catalogue') };

test('the Admin Panel says word for word what the specification has it say', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/dashboard/admin/documents/new`);
  const says = (words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible();

  const upload = page.getByRole('form', { name: 'Upload documents' });
  const send = upload.getByRole('button', { name: 'Upload' });
  await send.click();
  await says('Please provide a title and select a file.');
  await upload.getByLabel('Title').fill('Catalogue');
  await send.click();
  await says('Please provide a title and select a file.');
  await upload.locator('input[type=file]').setInputFiles({ ...pdf, buffer: Buffer.from('<!doctype html><p>no PDF') });
  await send.click();
  await says('Upload failed.');
  await expect(upload).toContainText('Only PDF files are accepted');
  await upload.getByRole('button', { name: 'Remove catalogue.pdf' }).click();
  await upload.locator('input[type=file]').setInputFiles(pdf);
  await send.click();
  await says('✅ Document uploaded successfully!');

  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('button', { name: 'Delete Catalogue' }).click();
  await says('Are you sure you want to delete this document?');
  await failNext(page, 'DELETE', /\/api\/admin\/documents\//);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await expect(page.getByText(/^“Catalogue” was not deleted\. /)).toBeVisible();
  await page.getByRole('button', { name: 'Delete Catalogue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await says('Document deleted');

  await openTool(page, 'Press releases');
  await page.getByRole('link', { name: 'New release' }).click();
  const release = page.getByRole('form', { name: 'Press release' });
  await release.getByLabel('Title').fill('Word for word');
  await release.getByRole('textbox', { name: 'Content' }).fill('Nothing else.');
  await failNext(page, 'PATCH', /\/api\/admin\/press-releases\/\w+$/);
  await release.getByRole('button', { name: 'Publish' }).click();
  await says('Failed to submit press release.');
  await release.getByRole('button', { name: 'Send me a test mail' }).click();
  await says('Test mail sent to you.');
  await expect
    .poll(async () => (await mailsTo(portal.mailUrl, 'admin@cytocomm.example')).map(({ subject }) => subject).join())
    .toContain('Word for word');
  await release.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing else.');
  await page.getByRole('dialog').getByRole('button', { name: 'As an investor' }).click();
  await says('Investors find this release with the company news only.');
  await page.keyboard.press('Escape');
  await release.getByRole('radio', { name: 'Now' }).check();
  // Pressed twice, it is published once.
  await release.getByRole('button', { name: 'Publish' }).dblclick();
  await says('Press release submitted successfully!');
  await expect(page.getByRole('row', { name: /Word for word/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete Word for word' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('row', { name: /Word for word/ })).toHaveCount(0);

  await openTool(page, 'Users');
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByRole('button', { name: 'Add User' }).click();
  await says('Email required');
  await page.getByLabel('Email', { exact: true }).fill('Word@Catalogue.example');
  await failNext(page, 'POST', /\/api\/admin\/users$/);
  await page.getByRole('button', { name: 'Add User' }).click();
  await says('Failed to add user');
  await page.getByRole('button', { name: 'Add User' }).click();
  await says('User added');
  await page.getByRole('link', { name: 'All users' }).click();
  const row = page.getByRole('row').filter({ hasText: 'word@catalogue.example' });
  await row.getByRole('checkbox', { name: 'Customer' }).click();
  await says('customer enabled');
  await failNext(page, 'PATCH', /\/api\/admin\/users\//);
  // A pointer that rests on the toasts keeps them, and they stand over the row.
  await page.mouse.move(0, 0);
  await row.getByRole('checkbox', { name: 'Customer' }).click();
  await says('Failed to update role');
  await page.mouse.move(0, 0);
  await row.getByRole('checkbox', { name: 'Customer' }).click();
  await says('customer removed');
  await failNext(page, 'DELETE', /\/api\/admin\/users\//);
  for (const words of ['Failed to delete user', 'User deleted']) {
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await says(words);
  }
  await expect(row).toHaveCount(0);

  await openTool(page, 'Calendar');
  await page.getByRole('link', { name: 'New event' }).click();
  const event = page.getByRole('form', { name: 'Add an event' });
  await event.getByRole('button', { name: 'Add Event' }).click({ force: true });
  await says('A title and a date are needed first.');
  await context.close();
});

test('the calendar is walked by keys, and the overview goes from century to month and back', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/calendar`);
  const grid = page.getByRole('region', { name: 'Calendar', exact: true }).getByRole('grid');
  const today = grid.locator('[aria-selected=true]');
  await today.focus();
  const before = await today.getAttribute('data-day');
  await page.keyboard.press('ArrowRight');
  await expect(grid.locator(':focus')).not.toHaveAttribute('data-day', String(before));
  await page.keyboard.press('ArrowLeft');
  await expect(grid.locator(':focus')).toHaveAttribute('data-day', String(before));
  await page.keyboard.press('PageDown');
  await expect(grid.locator(':focus')).not.toHaveAttribute('data-day', String(before));

  await expect(page.getByText(/^Viewing: /)).toBeVisible();
  for (const wider of ['year', 'decade', 'century'])
    await page.getByRole('button', { name: new RegExp(`, show the ${wider}$`) }).click();
  await expect(page.getByRole('button', { name: /show the/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Make a private address' }).click();
  const address = await page.getByLabel('Private calendar address').inputValue();
  expect((await page.request.get(address)).status()).toBe(200);
  await page.getByRole('button', { name: /Revoke/ }).click();
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(404);
  await context.close();
});
