import { createHash } from 'node:crypto';
import { addressOf, listLocks, listRemotes, readLiveLock } from '@cytocomm/contract';
import type { Locator, Page } from '@playwright/test';
import { MAX_SHIFT, shiftsOf, watchShifts } from '../fixtures/layout-shifts.ts';
import { expectAccessible, expectNoOverflow } from '../fixtures/look.ts';
import { type FullPortal, type PortalProcess, ROWS, startFullPortal } from '../fixtures/portal-process.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect as quickExpect, test, watchConsole } from '../fixtures/test.ts';

// The lists of full-lists.system.spec.ts are the admin's grids; here is all else that may be full.

/** The machine has just filled eight lists: it is given time. */
const expect = quickExpect.configure({ timeout: 40_000 });
/** How many screens a page is long at most, besides its rows: what stands side by side on a desk is one column on a phone. */
const SCREENS = { desk: 2, phone: 3.25 };
const REMOTES = 300;

/** A list that shows so many rows at first, and as many more each time. */
interface FullTool {
  readonly path: string;
  readonly rows: (page: Page) => Locator;
  readonly step: number;
  readonly stepOnPhone?: number;
  /** Chooses what is shown, once the page is there. */
  readonly choose?: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const rowsOf = (caption: string) => (page: Page) =>
  main(page).getByRole('table', { name: caption, exact: true }).locator('tbody tr');
const itemsOf = (list: string) => (page: Page) =>
  main(page).getByRole('list', { name: list, exact: true }).locator('> li');
const more = (page: Page) => main(page).getByRole('button', { name: /^Show more/ });

const chooseRemote = async (page: Page) => {
  await main(page).getByLabel('Which remote').selectOption('mfe-rows');
  await expect(main(page).getByText('mfe-rows').nth(3)).toBeVisible();
};

const TOOLS: Readonly<Record<string, readonly FullTool[]>> = {
  admin: [{ path: 'admin/bin', rows: rowsOf('Bin'), step: 20, stepOnPhone: 10 }],
  investor: [
    { path: 'investor/reports', rows: itemsOf('Annual reports'), step: 20 },
    { path: 'investor/news', rows: itemsOf('Investor news'), step: 10 },
  ],
  customer: [{ path: 'customer/documents', rows: rowsOf('Notes and SOPs'), step: 50, stepOnPhone: 10 }],
  developer: [
    { path: 'developer', rows: rowsOf('What is live'), step: 20, stepOnPhone: 10 },
    { path: 'developer/releases', rows: rowsOf('Releases'), step: 8 },
    { path: 'developer/releases', rows: rowsOf('Releases'), step: 8, choose: chooseRemote },
    { path: 'developer/deployments', rows: itemsOf('Deployments'), step: 8 },
    { path: 'developer/failures', rows: rowsOf('Failures'), step: 10 },
    { path: 'developer/tokens', rows: rowsOf('Team tokens'), step: 20, stepOnPhone: 10 },
  ],
};

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium measures layout shifts');

// One after the other in one worker: the lists are filled once.
test.describe.configure({ mode: 'default' });

let full: FullPortal | undefined;
let portal: PortalProcess;
test.beforeAll(async () => {
  const lists = ['documents', 'releases', 'events', 'mails', 'bin', 'remote-releases', 'tokens', 'failures'];
  full = await startFullPortal(lists);
  portal = full.portal;
});
test.afterAll(() => full?.stop());

/** A lock is signed, and one with so many remotes cannot be live here: the API's answers about them are made. */
async function answerOfManyRemotes(page: Page): Promise<void> {
  const part = (name: string) => ({ name, version: '1.0.0', release: '1.0.0-0123456789ab' });
  const lock = (number: number) => ({
    ...{ id: createHash('sha256').update(`lock ${number}`).digest('hex'), base: null, createdBy: 'ed@x.example' },
    ...{ createdAt: new Date(Date.UTC(2025, 0, 1) - number * 3_600_000).toISOString(), reason: `Deployment ${number}` },
    ...{ shell: part('shell'), remotes: Array.from({ length: 7 }, (_, each) => part(`mfe-${each}`)) },
  });
  const names = ['mfe-rows', ...Array.from({ length: REMOTES }, (_, number) => `mfe-remote-${number}`)];
  const claims = { routes: [], sections: [], roles: [] };
  await page.route(`**${addressOf(readLiveLock)}`, (route) =>
    route.fulfill({ json: { ...lock(0), remotes: names.map(part) } }),
  );
  await page.route(`**${addressOf(listRemotes)}`, (route) =>
    route.fulfill({
      json: { items: names.map((remote) => ({ remote, claims, mayPromote: false, switchedOff: null })) },
    }),
  );
  await page.route(`**${addressOf(listLocks)}?*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [start, limit] = [Number(query.get('cursor')), Number(query.get('limit'))];
    const items = Array.from({ length: limit }, (_, place) => lock(start + place));
    return route.fulfill({ json: { items, nextCursor: start + limit < ROWS ? String(start + limit) : null } });
  });
}

async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expect(main(page).getByText('Loading…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Returns how many screens a page is long, without some rows; those that stand side by side are one. */
async function screensBesides(page: Page, rows: Locator): Promise<number> {
  const ofRows = await rows.evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect());
    return [...new Map(boxes.map(({ top, height }) => [top, height])).values()].reduce(
      (sum, height) => sum + height,
      0,
    );
  });
  return page.evaluate((without) => (document.documentElement.scrollHeight - without) / window.innerHeight, ofRows);
}

/** A loaded page does not move, is no wider than the screen, accessible, and not too long. */
async function expectOrder(page: Page, place: string, rows: Locator): Promise<void> {
  const { sum, moved } = await shiftsOf(page);
  expect.soft(sum, `${place}: ${moved.join()}`).toBeLessThanOrEqual(MAX_SHIFT);
  await expectNoOverflow(page, place);
  await expectAccessible(page);
  const most = (page.viewportSize()?.width ?? 0) < 768 ? SCREENS.phone : SCREENS.desk;
  expect.soft(await screensBesides(page, rows), `screens of ${place}`).toBeLessThanOrEqual(most);
}

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  for (const [person, tools] of Object.entries(TOOLS))
    test(`at ${width} px the ${person} has an overview, lists and a calendar of ${ROWS} rows each`, async ({
      browser,
    }) => {
      test.setTimeout(400_000);
      const context = await contextOf(browser, portal, `${person}@cytocomm.example`, {
        ...{ viewport: { width, height }, colorScheme, reducedMotion: 'no-preference' },
      });
      await watchShifts(context);
      const page = await context.newPage();
      const complaints = watchConsole(page);
      if (person === 'developer') await answerOfManyRemotes(page);

      await test.step('overview', async () => {
        await page.goto(`${portal.url}/dashboard/${person}`);
        const news = page.getByRole('region', { name: /^New / });
        await expect(news.getByRole('listitem')).toHaveCount(3);
        if (person === 'admin') await expect(main(page).getByText('100+ drafts of press releases')).toBeVisible();
        await waitUntilSettled(page);
        await expectOrder(page, person, main(page).locator('tbody tr'));
        await news.getByRole('button', { name: 'All notifications' }).click();
        const dialog = page.getByRole('dialog', { name: 'Notifications' });
        await expect(dialog.getByRole('listitem')).toHaveCount(20);
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Show more' }).click();
        await expect(dialog.getByRole('listitem')).toHaveCount(40);
      });

      for (const { path, rows, step, stepOnPhone = step, choose } of tools)
        await test.step(choose ? `${path}, of one remote` : path, async () => {
          const count = width < 768 ? stepOnPhone : step;
          await page.goto(`${portal.url}/dashboard/${path}`);
          await expect(rows(page)).toHaveCount(count);
          await choose?.(page);
          await expect(rows(page)).toHaveCount(count);
          await waitUntilSettled(page);
          await expectOrder(page, path, main(page).locator('tbody tr').or(rows(page)).or(itemsOf('All reports')(page)));
          await more(page).first().press('Enter');
          await expect(rows(page)).toHaveCount(2 * count);
          await expectNoOverflow(page, `${path}, more`);
        });

      await test.step('calendar', async () => {
        await page.goto(`${portal.url}/dashboard/${person}/calendar`);
        const agenda = page.getByRole('region', { name: 'Next dates' });
        const dates = itemsOf('Events to come')(page).locator('ul > li');
        await expect(dates).toHaveCount(5);
        await waitUntilSettled(page);
        await expectOrder(page, `${person}/calendar`, main(page).locator('li:not(td li, :has(li))'));
        await agenda.getByRole('button', { name: /^Show more/ }).press('Enter');
        await expect(dates).toHaveCount(10);
        const month = page.getByRole('region', { name: 'Calendar', exact: true });
        const title = month.getByRole('heading', { level: 4 }).first();
        const shown = (await title.textContent()) ?? '';
        await month.getByRole('button', { name: 'Next month' }).press('Enter');
        await expect(title).not.toHaveText(shown);
        await waitUntilSettled(page);
        await expect(month.getByRole('gridcell').locator('li').first()).toBeVisible();
        await expectNoOverflow(page, 'next month');
      });
      expect(complaints).toEqual([]);
      await context.close();
    });
