import { addressOf, noteVisit, reportTelemetry } from '@cytocomm/contract';
import { expectGoodLooks } from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

test('an admin sees the dashboards of the other roles as they do, marked, and can change nothing', async ({
  browser,
  portal,
}) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/dashboard`);
  const rail = page.getByRole('navigation', { name: 'Dashboard' });
  const content = page.getByRole('main');
  const mark = page.getByRole('region', { name: 'Preview' });
  const changes: string[] = [];
  const requestedUrls = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (!path.startsWith('/api/') || path.startsWith('/api/auth/') || path === '/api/live') return;
    // Reports of what has loaded change nothing that a person sees; after the preview the admin is here again.
    if (path === addressOf(reportTelemetry) || path === addressOf(noteVisit)) return;
    if (request.method() !== 'GET') changes.push(`${request.method()} ${path}`);
    else requestedUrls.add(`${path} as ${request.headers()['preview-as'] ?? 'oneself'}`);
  });
  // Everything of the Admin Panel is there, so that what is asked from now on is asked by the preview.
  await expect(content.getByRole('heading', { name: 'Operations' })).toBeVisible();
  await expect(content.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);

  requestedUrls.clear();
  await rail.getByLabel('Preview as role').selectOption('Investor');
  await expect(mark).toContainText('Preview as investor. Nothing can be changed here.');
  // The block that is the investors' own, which an admin who looks in does not see; without what it lets them choose.
  await expect(content.getByRole('heading', { name: 'For investors' })).toBeVisible();
  await expect(content.getByText('Mail me when there is')).toHaveCount(0);
  await openTool(page, 'Annual reports');
  await expect(content.getByRole('heading', { name: 'Annual report 2024' })).toBeVisible();
  await openTool(page, 'Calendar');
  await expect(content.getByRole('heading', { name: 'Calendar Overview' })).toBeVisible();
  await expect(content.getByRole('button', { name: 'Make a private address' })).toHaveCount(0);
  await expect(content.getByRole('link', { name: 'New event' })).toHaveCount(0);
  await expect(rail.getByRole('button', { name: 'Admin' })).toHaveCount(0);
  expect([...requestedUrls].filter((call) => !call.endsWith(' as investor'))).toEqual([]);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await expect(mark).toBeInViewport();

  await page.reload();
  await expect(mark).toContainText('Preview as investor.');
  await rail.getByLabel('Preview as role').selectOption('Customer');
  await expect(mark).toContainText('Preview as customer.');
  await openTool(page, 'Notes & SOPs');
  await expect(content.getByText('SOP 2: Reading a study')).toBeVisible();

  await rail.getByLabel('Preview as role').selectOption('Developer');
  await expect(content.getByRole('heading', { name: 'Developer Dashboard' })).toBeVisible();
  await expect(mark).toContainText('Preview as developer.');

  await mark.getByRole('button', { name: 'End preview' }).click();
  await expect(mark).toHaveCount(0);
  await expect(content.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await page.goBack();
  await expect(mark).toContainText('Preview as developer.');
  expect(changes).toEqual([]);
  await context.close();
});

test('other people are offered no preview, nor get one by its address', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard?preview=customer`);
  await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
  await expect(page.getByLabel('Preview as role')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await context.close();
});
