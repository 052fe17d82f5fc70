import { randomUUID } from 'node:crypto';
import { newUserRecord } from '@cytocomm/api';
import { expectAccessible, expectNoOverflow } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** As many cards as a phone shows at once. */
const CARDS = 10;

test('on a phone who is chosen far down the list is in the bar at once, gets a role, and no card is left below the bar', async ({
  browser,
  portal,
  records,
}) => {
  const mark = `bulk-${randomUUID().slice(0, 8)}`;
  const emails = Array.from({ length: CARDS }, (_, place) => `person${place}@${mark}.example`);
  await records
    .collection('users')
    .insertMany(emails.map((email) => newUserRecord({ email, name: email, roles: ['customer'] })));
  const phone = { viewport: { width: 390, height: 844 } };
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', phone);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users?q=${mark}&sort=email`);
  const cards = page.getByRole('list', { name: 'Users', exact: true }).getByRole('listitem').filter({ hasText: mark });
  await expect(cards).toHaveCount(CARDS);
  const last = cards.last();
  const bar = page.getByRole('region', { name: 'Selected users' });

  await last.getByRole('checkbox', { name: /^Select / }).press('Space');
  await expect(bar).toContainText('1 selected');
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page, 'bar');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }

  await test.step('what has the focus, and the last card at the end of the page, are above the bar', async () => {
    const topOfBar = async () => (await bar.boundingBox())?.y ?? 0;
    const endOf = (element: typeof last) => element.evaluate((card) => card.getBoundingClientRect().bottom);
    expect(await endOf(page.locator(':focus'))).toBeLessThanOrEqual(await topOfBar());
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await endOf(last)).toBeLessThanOrEqual(await topOfBar());
    await expect(bar).toBeInViewport({ ratio: 1 });
  });

  await test.step('an action at the end of the bar is reached, and works', async () => {
    await bar.getByRole('button', { name: 'Clear selection' }).scrollIntoViewIfNeeded();
    await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeInViewport({ ratio: 1 });
    await bar.getByRole('button', { name: 'Give role' }).click();
    await expect(page.getByText('investor enabled for 1 user', { exact: true })).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus stays').toBe(true);
    const stored = await records
      .collection('users')
      .find({ email: { $in: emails }, roles: 'investor' })
      .toArray();
    expect(stored.map(({ email }) => email)).toEqual(emails.slice(-1));
  });
  await context.close();
});

for (const width of [800, 390])
  test(`at ${width} px the way out of what is done to a chosen person is in sight`, async ({ browser, portal }) => {
    const screen = { viewport: { width, height: 844 } };
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', screen);
    const page = await context.newPage();
    await page.goto(`${portal.url}/dashboard/admin/users?q=investor%40cytocomm`);
    const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
    const box = card.getByRole('checkbox', { name: 'Select investor@cytocomm.example' });
    await box.check();
    const bar = page.getByRole('region', { name: 'Selected users' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    const { height } = (await bar.boundingBox()) ?? { height: Number.NaN };
    expect(height).toBeLessThanOrEqual(96);
    await expectNoOverflow(page, 'a chosen person');
    const wayOut = bar.getByRole('button', { name: 'Clear selection' });
    await expect(wayOut).toBeInViewport({ ratio: 1 });
    await wayOut.click();
    await expect(bar).toHaveCount(0);
    await expect(box).toBeFocused();
    await context.close();
  });
