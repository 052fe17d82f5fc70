import type { Page, Route } from '@playwright/test';
import { hasFocus } from '../fixtures/keyboard.ts';
import { button, expectStateLooks, form, main, SCREENS, status } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** The code of the admin's tools, and that of the parts which they load by themselves. */
const CODE = /\/releases\/mfe-admin\/.+\.js$/;
const CODE_OF_PARTS = /\/releases\/mfe-admin\/.+\/\d+\.\w+\.js$/;
const NOTHING = /^$/;

/** Holds back what a page loads of some files. What was held back has failed before other files are. */
async function holdBack(page: Page, files: RegExp): Promise<(held: RegExp) => Promise<void>> {
  let now = NOTHING;
  const waiting: Route[] = [];
  await page.route(files, (route) => {
    if (!now.test(route.request().url())) return route.continue();
    waiting.push(route);
  });
  return async (held) => {
    now = held;
    for (const route of waiting.splice(0)) {
      // The page may have given it up itself.
      await route.abort().catch(() => undefined);
      // Else a Retry would join it, and fail with it.
      await expect.poll(() => route.request().failure()).not.toBeNull();
    }
  };
}

for (const screen of SCREENS)
  test(`at ${screen.viewport.width} px code that does not come is waited for, then named, and Retry brings it: of a tool, and of a part`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', screen);
    const page = await context.newPage();
    const hold = await holdBack(page, CODE);
    await hold(CODE);
    // What is held back belongs to the page's load.
    await page.goto(`${portal.url}/dashboard/admin/releases/new`, { waitUntil: 'commit' });
    await expect(main(page).getByRole('heading', { name: 'Press releases' })).toBeVisible();
    await expect(status(page, 'Loading').first()).toBeAttached();
    await expect(main(page).getByText('Administration could not be loaded.')).toBeVisible();
    await expectStateLooks(page, 'code of a tool');
    await hold(CODE_OF_PARTS);
    await button(main(page), 'Retry').press('Enter');
    await expect(status(page, 'Loading editor')).toBeAttached();
    await expect(main(page).getByText('The editor could not be loaded.')).toBeVisible();
    expect(await hasFocus(page)).toBe(true);
    await expectStateLooks(page, 'code of a part');
    await hold(NOTHING);
    await button(main(page), 'Retry').press('Enter');
    await expect(form(page, 'Press release').getByLabel('Title')).toBeVisible();
    expect(await hasFocus(page), 'Retry keeps the focus').toBe(true);
    await context.close();
  });
