import { expect, openStarted, test } from '../fixtures/test.ts';

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('flip cards turn under the pointer, by the focus and by a press, and can be read without turning', async ({
  browserName,
  page,
  portal,
}) => {
  test.skip(browserName === 'firefox', 'over BiDi Playwright emulates no motion setting, and less of it turns no card');
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

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test.skip(({ browserName }) => browserName === 'firefox', 'over BiDi Playwright has no touch screen');

  test('the menu is a panel of half the width with folding groups; choosing a link closes it', async ({
    page,
    portal,
  }) => {
    await openStarted(page, portal.url);
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
