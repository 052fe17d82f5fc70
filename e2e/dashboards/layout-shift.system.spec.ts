import type { Page } from '@playwright/test';
import { MAX_SHIFT, shiftsOf, waitUntilSettled, watchShifts } from '../fixtures/layout-shifts.ts';
import { SIZES } from '../fixtures/public-site.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium measures layout shifts');

for (const size of SIZES)
  test(`at ${size.width} px nothing moves while a page of the account loads`, async ({ browser, portal }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
      viewport: size,
      reducedMotion: 'no-preference',
    });
    await watchShifts(context);
    const page = await context.newPage();
    for (const path of ['/account/devices', '/account/security']) {
      await page.goto(portal.url + path);
      await waitUntilSettled(page, 1);
      const { sum, moved } = await shiftsOf(page);
      expect(sum, `${path}: ${moved.join()}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
    await context.close();
  });

/** Lets what the portal is asked for come late and in another order; the same in each run. */
async function delayAnswers(page: Page): Promise<void> {
  let requestCount = 0;
  await page.route('**/api/**', async (route) => {
    requestCount += 1;
    const wait = 400 + ((613 * requestCount) % 1800);
    await new Promise((resolve) => setTimeout(resolve, wait));
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
}

for (const { place, last, ...size } of [
  { place: 'developer', last: 'What is live', width: 1440, height: 900 },
  { place: 'developer/failures', last: 'Failures', width: 390, height: 844 },
  { place: 'developer/releases', last: 'Releases in this page', width: 390, height: 844 },
])
  test(`at ${size.width} px nothing moves when the answers for ${place} are slow and uneven`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'developer@cytocomm.example', {
      viewport: size,
      reducedMotion: 'no-preference',
    });
    await watchShifts(context);
    const page = await context.newPage();
    await delayAnswers(page);
    await page.goto(`${portal.url}/dashboard/${place}`);
    await expect(page.getByRole('region', { name: last })).toBeVisible();
    await waitUntilSettled(page, 1);
    const { sum, moved } = await shiftsOf(page);
    expect(sum, moved.join()).toBeLessThanOrEqual(MAX_SHIFT);
    await context.close();
  });

for (const width of [1440, 390])
  test(`at ${width} px nothing moves on a public page when it becomes known who is signed in`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'investor@cytocomm.example', { viewport: { width, height: 844 } });
    await watchShifts(context);
    const page = await context.newPage();
    // The dashboard leaves the mark that somebody is signed in here.
    await page.goto(`${portal.url}/dashboard`);
    await waitUntilSettled(page, 2);
    for (const path of ['/', '/about', '/investors']) {
      await page.goto(portal.url + path);
      await expect(page.getByRole('button', { name: 'Account of Ivo Investor' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { sum, moved } = await shiftsOf(page);
      expect(sum, `${path}: ${moved.join()}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
    await context.close();
  });
