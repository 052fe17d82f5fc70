import { expectAccessible } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const ADMIN = 'admin@cytocomm.example';

for (const width of [1440, 390]) {
  test(`at ${width} px a file of people is checked, added, and written down in the audit trail`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, ADMIN, { viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin/users`);
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await expect(page).toHaveURL(`${portal.url}/dashboard/admin/users/import`);
    const email = `imported-${width}-${Date.now()}@lab.example`;
    const file = ['email;name;roles', `${email};Ida Import;investor`, `${ADMIN};;admin`, 'nonsense;;investor'].join(
      '\r\n',
    );
    await page.getByLabel('CSV file').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\ufeff${file}`),
    });
    await expect(page.getByText('Of 3 people in the file 1 will be added, 2 are refused.')).toBeVisible();
    await expectAccessible(page, 'section[aria-label="Import users"]');
    await page.getByRole('button', { name: 'Add 1 user' }).click();
    await expect(page.getByText('The import is done.')).toBeVisible();
    await page.goto(`${portal.url}/dashboard/admin/audit?action=user.added&subject=${encodeURIComponent(email)}`);
    await expect(page.getByText('by: an import').first()).toBeVisible();
    await expect(page.getByText(ADMIN).first()).toBeVisible();
    await page.goto(`${portal.url}/dashboard/admin/users?q=${encodeURIComponent(email)}`);
    await expect(page.getByText('Ida Import').first()).toBeVisible();
    await context.close();
  });
}
