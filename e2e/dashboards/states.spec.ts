import { addressOf, listDocuments } from '@cytocomm/contract';
import { changes, controlAnswers, REASONS, readsOf } from '../fixtures/answers.ts';
import { hasFocus } from '../fixtures/keyboard.ts';
import { besidesNetwork, button, form, main, status } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';

// One form and one list stand for all here. The component tests of each section show what it says in these states.

test('a form that cannot be sent keeps what was chosen, and the focus, and is sent once the portal answers', async ({
  browser,
  portal,
  records,
}) => {
  const title = 'Sent at the fourth try';
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  const complaints = watchConsole(page);
  const answer = await controlAnswers(page, changes);
  await page.goto(`${portal.url}/dashboard/admin/documents/new`);
  const upload = form(page, 'Upload documents');
  await upload.getByLabel('Title').fill(title);
  const file = { name: 'fourth.pdf', mimeType: 'application/pdf', buffer: makePdf(title) };
  await upload.locator('input[type=file]').setInputFiles(file);
  const send = button(upload, 'Upload');
  const expectRefused = async (reason: string) => {
    await send.press('Enter');
    await expect(upload.getByText(reason)).toBeVisible();
    await expect(upload.getByText('Upload failed.')).toBeVisible();
    await expect(upload.getByLabel('Title')).toHaveValue(title);
    await expect(button(upload, 'Remove fourth.pdf')).toBeVisible();
    await expect(send).toBeFocused();
  };

  await answer('failure');
  await expectRefused(REASONS.failure);
  await answer('unavailable');
  await expectRefused(REASONS.unavailable);
  await answer('by itself');
  await context.setOffline(true);
  await expectRefused('The portal cannot be reached.');

  await context.setOffline(false);
  await expect(status(page, 'Live')).toBeVisible();
  await send.press('Enter');
  await expect(upload.getByText('✅ Document uploaded successfully!')).toBeVisible();
  await expect(send).toBeFocused();
  expect(await records.collection('documents').countDocuments({ title })).toBe(1);
  expect(besidesNetwork(complaints)).toEqual([]);
  await records.collection('documents').deleteMany({ title });
  await context.close();
});

test('a list is waited for, fails, is empty after Retry, stays while the network is away, and fills by itself', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  const complaints = watchConsole(page);
  const answer = await controlAnswers(page, readsOf(addressOf(listDocuments)));
  await answer('silence');
  await page.goto(`${portal.url}/dashboard/admin/documents`);
  await expect(status(page, 'Loading documents').first()).toBeAttached();

  await answer('failure');
  const failure = main(page).getByRole('alert').filter({ hasText: 'The documents could not be loaded.' });
  const retry = button(failure.locator('..'), 'Retry');
  await expect(failure).toContainText(REASONS.failure);
  await answer('unavailable');
  await retry.press('Enter');
  await expect(failure).toContainText(REASONS.unavailable);
  await expect(retry).toBeFocused();

  await answer({ items: [], nextCursor: null });
  await retry.press('Enter');
  const nothing = main(page).getByText('No documents yet.').first();
  await expect(nothing).toBeVisible();
  await expect(failure).toHaveCount(0);
  expect(await hasFocus(page), 'Retry keeps the focus').toBe(true);

  await context.setOffline(true);
  await expect(status(page, 'Offline: what you see may be old')).toBeVisible();
  await expect(nothing).toBeVisible();
  await answer('by itself');
  await context.setOffline(false);
  // No key or button is pressed.
  await expect(main(page).getByText('Annual report 2024').first()).toBeVisible();
  await expect(status(page, 'Live')).toBeVisible();
  expect(besidesNetwork(complaints)).toEqual([]);
  await context.close();
});
