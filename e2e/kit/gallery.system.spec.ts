import type AxeBuilder from '@axe-core/playwright';
import { expect, type Frame, test } from '@playwright/test';
import { axeOf } from '../fixtures/look.ts';
import { type GalleryProcess, startGallery } from '../fixtures/portal-process.ts';

// One gallery is built for all tests of this file, which therefore run in one worker.
test.describe.configure({ mode: 'default' });
// A trace of pages with many pages in them costs more than the test.
test.use({ trace: 'off' });

let gallery: GalleryProcess;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery?.stop());

async function violationsOf(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
}

/** How much wider than the page its content is, in px. */
function excessOf(frame: Frame): Promise<number> {
  // Less than the window is the room that is kept for a scroll bar.
  return frame.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

const GROUPS = [
  'typography',
  'layout',
  'actions',
  'forms',
  'feedback',
  'surfaces',
  'overlays',
  'times',
  'motifs',
  'dashboard',
  'writing',
];

test('its pages are those that are tested here', async ({ page }) => {
  await page.goto(gallery.url);
  const links = page.getByRole('navigation', { name: 'Groups' }).getByRole('link');
  await expect(links).not.toHaveCount(0);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(GROUPS.map((id) => `/${id}`));
});

for (const id of GROUPS)
  test(`every state of ${id} is accessible and fits its width, on a desk and on a phone`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${gallery.url}/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const frame of page.frames()) await expect(frame.getByText(/^Loading (chart|calendar)$/)).toHaveCount(0);
    await expect(page.getByText(/^The (chart|calendar) could not be loaded\.$/)).toHaveCount(0);
    // Each state in a page of its own may have the same landmarks as the next one.
    expect(await violationsOf(axeOf(page, ['landmark-unique']))).toEqual([]);
    for (const frame of page.frames()) expect([frame.url(), await excessOf(frame)]).toEqual([frame.url(), 0]);
    // The pages of single states are as wide as a phone already.
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violationsOf(axeOf(page).exclude('iframe'))).toEqual([]);
    expect(await excessOf(page.mainFrame())).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(axeOf(page).withRules('color-contrast'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
