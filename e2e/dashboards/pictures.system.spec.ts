import { addressOf, mintIdToken, uploadPicture } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import { shiftsOf, watchShifts } from '../fixtures/layout-shifts.ts';
import { expectGoodLooks, expectGoodLooksInBothThemes } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import {
  expectSaved,
  expectSubmitted,
  pressReleaseForm,
  pressReleaseWriter,
  textField,
  titleField,
} from '../fixtures/press-releases.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const ALT = 'A pipette above a plate with 96 wells';

/** A picture of 1440 × 900 px, as PNG. */
async function drawn(page: Page): Promise<Buffer> {
  await page.setContent('<body style="margin:0;background:linear-gradient(45deg,#0a7d6d,#f2b705)">');
  return page.screenshot();
}

test('an admin puts a picture into a release, and describes it, by pointer and keyboard', async ({
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
  await titleField(admin).fill('A release with a picture');
  await textField(admin).fill('What was measured:');
  await pressReleaseForm(admin).getByRole('button', { name: 'Picture', exact: true }).click();
  await expect(dialog(admin)).toHaveAccessibleName('Insert a picture');
  await dialog(admin).getByRole('button', { name: 'Insert picture' }).click();
  await expect(dialog(admin).getByText(/^Say what the picture shows/)).toBeVisible();
  await dialog(admin).getByLabel('Picture', { exact: true }).setInputFiles(file);
  await expectGoodLooksInBothThemes(admin);
  await dialog(admin).getByLabel('Alternative text').fill(ALT);
  await dialog(admin).getByLabel('Alternative text').press('Enter');
  const inText = textField(admin).getByRole('img', { name: ALT });
  // It is uploaded and converted first.
  await expect(inText).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => inText.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1440);
  await expectSaved(admin);

  await inText.click();
  await expect(pressReleaseForm(admin).getByRole('toolbar', { name: 'Picture' })).toBeVisible();
  await expectGoodLooksInBothThemes(admin);
  await textField(admin).press('Enter');
  await expect(dialog(admin)).toHaveAccessibleName('Describe the picture');
  await dialog(admin).getByLabel('Alternative text').fill('Two pipettes');
  await admin.keyboard.press('Enter');
  await expect(textField(admin).getByRole('img', { name: 'Two pipettes' })).toBeVisible();
  await expect(textField(admin)).toBeFocused();
  await admin.keyboard.press('Delete');
  await expect(textField(admin).getByRole('img')).toHaveCount(0);
  await admin.keyboard.press('Control+z');
  await expect(textField(admin).getByRole('img', { name: 'Two pipettes' })).toBeVisible();

  await pressReleaseForm(admin).getByRole('radio', { name: 'Now' }).check();
  await pressReleaseForm(admin).getByRole('button', { name: 'Publish' }).click();
  await expectSubmitted(admin);
  const title = 'A release with a picture';
  const release = await records.collection('press_releases').findOne({ title });
  expect(release?.content).toMatch(/<img src="[^"]*" alt="Two pipettes" width="1440" height="900" \/>/);
  await records.collection('press_releases').deleteMany({ title });
  await session.close();
});

test('a reader of a press release gets its picture as large as needed, and nothing moves when it comes', async ({
  browser,
  page: canvas,
  portal,
}) => {
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const headers = { Origin: portal.url };
  const { idToken } = await (await admin.request.post(portal.url + addressOf(mintIdToken), { headers })).json();
  await canvas.setViewportSize({ width: 1440, height: 900 });
  const file = { name: 'plate.png', mimeType: 'image/png', buffer: await drawn(canvas) };
  const { url } = await (
    await admin.request.post(portal.url + addressOf(uploadPicture), {
      headers: { ...headers, Authorization: `Bearer ${idToken}` },
      multipart: { file },
    })
  ).json();
  const writer = pressReleaseWriter(admin, portal);
  const content = `<p>What was measured:</p><img src="${url}" alt="${ALT}"><p>And what follows.</p>`;
  const id = await writer.publish({ title: 'Figures in a picture', content });
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    const visitor = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    await watchShifts(visitor);
    const page = await visitor.newPage();
    const sent: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/pictures/')) sent.push(response.headers()['content-type'] ?? '');
    });
    const isAwaited = Promise.withResolvers<void>();
    await page.route('**/pictures/**', async (route) => {
      await isAwaited.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}/news?release=${id}`);
    const shown = dialog(page).getByRole('img', { name: ALT });
    await expect(shown).toBeVisible();
    await expect(dialog(page).getByText('And what follows.')).toBeVisible();
    const before = await shown.boundingBox();
    const { sum } = await shiftsOf(page);
    isAwaited.resolve();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    expect(await shown.boundingBox()).toEqual(before);
    expect((await shiftsOf(page)).sum).toBe(sum);
    const { chosen, ratio } = await shown.evaluate((img: HTMLImageElement) => ({
      chosen: Number(img.currentSrc.split('/').at(-1)),
      ratio: img.clientWidth / img.clientHeight,
    }));
    expect([sent, chosen]).toEqual([['image/avif'], width === 390 ? 480 : 960]);
    expect(Math.abs(ratio - 1440 / 900)).toBeLessThan(0.02);
    await expectGoodLooks(page);
    await visitor.close();
  }
  await writer.remove(id);
  await admin.close();
});
