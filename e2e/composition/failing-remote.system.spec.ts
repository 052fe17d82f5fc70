import type { Route } from '@playwright/test';
import { altered, answers, CHUNK, ENTRY, expectNamedAndHealed, silence } from '../fixtures/failing-remote.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// How long a remote is waited for is for unit tests to judge (entry-script.test.ts, federation.test.ts): on a busy machine
// any such limit is a matter of luck.
// A failing file is a complaint in the console by definition.
test.use({ complaintsExpected: true });

const html = (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>' });
const STYLE_SHEET = '**/releases/mfe-investor/*/AnnualReports.*.css';

for (const [name, files, fault] of [
  ['an entry that answers 404', ENTRY, answers(404)],
  ['an entry that is HTML', ENTRY, html],
  ['an entry behind a closed port', ENTRY, (route: Route) => route.abort('connectionrefused')],
  ['an entry that never answers', ENTRY, silence],
  ['an altered entry', ENTRY, altered],
  ['a chunk that answers 404', CHUNK, answers(404)],
  ['a chunk that answers 500', CHUNK, answers(500)],
  ['a chunk that is HTML', CHUNK, html],
  ['a chunk that never answers', CHUNK, silence],
  ['an altered style sheet', STYLE_SHEET, altered],
] as const)
  test(`${name}: named in its slot, the rest usable, and healed`, ({ browser, portal }) =>
    expectNamedAndHealed(browser, portal, files, fault));

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
  ['never answers', silence],
] as const)
  test(`a public page whose remote ${name} stays readable in a living frame, says so, and heals`, async ({
    page,
    portal,
  }) => {
    const marketing = '**/releases/mfe-marketing/*/remote-entry.js';
    await page.route(marketing, fault);
    const request = page.waitForRequest(marketing);
    // A preload that hangs holds up the load event, not the page.
    await page.goto(`${portal.url}/platform`, { waitUntil: 'commit' });
    await request;
    await page.getByRole('button', { name: 'Technology' }).first().click();
    await expect(page.getByRole('link', { name: 'Cell Lines', exact: true }).first()).toBeVisible();
    await expect(page.getByText('Public pages could not be loaded.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact Our Team' })).toBeVisible();
    await page.unroute(marketing);
    // What is only late comes now.
    if (fault !== silence) await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Public pages could not be loaded.')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Contact Our Team' }).click();
    await expect(page).toHaveURL(`${portal.url}/contact`);
  });

test('a public page whose remote has no file at all is left by a link, also when the next one fails, and by Back', async ({
  page,
  portal,
}) => {
  const files = '**/releases/mfe-marketing/**';
  const notice = page.getByText('Public pages could not be loaded.');
  await page.route(files, (route) => route.abort('connectionreset'));
  await page.goto(`${portal.url}/platform`);
  await expect(notice).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: 'A sensor made of living cells.' });
  await expect(heading).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveTitle(/Careers/);
  await expect(heading).toBeHidden();
  await expect(notice).toBeVisible();
  await page.unroute(files);
  await page.goBack();
  await expect(heading).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a page that cannot be loaded on the way to it is told', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/reports`);
  await expect(page.getByRole('heading', { name: 'Annual Reports (PDFs)' })).toBeVisible();
  await page.route('**/releases/mfe-marketing/*/remote-entry.js', () => undefined);
  const request = page.waitForRequest('**/releases/mfe-marketing/*/remote-entry.js');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await request;
  await expect(page.getByText('Public pages could not be loaded.')).toBeVisible();
  await context.close();
});
