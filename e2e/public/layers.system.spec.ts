import { expect, test } from '../fixtures/test.ts';

// What only a real browser shows: what is inert, what a press reaches, and where the focus is.

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`the menu of a phone, motion: ${reducedMotion}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion } });
    test.skip(
      ({ browserName }) => browserName === 'firefox' && reducedMotion !== 'reduce',
      'over BiDi Playwright emulates no motion setting: Firefox always has less motion',
    );

    test('closes by a tap beside it', async ({ page, portal }) => {
      await page.goto(portal.url);
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      await menu.click();
      const panel = page.getByRole('dialog', { name: 'Menu' });
      await expect(panel).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Close menu' })).toBeFocused();
      await page.mouse.click(50, 500);
      await expect(panel).toBeHidden();
      await expect(menu).toBeFocused();
    });

    test('closes when the phone is turned, and the page can be used', async ({ page, portal }) => {
      await page.goto(portal.url);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await page.setViewportSize({ width: 844, height: 390 });
      await expect(page.locator('[inert]:not([role="dialog"])')).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      await page.mouse.wheel(0, 400);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Company' }).click();
      await expect(page.getByRole('link', { name: 'Careers' }).first()).toBeVisible();
    });
  });

test.describe('the sign-in remote', () => {
  test.use({ complaintsExpected: true });
  const files = '**/releases/mfe-auth/**';

  test('that cannot be loaded is told over the page, with the focus there, and heals by Retry', async ({
    page,
    portal,
  }) => {
    await page.route(files, (route) => route.abort('connectionrefused'));
    await page.goto(`${portal.url}/investors`);
    const button = page.getByRole('button', { name: 'Investor Portal Login' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Sign-in' });
    await expect(dialog).toContainText('Sign-in could not be loaded.');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.unroute(files);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog')).toContainText('Enter your approved email');
  });

  test('that is slow is told to be on its way', async ({ page, portal }) => {
    const arrive = Promise.withResolvers<void>();
    await page.route(files, async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}/investors`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Investor Portal Login' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign-in' })).toContainText('Loading');
    arrive.resolve();
    await expect(page.getByRole('dialog')).toContainText('Enter your approved email');
  });
});
