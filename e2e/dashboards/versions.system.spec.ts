import { expectAccessible, expectGoodLooks } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('a file is replaced under the same link, which readers get; the former one is read, and comes back', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents?q=annual+report+2024`);
  const list = page.getByRole('grid', { name: 'Uploaded documents' });
  const link = list.getByRole('link', { name: 'Annual report 2024', exact: true });
  const url = new URL((await link.getAttribute('href')) ?? '', portal.url).href;
  const readers = await contextOf(browser, portal, 'investor@cytocomm.example');
  const bytes = async () => (await readers.request.get(url)).body();
  const former = await bytes();
  const next = makePdf('corrected');

  await list.getByRole('link', { name: 'Replace file of Annual report 2024', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Replace file of “Annual report 2024”' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Replace file' });
  const pick = (name: string, buffer: Buffer) =>
    form.getByLabel('New file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await pick('same.pdf', former);
  await expect(form.getByText('The same content is stored already, as “version 1, the current one”.')).toBeVisible();
  await pick('corrected.pdf', next);
  await form.getByRole('button', { name: 'Replace file' }).press('Enter');
  await expect(page.getByText('The file of “Annual report 2024” is replaced.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Replace file' })).toBeFocused();
  const grid = page.getByRole('grid', { name: 'Versions' });
  await expect(grid.getByRole('row')).toHaveCount(3);
  expect((await bytes()).equals(next)).toBe(true);
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    grid.getByRole('link', { name: 'Download version 1' }).click(),
  ]);
  expect(download.suggestedFilename()).not.toBe('corrected.pdf');
  // Firefox gives the download a tab of its own for a moment, and the page is hidden then.
  await page.bringToFront();
  await grid.getByRole('button', { name: 'Make current: version 1' }).press('Enter');
  await expect(page.getByText('Version 1 is the current one.')).toBeVisible();
  await expect(grid.getByRole('button', { name: 'Make current: version 1' })).toBeFocused();
  expect((await bytes()).equals(former)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Version 2 is the current one again.')).toBeVisible();
  expect((await bytes()).equals(next)).toBe(true);
  await expectGoodLooks(page);
  await context.close();
  await readers.close();
});
