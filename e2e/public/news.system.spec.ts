import { expect, test } from '../fixtures/test.ts';

// Chromium notes every page that is answered with 404.
test.use({ complaintsExpected: true });

test('a release that is not there is asked for once, by the page itself, also after going back', async ({
  page,
  portal,
}) => {
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 404) missing.push(new URL(answer.url()).pathname);
  });
  await page.goto(`${portal.url}/news?release=${'f'.repeat(24)}`);
  const missingNote = page.getByRole('dialog').getByText('This release is not available.');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(missing).toEqual(['/news']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(missingNote).toBeVisible();
  expect(missing).toEqual(['/news']);
});
