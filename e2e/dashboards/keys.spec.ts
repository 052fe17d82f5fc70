import type { Browser, Page } from '@playwright/test';
import type { PortalProcess } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// How many keys the three main jobs take, from an overview that has just loaded. The words that are written do not count,
// those that are searched for do. The dashboards of one page (ad0ea46) took 36, 14 and 17 by the same count.
const PUBLISH_KEYS = 18;
const REPORT_KEYS = 8;
const SOP_KEYS = 15;

/** Presses keys and counts them. */
function counted(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    press: async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    },
    /** Types what is searched for. */
    search: async (words: string) => {
      keys += words.length;
      await page.keyboard.type(words);
    },
    /** Presses Tab until this has the focus. */
    tabTo: async (name: string | RegExp, role: 'button' | 'link' | 'textbox') => {
      const part = page.getByRole(role, { name }).first();
      await expect(part).toBeVisible();
      for (let tabs = 0; tabs < 100; tabs++) {
        if (await part.evaluate((element) => element === document.activeElement)) return;
        keys += 1;
        await page.keyboard.press('Tab');
      }
      throw new Error(`100 times Tab do not lead to ${name}`);
    },
  };
}

/** Goes to what the palette finds first, from where the page is. */
async function goTo(page: Page, keys: ReturnType<typeof counted>, words: string, found: string): Promise<void> {
  const palette = page.getByRole('dialog');
  await keys.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await keys.search(words);
  await expect(palette.getByRole('option', { selected: true })).toContainText(found);
  await keys.press('Enter');
}

/** Opens somebody's overview, in a browser of their own. */
async function openOverview(browser: Browser, portal: PortalProcess, email: string): Promise<Page> {
  const context = await contextOf(browser, portal, email);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard`);
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  return page;
}

test('an admin publishes a press release, and a visitor reads it', async ({
  browser,
  page: visitor,
  portal,
  records,
}) => {
  const page = await openOverview(browser, portal, 'admin@cytocomm.example');
  const keys = counted(page);
  await goTo(page, keys, 'new r', 'New release');
  await keys.tabTo('Title', 'textbox');
  await page.keyboard.type('By keys');
  await keys.tabTo('Content', 'textbox');
  await page.keyboard.type('Nothing else.');
  await keys.tabTo('Publish', 'button');
  await keys.press('Enter');
  await expect(page.getByText('Press release submitted successfully!').last()).toBeVisible();
  expect(keys.count()).toBe(PUBLISH_KEYS);
  await visitor.goto(`${portal.url}/news`);
  const card = visitor.getByRole('article').filter({ hasText: 'By keys' });
  await card.getByRole('link', { name: /^Read more/ }).click();
  await expect(visitor.getByRole('dialog', { name: 'By keys' })).toContainText('Nothing else.');
  await records.collection('press_releases').deleteMany({ title: 'By keys' });
  await page.context().close();
});

test('an investor opens the newest annual report', async ({ browser, portal }) => {
  const page = await openOverview(browser, portal, 'investor@cytocomm.example');
  const keys = counted(page);
  await goTo(page, keys, 'ann', 'Annual reports');
  await keys.tabTo(/^View PDF/, 'link');
  // Asked for by a page of its own; a Chromium without a viewer of PDFs downloads it there.
  const opened = page.context().waitForEvent('page');
  const isAsked = page.context().waitForEvent('request', {
    predicate: (request) => request.isNavigationRequest() && /\/content/.test(request.url()),
  });
  await keys.press('Enter');
  await Promise.all([opened, isAsked]);
  expect(keys.count()).toBe(REPORT_KEYS);
  await page.context().close();
});

test('a customer finds an SOP and keeps it', async ({ browser, portal }) => {
  const page = await openOverview(browser, portal, 'customer@cytocomm.example');
  const keys = counted(page);
  await goTo(page, keys, 'sop', 'Notes & SOPs');
  await keys.tabTo(/^Download SOP 2/, 'link');
  const [file] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(keys.count()).toBe(SOP_KEYS);
  await page.context().close();
});
