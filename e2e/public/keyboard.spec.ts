import { expect, openStarted, test } from '../fixtures/test.ts';

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the menus of the bar open, close and lead on by keyboard and pointer', async ({ page, portal }) => {
  await openStarted(page, portal.url);
  const bar = page.getByRole('navigation', { name: 'Main' });
  const technology = bar.getByRole('button', { name: 'Technology' });
  await technology.focus();
  await page.keyboard.press('Enter');
  await expect(technology).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('link', { name: 'Platform', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(technology).toBeFocused();
  await expect(bar.getByRole('link', { name: 'Platform', exact: true })).toBeHidden();

  const company = bar.getByRole('button', { name: 'Company' });
  await company.click();
  await expect(bar.getByRole('link', { name: 'Careers' })).toBeVisible();
  await company.click();
  await expect(bar.getByRole('link', { name: 'Careers' })).toBeHidden();
  await company.press('Space');
  await bar.getByRole('link', { name: 'About' }).press('Enter');
  await expect(page).toHaveURL(`${portal.url}/about`);
  await expect(bar.getByRole('link', { name: 'About' })).toBeHidden();
  const social = bar.getByRole('link', { name: /opens in a new tab/ });
  await expect(social).toHaveCount(3);
  for (const link of await social.all()) await expect(link).toHaveAttribute('target', '_blank');
});

test('a person opens in a dialog that keeps the focus, closes by Escape and button, and gives the focus back', async ({
  page,
  portal,
}) => {
  for (const [path, name, title] of [
    ['/about', 'Daniel Reyes', 'Chief Scientific Officer'],
    ['/investors', 'Grace Lin', 'Independent Director, Science'],
  ] as const) {
    await openStarted(page, portal.url + path);
    const opener = page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByText(title)).toBeVisible();
    await expect(dialog.getByRole('img', { name: new RegExp(name) })).toBeVisible();
    for (let press = 0; press < 3; press++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
  const login = page.getByRole('button', { name: 'Investor Portal Login' });
  await login.click();
  await expect(page.getByRole('dialog')).toContainText('Enter your approved email');
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(login).toBeFocused();
});
