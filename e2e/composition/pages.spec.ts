import { expect, test } from '../fixtures/test.ts';

test.describe('an unknown path', () => {
  test.use({ complaintsExpected: true });

  test('is the not-found page with status 404 and a way back', async ({ page, portal }) => {
    const answer = await page.goto(`${portal.url}/no-such-page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(`${portal.url}/`);
    await expect(page.getByText('Fast Results')).toBeVisible();
  });
});

test('a page answers with a strict policy, and works under it', async ({ page, portal }) => {
  const answer = await page.goto(portal.url);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  // The one script in the page itself is named by its hash.
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
});

test('navigation moves the focus to the page, scrolls to the top and sets the title', async ({ page, portal }) => {
  await page.goto(portal.url);
  await page.evaluate(() => window.scrollTo(0, 2000));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveTitle('Careers · Cytocomm');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
});
