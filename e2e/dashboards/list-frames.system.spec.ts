import type { Page } from '@playwright/test';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const MAIL = {
  id: 'a'.repeat(24),
  kind: 'sign-in',
  to: 'developer@cytocomm.example',
  status: 'sent',
  attempts: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  sentAt: '2026-11-20T08:00:01.000Z',
  nextAttemptAt: null,
  lastError: null,
};
const FOR_NOBODY = { sendEmail: true, mailing: 'queued', recipients: 0 };

/** Returns the words below an element that stand on two lines, broken in their middle. */
function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((within) => {
    const broken: string[] = [];
    for (const root of document.querySelectorAll(within)) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
  }, selector);
}

test('at 1440 px no word of a list stands on two lines', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.route('**/api/admin/mail?*', (route) => route.fulfill({ json: { items: [MAIL], nextCursor: null } }));
  await page.route('**/api/admin/press-releases?*', async (route) => {
    const { items, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, items: items.map((item: object) => ({ ...item, ...FOR_NOBODY })) } });
  });
  const broken: [string, string[]][] = [];
  for (const tool of ['users', 'documents', 'releases', 'mail']) {
    // The people that every portal begins with: other tests leave some with longer names.
    await page.goto(`${portal.url}/dashboard/admin/${tool}${tool === 'users' ? '?q=cytocomm' : ''}`);
    await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
    broken.push([tool, await brokenWords(page, '[role="grid"]')]);
  }
  expect(broken.filter(([, words]) => words.length > 0)).toEqual([]);
  await context.close();
});

test('at 1440 px the address in the account menu is one line', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'developer@cytocomm.example', {
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard`);
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await page.goto(portal.url);
  await page.getByRole('button', { name: /^Account of/ }).click();
  const address = page.getByText('developer@cytocomm.example');
  await expect(address).toBeVisible();
  expect(await address.evaluate((element) => element.getClientRects().length)).toBe(1);
  expect(await address.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await brokenWords(page, 'header')).toEqual([]);
  await context.close();
});

test('a list that fails keeps its distance from the filters', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }));
  await page.goto(`${portal.url}/dashboard/admin/users`);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load users' });
  await expect(failure).toBeVisible();
  // The innermost that holds both fields; the frame of the failure has room of its own inside.
  const filters = page
    .locator('div')
    .filter({ has: page.getByRole('searchbox', { name: 'Search users' }) })
    .filter({ has: page.getByRole('combobox', { name: 'Role of users' }) })
    .last();
  const bottom = await filters.evaluate((element) => element.getBoundingClientRect().bottom);
  const top = await failure.locator('xpath=../..').evaluate((element) => element.getBoundingClientRect().top);
  expect(top - bottom).toBeGreaterThanOrEqual(8);
  await context.close();
});

test('at 390 px a tool begins at most 52 px below the bar, offline as live', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users`);
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Users', exact: true });
  await expect(panel).toBeVisible();
  const topOf = () => panel.evaluate((element) => element.getBoundingClientRect().top);
  const top = await topOf();
  const below = await page
    .getByRole('navigation', { name: 'Dashboard' })
    .evaluate((element) => element.getBoundingClientRect().bottom);
  expect(top - below).toBeLessThanOrEqual(52);
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: /Offline|Reconnecting/ })).toBeVisible();
  expect(await topOf()).toBe(top);
  await context.close();
});
