import type { Page } from '@playwright/test';
import { axeOf } from '../fixtures/look.ts';
import { GROUNDS, groundOf, PUBLIC_PAGES } from '../fixtures/public-site.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** What cannot be read on the page as it stands is nothing. */
async function expectReadable(page: Page): Promise<void> {
  const { violations } = await axeOf(page).withRules('color-contrast').analyze();
  expect(
    violations.flatMap(({ nodes }) => nodes.map(({ target, failureSummary }) => [target, failureSummary])),
  ).toEqual([]);
}

test('every public page is readable in the dark theme of the system', async ({ page, portal }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const path of PUBLIC_PAGES) {
    await page.goto(portal.url + path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await groundOf(page)).toBe(GROUNDS.dark);
    await expectReadable(page);
  }
});

test('a dashboard is in the theme that its person chose, which is there before any script', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/dashboard/admin`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await groundOf(page)).toBe(GROUNDS.light);
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
  expect(await groundOf(page)).toBe(GROUNDS.dark);

  const html = await (await page.request.get(`${portal.url}/about`)).text();
  expect(html).toContain('<html lang="en" data-theme="dark">');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Appearance' })).toHaveValue('dark');
  expect(await groundOf(page)).toBe(GROUNDS.dark);
  await context.close();
});
