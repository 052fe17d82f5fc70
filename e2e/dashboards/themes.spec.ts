import type { Page } from '@playwright/test';
import { axeOf, outlivesAxe } from '../fixtures/accessible.ts';
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

test('a dashboard is in the theme that its person chose, which is there before any script', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/dashboard/admin`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await groundOf(page)).toBe(PAPER);
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
  expect(await groundOf(page)).toBe(NIGHT);

  const html = await (await page.request.get(`${portal.url}/about`)).text();
  expect(html).toContain('<html lang="en" data-theme="dark">');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Appearance' })).toHaveValue('dark');
  expect(await groundOf(page)).toBe(NIGHT);
  await context.close();
});

for (const role of ['admin', 'investor', 'customer', 'developer'])
  for (const width of [1440, 390])
    test(`at ${width} px axe finds nothing on any page of the ${role} dashboard, in the light and in the dark theme`, async ({
      browser,
      portal,
      records,
    }) => {
      const context = await contextOf(browser, portal, `${role}@cytocomm.example`, {
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      test.skip(!outlivesAxe(page), 'The page dies of axe over BiDi.');
      const found: unknown[] = [];
      for (const path of [...(PLACES[role] ?? []), ...((await placesBelow(records))[role] ?? [])])
        await test.step(path, async () => {
          await page.goto(`${portal.url}/dashboard/${path}`);
          await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
          await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
          for (const [colorScheme, ground] of [
            ['light', PAPER],
            ['dark', NIGHT],
          ] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            expect(await groundOf(page)).toBe(ground);
            const { violations } = await axeOf(page).analyze();
            for (const { id, nodes } of violations)
              found.push([path, colorScheme, id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
          }
        });
      expect(found).toEqual([]);
      await context.close();
    });
