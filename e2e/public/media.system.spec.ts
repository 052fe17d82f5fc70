import { overflowOf } from '../fixtures/layout-shifts.ts';
import { PUBLIC_PAGES } from '../fixtures/public-site.ts';
import { expect, test } from '../fixtures/test.ts';

const NOT_IN_FIREFOX = 'over BiDi Playwright emulates neither paper nor forced colours';

test('on paper a page has what is read, without what is pressed', async ({ browserName, page, portal }) => {
  test.skip(browserName === 'firefox', NOT_IN_FIREFOX);
  await page.goto(portal.url);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('form', { name: 'Contact form' })).toBeHidden();
  const grounds = await page
    .locator('[data-tone="ink"]:visible')
    .evaluateAll((bands) => bands.map((band) => getComputedStyle(band).backgroundColor));
  expect(new Set(grounds)).toEqual(new Set(['rgb(255, 255, 255)']));
  await expect(page.getByRole('button', { name: 'Stop the motion' })).toBeHidden();
  await expect(page.getByText('Play the video')).toBeHidden();
  // The backs of cards are read from the front.
  const turned = await page
    .locator('main *')
    .evaluateAll((all) => all.filter((each) => getComputedStyle(each).transform.startsWith('matrix3d')).length);
  expect(turned).toBe(0);
});

test('a press release that is open is printed alone, and whole', async ({ browserName, page, portal }) => {
  test.skip(browserName === 'firefox', NOT_IN_FIREFOX);
  await page.goto(`${portal.url}/news`);
  await page
    .getByRole('link', { name: /^Read more/ })
    .first()
    .click();
  const release = page.getByRole('dialog');
  await expect(release.getByRole('article')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(release.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(release.getByRole('button', { name: 'Close' })).toBeHidden();
  await expect(page.locator('#root')).toBeHidden();
  expect(
    await release.evaluate((dialog) => dialog.parentElement && getComputedStyle(dialog.parentElement).position),
  ).toBe('static');
});

test('figures can be read in colours that are forced', async ({ browserName, page, portal }) => {
  test.skip(browserName === 'firefox', NOT_IN_FIREFOX);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  for (const path of ['/', '/platform', '/software', '/preclinical']) {
    await page.goto(portal.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const labels = await page
      .locator('main svg text')
      .evaluateAll((texts) => texts.map((text) => ({ fill: getComputedStyle(text).fill, words: text.textContent })));
    const words = await page.evaluate(() => {
      const probe = document.createElement('p');
      probe.style.color = 'CanvasText';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    expect(labels.filter(({ fill }) => fill !== words)).toEqual([]);
  }
});

test('in colours that are forced, what is pressed has a label that can be seen', async ({
  browserName,
  page,
  portal,
}) => {
  test.skip(browserName === 'firefox', NOT_IN_FIREFOX);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const path of ['/', '/careers', '/contact']) {
      await page.goto(portal.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const unseen = await page.locator('a, button').evaluateAll((pressed) => {
        // The browser lays this ground behind words.
        const probe = document.createElement('p');
        probe.style.color = 'Canvas';
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return pressed.flatMap((each) => (getComputedStyle(each).color === color ? [each.textContent] : []));
      });
      expect(unseen, path).toEqual([]);
    }
  }
});

for (const [width, letters] of [
  [320, 16],
  [768, 24],
  [390, 32],
  [1024, 32],
  [1280, 32],
] as const)
  test(`no page scrolls sideways at ${width} px with letters of ${letters} px`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of PUBLIC_PAGES) {
      await page.goto(portal.url + path);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}px`;
      }, letters);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect.soft(await overflowOf(page), path).toBe(0);
      await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport();
    }
  });

test('where less motion is asked for, nothing on a page moves by itself', async ({ page, portal }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(portal.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0)
          .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
      );
    await expect.poll(moving, path).toEqual([]);
  }
});
