import { releaseChangedRemote } from '../fixtures/changed-remote.ts';
import { expect, test } from '../fixtures/test.ts';

test('an old tab is told that a new version is ready, and loses no words by it', async ({
  page,
  releasePortal: portal,
}) => {
  await page.clock.install();
  await page.goto(`${portal.url}/contact`);
  const message = page.getByRole('textbox', { name: /Message/ });
  await message.fill('Half a message');
  const notice = page.getByRole('status').filter({ hasText: /new version|may not be saved/ });
  await page.clock.fastForward('01:10:00');
  await expect(notice).toHaveCount(0);

  const changed = await releaseChangedRemote(portal, 'mfe-marketing', 'Write to us.', 'Write to us. now');
  expect(changed.release.after).not.toBe(changed.release.before);
  const top = (await message.boundingBox())?.y;
  await page.clock.fastForward('00:10:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(notice).toHaveText(/^A new version is ready\. Reload to use it\./);
  await expect(message).toBeFocused();
  expect((await message.boundingBox())?.y).toBe(top);

  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(notice).toContainText('Text on this page may not be saved. Reload all the same?');
  await expect(message).toHaveValue('Half a message');
  await notice.getByRole('button', { name: 'Reload anyway' }).click();
  await expect(page.getByText('Write to us. now').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  // Its scripts still load when its text is there already.
  await page.waitForLoadState('networkidle');
});
