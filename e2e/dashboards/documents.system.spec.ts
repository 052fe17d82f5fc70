import { expectAccessible, expectGoodLooks } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('the form is readable while a file is on its way', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents`);
  await expect(page.getByRole('grid', { name: 'Uploaded documents' })).toBeInViewport();
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin/documents`);
  await page.getByRole('link', { name: 'New document' }).click();
  const form = page.getByRole('form', { name: 'Upload documents' });
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

test('the list is searched, ordered and filtered, and its address shows the same again; on a phone it is cards', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents`);
  const grid = page.getByRole('grid', { name: 'Uploaded documents' });
  await expect(grid.getByRole('link', { name: 'Annual report 2024', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('ANNUAL report');
  await expect(page).toHaveURL(/\?q=ANNUAL\+report$/);
  await grid.getByRole('columnheader', { name: 'Title' }).click();
  await page.getByLabel('Visibility of documents').selectOption('Investors');
  await expect(page).toHaveURL(/\?q=ANNUAL\+report&sort=title&visible-to=investor$/);
  const titles = () => grid.getByRole('link', { name: /^(?!Accesses|Replace file)/ }).allTextContents();
  // Until search, order and filter have all been answered.
  const isAnswered = (shown: readonly string[]) =>
    shown.length > 0 &&
    shown.every((title) => /annual report/i.test(title)) &&
    // It is public.
    !shown.includes('Annual report 2025, summary') &&
    shown.join() === shown.toSorted().join();
  await expect.poll(async () => isAnswered(await titles())).toBe(true);
  const found = await titles();
  await page.reload();
  await expect.poll(titles).toEqual(found);
  await expectGoodLooks(page);
  await expect(
    page.getByRole('list', { name: 'Uploaded documents' }).getByRole('link', { name: /^(?!Accesses|Replace file)/ }),
  ).toHaveText(found);
  await context.close();
});

test('a document gets another title, which its readers see; by keyboard, and on a phone', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  const readers = await contextOf(browser, portal, 'investor@cytocomm.example');
  const reader = await readers.newPage();
  await reader.goto(`${portal.url}/dashboard/investor/reports`);
  await page.goto(`${portal.url}/dashboard/admin/documents?q=annual+report+2024`);
  const rename = async (from: string, to: string) => {
    const button = page.getByRole('button', { name: `Edit ${from}`, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit document' });
    await expect(dialog.getByRole('textbox', { name: /^Title/ })).toBeFocused();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('textbox', { name: /^Title/ }).fill(to);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: `Edit ${to}`, exact: true })).toBeFocused();
    await expect(reader.getByText(to, { exact: true }).first()).toBeVisible();
  };
  await rename('Annual report 2024', 'Annual report 2024, corrected');
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rename('Annual report 2024, corrected', 'Annual report 2024');

  // On a low screen the buttons stay below the fields that are scrolled.
  await page.setViewportSize({ width: 1440, height: 360 });
  await page.getByRole('button', { name: 'Edit Annual report 2024', exact: true }).click();
  const low = page.getByRole('dialog', { name: 'Edit document' });
  const save = low.getByRole('button', { name: 'Save document' });
  await save.hover({ trial: true }); // It has come to rest.
  const end = await low.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
  expect(end).toBeGreaterThan(40);
  const tops = new Set<number>();
  for (const top of [0, end / 2, end]) {
    await low.evaluate((dialog, to) => dialog.scrollTo(0, to), top);
    tops.add(Math.round((await save.boundingBox())?.y ?? 0));
  }
  expect([...tops]).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  // What is no annual report stands in the table of all reports alone.
  const card = reader
    .getByRole('list', { name: 'Annual reports' })
    .getByRole('heading', { name: 'Annual report 2024' });
  const row = reader.getByRole('row', { name: 'Annual report 2024' });
  const makeIt = async (kind: string) => {
    await page.getByRole('button', { name: 'Edit Annual report 2024', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption(kind);
    await page.getByRole('dialog').getByRole('button', { name: 'Save document' }).click();
    await expect(row.getByRole('gridcell', { name: kind, exact: true })).toBeVisible();
  };
  await expect(card).toBeVisible();
  await makeIt('Minutes');
  await expect(card).toBeHidden();
  await makeIt('Annual report');
  await expect(card).toBeVisible();
  await readers.close();
  await context.close();
});
