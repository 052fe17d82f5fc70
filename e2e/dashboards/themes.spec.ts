import type { Page } from '@playwright/test';
import { axeOf } from '../fixtures/accessible.ts';
import { PUBLIC_PAGES } from '../fixtures/public-site.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { PLACES, placesBelow } from '../fixtures/tools.ts';

/** What cannot be read on the page as it stands is nothing. */
async function expectReadable(page: Page): Promise<void> {
  const { violations } = await axeOf(page).withRules('color-contrast').analyze();
  expect(
    violations.flatMap(({ nodes }) => nodes.map(({ target, failureSummary }) => [target, failureSummary])),
  ).toEqual([]);
}

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const NIGHT = 'rgb(16, 31, 44)';
const PAPER = 'rgb(250, 251, 250)';

test('every public page is readable in the dark theme of the system', async ({ page, portal }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const path of PUBLIC_PAGES) {
    await page.goto(portal.url + path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await groundOf(page)).toBe(NIGHT);
    await expectReadable(page);
  }
});

for (const role of ['admin', 'investor', 'customer', 'developer'])
  test(`the ${role} dashboard is readable in the theme that its person chose, which is there before any script`, async ({
    browser,
    portal,
    records,
  }) => {
    const context = await contextOf(browser, portal, `${role}@cytocomm.example`);
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`${portal.url}/dashboard/${role}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await groundOf(page)).toBe(PAPER);
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
    expect(await groundOf(page)).toBe(NIGHT);
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expectReadable(page);

    const html = await (await page.request.get(`${portal.url}/about`)).text();
    expect(html).toContain('<html lang="en" data-theme="dark">');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Appearance' })).toHaveValue('dark');

    for (const path of [...(PLACES[role] ?? []).slice(1), ...((await placesBelow(records))[role] ?? [])])
      await test.step(path, async () => {
        await page.goto(`${portal.url}/dashboard/${path}`);
        await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
        await expectReadable(page);
      });
    await context.close();
  });
