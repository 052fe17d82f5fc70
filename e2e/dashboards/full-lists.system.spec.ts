import type { Locator, Page } from '@playwright/test';
import { MAX_SHIFT, shiftsOf, watchShifts } from '../fixtures/layout-shifts.ts';
import { expectAccessible, expectNoOverflow } from '../fixtures/look.ts';
import { type FullPortal, type PortalProcess, startFullPortal } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect as quickExpect, test, watchConsole } from '../fixtures/test.ts';

/** Twice the height of a desk's screen. */
const TWO_SCREENS = 1800;
/** How many cards a phone is given at once. */
const CARDS = 10;
/** A column goes from no order by it through the two that there are. */
const MAX_PRESSES = 3;
/** The machine has just filled seven lists: it is given time. */
const expect = quickExpect.configure({ timeout: 40_000 });

/** A list, and what shows that the server has searched and ordered all of it. */
interface FullList {
  readonly path: string;
  readonly name: string;
  readonly pageSize: number;
  /** The field that is written into, what, and in how many rows that is. */
  readonly find: { readonly field: string; readonly text: string; readonly count: number };
  /** Another search, an order, and the first row of it. */
  readonly order?: { readonly text: string; readonly column: string; readonly by: string; readonly first: string };
}

const byTitle = { text: 'review', column: 'Title', by: 'title', first: 'Review 009995' };
const titled = (field: string) => ({ field, text: 'port 0047', count: 15 });

const listsOf = (documentId: string): readonly FullList[] => [
  {
    ...{ path: 'users?', name: 'Users', pageSize: 50 },
    find: { field: 'Search users', text: 'nna480', count: 2 },
    order: { text: 'liam', column: 'Email', by: 'email', first: 'liam9995@x.example' },
  },
  {
    ...{ path: 'documents?', name: 'Uploaded documents', pageSize: 50 },
    ...{ find: titled('Search documents'), order: byTitle },
  },
  {
    ...{ path: 'releases?', name: 'Press releases', pageSize: 25 },
    ...{ find: titled('Search press releases'), order: byTitle },
  },
  {
    ...{ path: 'events?when=all', name: 'Events', pageSize: 50 },
    ...{ find: titled('Search events'), order: { ...byTitle, column: 'Event' } },
  },
  {
    ...{ path: 'mail?status=all', name: 'Mails', pageSize: 20 },
    find: { field: 'Search mails', text: 'nna480', count: 2 },
    order: { text: 'anna', column: 'To', by: 'to', first: 'anna9996@x.example' },
  },
  {
    ...{ path: 'audit?', name: 'Audit trail', pageSize: 50 },
    find: { field: 'About', text: 'ben4801@x.example', count: 1 },
  },
  {
    ...{ path: `documents/${documentId}/accesses?`, name: 'Accesses', pageSize: 50 },
    find: { field: 'Who', text: 'anna12@', count: 34 },
  },
];

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium measures layout shifts');

// One after the other in one worker: the lists are filled once.
test.describe.configure({ mode: 'default' });

let full: FullPortal | undefined;
let portal: PortalProcess;
let lists: readonly FullList[];

test.beforeAll(async () => {
  full = await startFullPortal(['users', 'documents', 'accesses', 'releases', 'events', 'mails', 'audit']);
  portal = full.portal;
  const opened = await full.records.collection('document_accesses').findOne({ occasion: 'row-access-0' });
  lists = listsOf(String(opened?.documentId));
});
test.afterAll(() => full?.stop());

async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Returns how long the page is, in pixels, without the part of it in which the grid shows its rows. */
async function lengthBesides(grid: Locator): Promise<number> {
  return grid.evaluate((root) => {
    const header = root.querySelector('[role=columnheader]')?.getBoundingClientRect().height ?? 0;
    return document.documentElement.scrollHeight - root.getBoundingClientRect().height + header;
  });
}

test('a table shows the first page of 10,000 rows, and the server searches, orders and turns the pages', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const size = { width: 1440, height: 900 };
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
    viewport: size,
    reducedMotion: 'no-preference',
  });
  await watchShifts(context);
  const page = await context.newPage();
  const complaints = watchConsole(page);
  for (const { path, name, pageSize, find, order } of lists)
    await test.step(name, async () => {
      await page.goto(`${portal.url}/dashboard/admin/${path}`);
      const grid = page.getByRole('grid', { name, exact: true });
      const hasRows = (rows: number) => expect(grid).toHaveAttribute('aria-rowcount', String(rows + 1));
      await hasRows(pageSize);
      await waitUntilSettled(page);
      const { sum, moved } = await shiftsOf(page);
      expect(sum, moved.join()).toBeLessThanOrEqual(MAX_SHIFT);
      expect(await lengthBesides(grid)).toBeLessThanOrEqual(TWO_SCREENS);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Show more' }).click();
      await hasRows(2 * pageSize);
      const field = page.getByRole('searchbox', { name: find.field });
      await field.fill(find.text);
      await hasRows(find.count);
      if (order === undefined) return;
      await field.fill(order.text);
      await hasRows(pageSize);
      const head = grid.getByRole('columnheader', { name: order.column });
      const sortOf = () => new URL(page.url()).searchParams.get('sort');
      for (let press = 0; press < MAX_PRESSES && sortOf() !== `-${order.by}`; press += 1) {
        const before = page.url();
        await head.click();
        await expect(page).not.toHaveURL(before);
      }
      expect(sortOf()).toBe(`-${order.by}`);
      await expect(grid.locator('[role=row][data-rowindex="0"]')).toContainText(order.first);
    });
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone cards show the first of 10,000 rows, and the server searches, orders and turns the pages', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  });
  await watchShifts(context);
  const page = await context.newPage();
  const complaints = watchConsole(page);
  for (const { path, name, find, order } of lists)
    await test.step(name, async () => {
      await page.goto(`${portal.url}/dashboard/admin/${path}`);
      const cards = page.getByRole('list', { name, exact: true }).getByRole('listitem');
      await expect(cards).toHaveCount(CARDS);
      await waitUntilSettled(page);
      const { sum, moved } = await shiftsOf(page);
      expect(sum, moved.join()).toBeLessThanOrEqual(MAX_SHIFT);
      await expectNoOverflow(page, name);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect(cards).toHaveCount(2 * CARDS);
      const field = page.getByRole('searchbox', { name: find.field });
      await field.fill(find.text);
      await expect(cards).toHaveCount(Math.min(find.count, CARDS));
      if (order === undefined) return;
      await field.fill(order.text);
      await page.getByLabel('Sort by').selectOption(`-${order.by}`);
      await expect(cards.first()).toContainText(order.first);
      await expect(cards).toHaveCount(CARDS);
    });
  expect(complaints).toEqual([]);
  await context.close();
});
