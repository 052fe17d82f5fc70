import type { Locator } from '@playwright/test';
import { expectCellsFit } from '../fixtures/look.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`nothing is drawn of ${part}`);
  return box;
}

test('forms keep their room with what is put into them, and no dialog is wider than the phone', async ({
  browser,
  portal,
  records,
}) => {
  const email = `${'a-very-long-address-'.repeat(3)}@${'sub.'.repeat(10)}lab.example`;
  await records.collection('users').insertOne({ email, name: 'Long', roles: ['investor'], createdAt: new Date() });
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/documents/new`);

  const upload = page.getByRole('form', { name: 'Upload documents' });
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf(name) });
  await upload.locator('input[type=file]').setInputFiles([file('one.pdf'), file('two.pdf')]);
  await expect(upload.getByLabel('Title of two.pdf')).toBeVisible();
  expect((await boxOf(upload.locator('input[type=file]'))).width).toBeGreaterThan(300);

  await openTool(page, 'Events');
  await page
    .getByRole('link', { name: /^Edit / })
    .last()
    .click();
  expect((await boxOf(page.getByRole('form', { name: 'Edit event' }).getByLabel('Title'))).width).toBeGreaterThan(300);

  await openTool(page, 'Users');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('searchbox', { name: 'Search users' }).fill('a-very-long');
  await page.getByRole('button', { name: `Sign-ins: ${email}` }).click();
  const dialog = page.getByRole('dialog');
  const { x, width } = await boxOf(dialog);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await context.close();
});

for (const { tool, caption, search } of [
  { tool: 'users', caption: 'Users', search: 'lab.example' },
  { tool: 'releases', caption: 'Press releases', search: '' },
  { tool: 'documents', caption: 'Uploaded documents', search: '' },
  { tool: 'mail', caption: 'Mails', search: '&status=all' },
  { tool: 'audit', caption: 'Audit trail', search: '' },
])
  test(`at 1440 px nothing in the list of ${tool} leaves its cell, in both densities and themes`, async ({
    browser,
    portal,
    records,
  }) => {
    const admin = await newPerson(records, 'admin', 'investor', 'customer', 'developer');
    await records
      .collection('users')
      .updateOne({ email: admin }, { $set: { name: 'Wilhelmina Featherstonehaugh-Cholmondeley of the Laboratory' } });
    const context = await newSessionOf(browser, portal, admin, { viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin/${tool}?q=${search}`);
    const grid = page.getByRole('grid', { name: caption });
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectCellsFit(grid);
      await page.getByText('View', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Compact rows' }).click();
      await page.getByText('View', { exact: true }).click();
      await expectCellsFit(grid);
    }
    await context.close();
  });
