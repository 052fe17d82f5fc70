import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Press release' });
const text = (page: Page) => form(page).getByRole('textbox', { name: 'Content' });
const dialog = (page: Page) => page.getByRole('dialog');
const isSaved = (page: Page) => expect(form(page).getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
const ALT = 'A pipette above a plate with 96 wells';
const TITLE = 'A release with a picture';

async function expectGoodLooksInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectGoodLooks(page);
  }
}

/** A picture of 1440 × 900 px, as PNG. */
async function drawn(page: Page): Promise<Buffer> {
  await page.setContent('<body style="margin:0;background:linear-gradient(45deg,#0a7d6d,#f2b705)">');
  return page.screenshot();
}

/** Adds up how far what is in view moves by itself. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
          Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + Number(entry.value) });
    }).observe({ type: 'layout-shift', buffered: true });
  });

test('an admin puts a picture into a release, and whoever reads it sees it where nothing moves', async ({
  browser,
  portal,
  records,
}) => {
  const session = await newSessionOf(browser, portal, await newPerson(records, 'admin'), {
    viewport: { width: 1440, height: 900 },
  });
  const admin = await session.newPage();
  const file = { name: 'plate.png', mimeType: 'image/png', buffer: await drawn(admin) };

  await admin.goto(`${portal.url}/dashboard/admin/releases/new`);
  await form(admin).getByLabel('Title').fill(TITLE);
  await text(admin).fill('What was measured:');
  await form(admin).getByRole('button', { name: 'Picture', exact: true }).click();
  await expect(dialog(admin)).toHaveAccessibleName('Insert a picture');
  await dialog(admin).getByRole('button', { name: 'Insert picture' }).click();
  await expect(dialog(admin).getByText(/^Say what the picture shows/)).toBeVisible();
  await dialog(admin).getByLabel('Picture', { exact: true }).setInputFiles(file);
  await expectGoodLooksInBothThemes(admin);
  await dialog(admin).getByLabel('Alternative text').fill(ALT);
  await dialog(admin).getByLabel('Alternative text').press('Enter');
  const inText = text(admin).getByRole('img', { name: ALT });
  await expect(inText).toBeVisible();
  await expect.poll(() => inText.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
  await isSaved(admin);

  await inText.click();
  const tools = form(admin).getByRole('toolbar', { name: 'Picture' });
  await expect(tools).toBeVisible();
  await expectGoodLooksInBothThemes(admin);
  await text(admin).press('Enter');
  await expect(dialog(admin)).toHaveAccessibleName('Describe the picture');
  await expectGoodLooksInBothThemes(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toBeHidden();

  await form(admin).getByRole('radio', { name: 'Now' }).check();
  await form(admin).getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Press release submitted successfully!')).toBeVisible();
  const release = await records.collection('press_releases').findOne({ title: TITLE });

  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    const visitor = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const page = await visitor.newPage();
    await watchShifts(page);
    const sent: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/pictures/')) sent.push(response.headers()['content-type'] ?? '');
    });
    const isAwaited = Promise.withResolvers<void>();
    await page.route('**/pictures/**', async (route) => {
      await isAwaited.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}/news?release=${String(release?._id)}`);
    const shown = dialog(page).getByRole('img', { name: ALT });
    await expect(shown).toBeVisible();
    await expect(dialog(page).getByText('What was measured:')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { shifted: 0 }));
    isAwaited.resolve();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    const { chosen, ratio } = await shown.evaluate((img: HTMLImageElement) => ({
      chosen: Number(img.currentSrc.split('/').at(-1)),
      ratio: img.clientWidth / img.clientHeight,
    }));
    expect([sent, chosen]).toEqual([['image/avif'], width === 390 ? 480 : 960]);
    expect(Math.abs(ratio - 1440 / 900)).toBeLessThan(0.02);
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
    await expectGoodLooks(page);
    await visitor.close();
  }
  await records.collection('press_releases').deleteMany({ title: TITLE });
  await session.close();
});
