import { expectAccessible } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  test(`an admin finds and opens a person by keyboard alone at ${width} px, in the ${colorScheme} theme`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin`);
    const search = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Search' });
    await expect(search).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    const field = palette.getByRole('combobox');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    const box = await palette.boundingBox();
    if (width === 390) expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    else expect(box?.width).toBe(640);

    await page.keyboard.type('investor@cytocomm');
    const person = palette.getByRole('group', { name: 'People' }).getByRole('option');
    await expect(person).toHaveCount(1);
    await expect(person).toHaveAttribute('aria-selected', 'true');
    const isCut = (node: Element) =>
      [...node.querySelectorAll('span')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await person.evaluate(isCut), 'the e-mail is whole').toBe(false);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${portal.url}/dashboard/admin/users?q=investor%40cytocomm.example`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Users' })).toBeFocused();
    await expect(page.getByText('investor@cytocomm.example').first()).toBeVisible();

    await page.keyboard.press('Shift+?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(shortcuts).toHaveCount(0);
    await context.close();
  });

test('the palette loads with its first use, and says when the server cannot be reached', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'customer@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/customer`);
  const search = page.getByRole('button', { name: 'Search' });
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect((await loaded()).filter((name) => /palette/i.test(name))).toEqual([]);
  await search.click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await context.setOffline(true);
  await page.keyboard.type('sop');
  await expect(palette.getByRole('alert')).toContainText('Pages and actions are found all the same.');
  await expect(palette.getByRole('option', { name: 'Notes & SOPs' })).toBeVisible();
  await context.setOffline(false);
  // What failed is asked for again by itself.
  await expect(palette.getByRole('group', { name: 'Documents' }).getByRole('option').first()).toBeVisible();
  await context.close();
});
