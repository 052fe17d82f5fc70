import type { Page, Route } from '@playwright/test';
import { failuresOf } from '../fixtures/reports.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// How long a remote is waited for is for unit tests to judge (entry-script.test.ts, federation.test.ts): on a busy machine
// any such limit is a matter of luck.
// A failing file is a complaint in the console by definition.
test.use({ complaintsExpected: true });

const entry = '**/releases/mfe-investor/*/remote-entry.js';
const chunk = '**/releases/mfe-investor/*/AnnualReports.*.js';

const altered = async (route: Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: `${await answer.text()}\n/* altered after its release */` });
};

const faults: readonly (readonly [string, string, (route: Route) => Promise<void>])[] = [
  ['an entry that answers 404', entry, (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['an entry that answers 500', entry, (route) => route.fulfill({ status: 500, body: 'broken' })],
  ['an entry that is HTML', entry, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>' })],
  ['an entry behind a closed port', entry, (route) => route.abort('connectionrefused')],
  ['an entry that never answers', entry, () => Promise.resolve()],
  ['an altered entry', entry, altered],
  ['a chunk that answers 404', chunk, (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['a chunk that answers 500', chunk, (route) => route.fulfill({ status: 500, body: 'broken' })],
  ['a chunk that is HTML', chunk, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>' })],
  ['a chunk that never answers', chunk, () => Promise.resolve()],
  ['an altered chunk', chunk, altered],
];

const failure = (page: Page) => page.getByText('Investor area could not be loaded.').first();

for (const [name, files, fault] of faults) {
  test(`${name}: named in its slot, the rest usable, healed by Retry`, async ({ browser, portal }) => {
    const context = await contextOf(browser, portal, 'investor@cytocomm.example');
    const page = await context.newPage();
    const reports: unknown[] = [];
    page.on('request', (request) => {
      reports.push(...failuresOf(request));
    });
    await page.route(files, fault);
    const asked = page.waitForRequest(files);
    // Firefox takes a page for loaded only when a file that never comes has come.
    await page.goto(`${portal.url}/dashboard/investor/reports`, { waitUntil: 'commit' });
    await asked;
    await expect(failure(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Welcome, Ivo/ })).toBeVisible();
    await expect
      .poll(() => reports)
      .toContainEqual(
        expect.objectContaining({
          remote: 'mfe-investor',
          release: expect.stringMatching(/^\d+\.\d+\.\d+-dev-[0-9a-f]+$/),
        }),
      );

    await page.getByRole('button', { name: 'Technology' }).first().click();
    await expect(page.getByRole('link', { name: 'Platform', exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.unroute(files);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
    await context.close();
  });
}

test('one remote that hangs does not hold up another', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.route('**/releases/mfe-admin/*/remote-entry.js', () => undefined);
  await page.goto(`${portal.url}/dashboard/investor/reports`);
  await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
  const hanging = page.waitForRequest('**/releases/mfe-admin/*/remote-entry.js');
  const rail = page.getByRole('navigation', { name: 'Dashboard' });
  await rail.getByRole('button', { name: 'Admin' }).click();
  await hanging;
  await rail.getByRole('button', { name: 'Customer' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();
  await context.close();
});

for (const [name, fault] of [
  ['is away', (route: Route) => route.abort('connectionrefused')],
  ['never answers', () => Promise.resolve()],
] as const)
  test(`a public page whose remote ${name} stays readable in a living frame, says so, and heals by Retry`, async ({
    page,
    portal,
  }) => {
    const marketing = '**/releases/mfe-marketing/*/remote-entry.js';
    await page.route(marketing, fault);
    const asked = page.waitForRequest(marketing);
    // A preload that hangs holds up the load event, not the page.
    await page.goto(`${portal.url}/platform`, { waitUntil: 'commit' });
    await asked;
    await page.getByRole('button', { name: 'Technology' }).first().click();
    await expect(page.getByRole('link', { name: 'Cell Lines', exact: true }).first()).toBeVisible();
    await expect(page.getByText('Public pages could not be loaded.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact Our Team' })).toBeVisible();
    await page.unroute(marketing);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Public pages could not be loaded.')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Contact Our Team' }).click();
    await expect(page).toHaveURL(`${portal.url}/contact`);
  });

test.describe('a public page whose remote has no file at all', () => {
  const files = '**/releases/mfe-marketing/**';
  const notice = 'Public pages could not be loaded.';

  test.beforeEach(async ({ page, portal }) => {
    await page.route(files, (route) => route.abort('connectionreset'));
    await page.goto(`${portal.url}/platform`);
    await expect(page.getByText(notice)).toBeVisible();
  });

  test('heals by one Retry', async ({ page, portal }) => {
    await page.unroute(files);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(notice)).toBeHidden();
    await page.getByRole('link', { name: 'Contact Our Team' }).click();
    await expect(page).toHaveURL(`${portal.url}/contact`);
    await expect(page).toHaveTitle(/Contact/);
  });

  test('is left by a link, also when the next one fails, and by Back', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1, name: 'A sensor made of living cells.' });
    await expect(heading).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
    await expect(page).toHaveTitle(/Careers/);
    await expect(heading).toBeHidden();
    await expect(page.getByText(notice)).toBeVisible();
    await page.unroute(files);
    await page.goBack();
    await expect(heading).toBeVisible();
    await expect(page.getByText(notice)).toBeHidden();
  });
});

test('a page that cannot be loaded on the way to it is told', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/reports`);
  await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
  await page.route('**/releases/mfe-marketing/*/remote-entry.js', () => undefined);
  const asked = page.waitForRequest('**/releases/mfe-marketing/*/remote-entry.js');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await asked;
  await expect(page.getByText('Public pages could not be loaded.')).toBeVisible();
  await context.close();
});
