import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 2, name });

test('a tool begins at its top, and Back leads to where the one before was left', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  await expect(page.getByRole('form', { name: 'Press release' })).toBeVisible();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  await openTool(page, 'Users');
  await expect(heading(page, 'Users')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(heading(page, 'Press releases')).toBeVisible();
  // Firefox keeps what is seen in its place while things above it settle.
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - 400)).toBeLessThan(10);
  await context.close();
});

test('the bare address leads to that of a role, without an entry in the history', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  for (const [before, now] of [
    ['', 'admin'],
    ['?preview=investor', 'investor?preview=investor'],
  ]) {
    // Over BiDi Playwright does not see that Back leads to an empty page.
    await page.goto(`${portal.url}/privacy`);
    await page.goto(`${portal.url}/dashboard${before}`);
    await expect(page).toHaveURL(`${portal.url}/dashboard/${now}`);
    await page.goBack();
    await expect(page).toHaveURL(`${portal.url}/privacy`);
  }
  await context.close();
});

for (const width of [1440, 390])
  test(`at ${width} px the address of a missing role or an unknown tool shows an overview and a sentence`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'customer@cytocomm.example', {
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    for (const [path, words] of [
      ['admin/users', 'You do not have the dashboard at this address. This is your Customer overview.'],
      ['no-such-role', 'You do not have the dashboard at this address. This is your Customer overview.'],
      ['customer/nothing/at/all', 'Customer has no tool at this address. This is its overview.'],
    ]) {
      expect((await page.goto(`${portal.url}/dashboard/${path}`))?.status()).toBe(200);
      await expect(page.getByText(words ?? '')).toBeVisible();
      await expect(heading(page, 'Customer Dashboard')).toBeVisible();
    }
    await context.close();
  });

test('below a tool with nothing there is the tool and a sentence', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  for (const [path, tool] of [
    ['investor/reports', 'Annual reports'],
    ['customer/documents', 'Notes & SOPs'],
    ['admin/bin', 'Bin'],
  ]) {
    await page.goto(`${portal.url}/dashboard/${path}/zzz`);
    await expect(page.getByText(`There is nothing at this address. This is ${tool}.`)).toBeVisible();
    await expect(heading(page, tool ?? '')).toBeVisible();
  }
  await context.close();
});

test('on a phone the bar stays, says where one is, and its menu leads to every tool', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users`);
  await expect(page.getByRole('list', { name: 'Users' }).getByRole('listitem').nth(3)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Dashboard' });
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(rail.getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
  await expect(rail.getByRole('strong')).toHaveText('Users');
  await expect(rail.getByRole('strong')).toBeInViewport();
  await rail.getByRole('button', { name: 'Menu' }).click();
  await expect(rail.getByRole('list', { name: 'Admin' }).getByRole('link')).toHaveText([
    ...['Overview', 'Users', 'Documents', 'Press releases', 'Events', 'Calendar', 'Mail', 'Audit', 'Bin'],
  ]);
  await openTool(page, 'Mail');
  await expect(page).toHaveURL(`${portal.url}/dashboard/admin/mail`);
  await expect(rail.getByRole('button', { name: 'Menu' })).toBeVisible();
  await expect(rail.getByRole('strong')).toHaveText('Mail');
  await context.close();
});

test('after the sign-in a person of any roles comes to the requested address', async ({ browser, portal, records }) => {
  const email = await newPerson(records, 'investor', 'customer');
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${portal.url}/dashboard/customer/documents`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const { cookies } = await (await newSessionOf(browser, portal, email)).storageState();
  await expect(page.getByRole('dialog').getByLabel('Enter your approved email')).toBeVisible();
  // The link of the mail is tested elsewhere: here the other tab's sign-in is enough.
  await page.context().addCookies(cookies);
  await page.goto(`${portal.url}/auth-handler?returnTo=${encodeURIComponent('/dashboard/customer/documents')}`);
  await expect(page).toHaveURL(`${portal.url}/dashboard/customer/documents`);
  await expect(page.getByRole('heading', { level: 3, name: 'Notes & SOPs' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('auth'))).toBe('customer');
  await page.context().close();
});

test('a piece of investor news has an address: by Read more, the palette, a reload and Back', async ({
  browser,
  portal,
}) => {
  const title = 'Agenda of the annual general meeting';
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/news`);
  const list = page.getByRole('list', { name: 'Investor news' });
  const readMore = list.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: 'Read more' });
  const address = portal.url + (await readMore.getAttribute('href'));
  expect(address).toMatch(/\/dashboard\/investor\/news\/[0-9a-f]{24}$/);
  await readMore.click();
  await expect(page).toHaveURL(address);
  const article = page.getByRole('article', { name: title });
  await expect(article).toBeFocused();
  await page.reload();
  await expect(article).toBeVisible();
  await page.goBack();
  await expect(readMore).toBeFocused();

  await page.goto(`${portal.url}/dashboard/investor`);
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('agenda');
  await page.getByRole('option', { name: title }).click();
  await expect(page).toHaveURL(address);
  await expectGoodLooks(page);
  // Over BiDi Playwright cannot have a page look as in print.
  if (browser.browserType().name() !== 'firefox') {
    await page.emulateMedia({ media: 'print' });
    await expect(article).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden();
  }
  await context.close();
});
