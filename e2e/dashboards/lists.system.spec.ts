import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectCellsFit, expectGoodLooks } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const ADMIN = 'admin@cytocomm.example';

/** Returns the lines of the file that a link or button gives, without the names. */
async function fileOf(page: Page, press: () => Promise<void>): Promise<readonly string[]> {
  const download = page.waitForEvent('download');
  await press();
  const text = await readFile(await (await download).path(), 'utf8');
  return text.replace('\ufeff', '').trimEnd().split('\r\n').slice(1);
}

test('a document leads to who opened it: filtered, as a file, on a phone and in the dark', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, ADMIN);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents?q=annual`);
  const read = page.getByRole('grid').getByRole('link', { name: 'Annual report 2024', exact: true });
  const content = await read.getAttribute('href');
  expect((await page.request.get(`${portal.url}${content}`)).status()).toBe(200);
  await page.getByRole('link', { name: 'Accesses of Annual report 2024' }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/documents\/[0-9a-f]{24}\/accesses$/);
  await expect(page.getByRole('heading', { name: 'Accesses of “Annual report 2024”' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Accesses' });
  await expect(grid.getByRole('row').filter({ hasText: ADMIN }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Who' }).fill('ADMIN@');
  await expect(page).toHaveURL(/\?by=ADMIN%40$/);
  await page.getByLabel('Action', { exact: true }).selectOption('Opened');
  await expect(page).toHaveURL(/\?by=ADMIN%40&action=opened$/);
  await expect(grid.getByRole('row').filter({ hasText: ADMIN }).first()).toBeVisible();
  const lines = await fileOf(page, () => page.getByRole('link', { name: 'Export CSV' }).click());
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.startsWith(`${ADMIN},opened,`))).toBe(true);
  await expectCellsFit(grid);
  await expectGoodLooks(page);
  await expect(page.getByRole('list', { name: 'Accesses' }).getByText(ADMIN).first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGoodLooks(page);
  await page.goto(`${portal.url}/dashboard/admin/documents/${'f'.repeat(24)}/accesses`);
  await expect(page.getByText('There is no such document.')).toBeVisible();
  await context.close();
});

test('several documents are shown to others at once, and that is taken back', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, ADMIN);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents?q=annual&visible-to=investor&sort=title`);
  const grid = page.getByRole('grid', { name: 'Uploaded documents' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('link', { name: /Annual report/ }) });
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.count();
  for (const place of [0, 1]) await rows.nth(place).getByRole('checkbox').check();
  await page.getByLabel('Who may read them').selectOption('Customers');
  await page.getByRole('button', { name: 'Change visibility' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show 2 documents to Customers alone?' });
  await dialog.getByRole('button', { name: 'Change visibility' }).click();
  await expect(page.getByText('2 documents for Customers from now on.')).toBeVisible();
  await expect(rows).toHaveCount(before - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 documents can be read by those who could before.')).toBeVisible();
  await expect(rows).toHaveCount(before);
  await page.goto(`${portal.url}/dashboard/admin/audit?action=document.changed`);
  await expect(page.getByText('before: investor').first()).toBeVisible();
  await context.close();
});

test('mails are searched, ordered and taken out as they are shown', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, ADMIN);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/mail?status=all`);
  const grid = page.getByRole('grid', { name: 'Mails' });
  await page.getByRole('searchbox', { name: 'Search mails' }).fill('n@CYTO');
  await expect(page).toHaveURL(/\?status=all&q=n%40CYTO$/);
  await page.getByLabel('What mails are about').selectOption('Sign-in link');
  await grid.getByRole('columnheader', { name: 'To' }).click();
  await expect(page).toHaveURL(/\?status=all&q=n%40CYTO&about=sign-in&sort=to$/);
  await expect(grid.getByRole('row').filter({ hasText: ADMIN }).first()).toBeVisible();
  const lines = await fileOf(page, () => page.getByRole('link', { name: 'Export CSV' }).click());
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => /^[^,]*n@cyto[^,]*,sign-in,/.test(line))).toBe(true);
  await expectCellsFit(grid);
  await expectGoodLooks(page);
  await context.close();
});

test('an export that is refused says why, and one that is not is saved', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, ADMIN);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents?q=annual`);
  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect(
    page
      .getByRole('grid')
      .getByRole('link', { name: /^Annual report/ })
      .first(),
  ).toBeVisible();
  await page.route('**/api/admin/documents.csv*', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      // As the API answers everything: nothing of it stands in a frame.
      headers: {
        'retry-after': '30',
        'x-frame-options': 'DENY',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      },
      body: JSON.stringify({ status: 429, code: 'rate-limited', detail: 'Too many files at once.', requestId: 'x' }),
    }),
  );
  await link.press('Enter');
  await expect(
    page.getByText('The file was not saved. Too many files at once. Try again in 30 seconds.'),
  ).toBeVisible();
  await page.unroute('**/api/admin/documents.csv*');
  await context.setOffline(true);
  await link.press('Enter');
  await expect(page.getByText(/^The file was not saved\. The portal cannot be reached/)).toBeVisible();
  await context.setOffline(false);
  expect(await fileOf(page, () => link.press('Enter'))).not.toHaveLength(0);
  await expect(page).toHaveURL(/documents\?q=annual$/);
  await context.close();
});
