import { expect, test } from '../fixtures/test.ts';

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the menus of the bar open, close and lead on by keyboard and pointer', async ({ page, portal }) => {
    await page.goto(portal.url);
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

  test('flip cards turn under the pointer, by the focus and by a press, and can be read without turning', async ({
    browserName,
    page,
    portal,
  }) => {
    test.skip(
      browserName === 'firefox',
      'over BiDi Playwright emulates no motion setting, and less of it turns no card',
    );
    await page.goto(portal.url);
    const card = page.getByRole('article', { name: 'Cytocomm Platform' });
    await card.scrollIntoViewIfNeeded();
    const turned = () =>
      card.evaluate(
        (element) => new DOMMatrix(getComputedStyle(element.firstElementChild ?? element).transform).m11 < -0.9,
      );
    await expect.poll(turned).toBe(false);
    await card.hover();
    await expect.poll(turned).toBe(true);
    await page.mouse.move(0, 0);
    await expect.poll(turned).toBe(false);
    await card.getByRole('link').focus();
    await expect.poll(turned).toBe(true);
    await page.getByRole('link', { name: 'Cytocomm home' }).first().focus();
    await expect.poll(turned).toBe(false);
    const button = card.getByRole('button', { name: 'Turn the card: Cytocomm Platform' });
    // What is said of the button and what is seen go together.
    for (const pressed of [true, false, true]) {
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(button).toHaveAttribute('aria-pressed', String(pressed));
      await expect.poll(turned).toBe(pressed);
    }
    await expect(card).toContainText('A capsule of living cells under the skin');
  });

  test('a person opens in a dialog that keeps the focus, closes by Escape and button, and gives the focus back', async ({
    page,
    portal,
  }) => {
    for (const [path, name, title] of [
      ['/about', 'Daniel Reyes', 'Chief Scientific Officer'],
      ['/investors', 'Grace Lin', 'Independent Director, Science'],
    ] as const) {
      await page.goto(portal.url + path);
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
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test.skip(({ browserName }) => browserName === 'firefox', 'over BiDi Playwright has no touch screen');

  test('the menu is a panel of half the width with folding groups; choosing a link closes it', async ({
    page,
    portal,
  }) => {
    await page.goto(portal.url);
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await expect(panel.getByRole('button', { name: 'Close menu' })).toBeFocused();
    await expect.poll(async () => (await panel.boundingBox())?.x).toBe(195);
    await expect(panel.getByRole('link', { name: 'Software' })).toBeHidden();
    await panel.getByRole('button', { name: 'Technology' }).press('Enter');
    await expect(panel.getByRole('link', { name: 'Software' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await opener.tap();
    await panel.getByRole('button', { name: 'Company' }).tap();
    await panel.getByRole('link', { name: 'Careers' }).tap();
    await expect(page).toHaveURL(`${portal.url}/careers`);
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('flip cards turn by a tap', async ({ page, portal }) => {
    await page.goto(portal.url);
    const turn = page.getByRole('button', { name: 'Turn the card: Cytocomm Preclinical' });
    await turn.tap();
    await expect(turn).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Each animal is followed from its own baseline')).toBeVisible();
  });
});
