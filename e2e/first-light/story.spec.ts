import { releaseChangedRemote } from '../fixtures/changed-remote.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { expectRefused, expectReport, personIn, uploadReport } from '../fixtures/report.ts';
import { expect, signIn, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

const pdf = makePdf('Annual report of the first light', 600_000);
const title = 'Annual report of the first light';

test('a visitor finds Home, composed at run time from the shell and the marketing remote', async ({ page, portal }) => {
  const remoteScripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/releases/mfe-')) remoteScripts.push(request.url());
  });
  await page.goto(portal.url);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.getByText('Fast Results')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  await page.getByRole('button', { name: 'Technology' }).first().click();
  await page.getByRole('link', { name: 'Platform', exact: true }).first().click();
  await expect(page).toHaveURL(`${portal.url}/platform`);
  expect(remoteScripts.some((url) => url.includes('/releases/mfe-marketing/'))).toBe(true);
  expect(remoteScripts.every((url) => url.includes('/releases/mfe-marketing/'))).toBe(true);
});

test('the main story: sign in by mail, upload, read as an investor, refused as a customer, kept over a restart', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const dataDir = newDataDir();
  let portal = await startPortal(dataDir);
  try {
    const admin = await personIn(browser, portal, 'admin@cytocomm.example');
    const rail = admin.getByRole('navigation', { name: 'Dashboard' });
    await expect(admin.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
    for (const entry of ['Admin', 'Investor', 'Customer'])
      await expect(rail.getByRole('button', { name: entry, exact: true })).toBeVisible();
    await expect(rail.getByRole('button', { name: 'Developer', exact: true })).toHaveCount(0);
    await expect(rail.getByRole('button', { name: 'Logout' })).toBeVisible();

    await uploadReport(admin, title, pdf);

    const investor = await personIn(browser, portal, 'investor@cytocomm.example');
    const address = await expectReport(investor, title, pdf);
    const part = await investor.request.get(`${portal.url}${address}`, {
      headers: { Range: 'bytes=1000-1999' },
    });
    expect(part.status()).toBe(206);
    expect(part.headers()['content-range']).toBe(`bytes 1000-1999/${pdf.length}`);
    expect(Buffer.compare(await part.body(), pdf.subarray(1000, 2000))).toBe(0);

    const customer = await personIn(browser, portal, 'customer@cytocomm.example');
    await expect(customer.getByText(title)).toHaveCount(0);
    await expectRefused(customer, address);
    expect((await customer.request.get(`${portal.url}/api/reports`)).status()).toBe(403);

    expect(await portal.stop()).toBe(0);
    const port = new URL(portal.url).port;
    portal = await startPortal(dataDir, { PORT: port });
    await investor.reload();
    expect(await expectReport(investor, title, pdf)).toBe(address);
  } finally {
    await portal.stop();
    deleteDataDir(dataDir);
  }
});

test.describe('one remote for itself', () => {
  test.use({ complaintsExpected: true });

  test('a new release of one remote shows after a reload; nothing else changed', async ({ browser }) => {
    test.setTimeout(180_000);
    const dataDir = newDataDir();
    const portal = await startPortal(dataDir);
    try {
      const page = await personIn(browser, portal, 'customer@cytocomm.example');
      await openTool(page, 'Notes & SOPs');
      await expect(page.getByRole('heading', { level: 3, name: 'Notes & SOPs' })).toBeVisible();
      const changed = await releaseChangedRemote(
        portal,
        'mfe-customer',
        'title="Notes & SOPs"',
        'title="Notes & SOPs, second release"',
      );
      expect(changed.others.after).toEqual(changed.others.before);
      expect(changed.release.after).not.toBe(changed.release.before);
      await expect(page.getByRole('heading', { level: 3, name: 'Notes & SOPs', exact: true })).toBeVisible();
      // A tab that was opened before keeps its release, whose files stay served.
      const earlier = `${portal.url}/releases/mfe-customer/${changed.release.before}/remote-entry.js`;
      expect((await page.request.get(earlier)).status()).toBe(200);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Notes & SOPs, second release' })).toBeVisible();
    } finally {
      await portal.stop();
      deleteDataDir(dataDir);
    }
  });

  test('an unreachable admin remote costs the admin section only, and Retry heals it', async ({ browser, portal }) => {
    test.setTimeout(180_000);
    const page = await (await browser.newContext()).newPage();
    const home = `${portal.url}/releases/mfe-admin/**`;
    await page.route(home, (route) => route.abort());
    await signIn(page, portal, 'all@cytocomm.example');
    await expect(page.getByText('Select Your Dashboard')).toBeVisible();
    await page.getByRole('button', { name: 'Admin Dashboard' }).click();
    const failure = page.getByText(/Administration could not be loaded/).first();
    await expect(failure).toBeVisible();
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Investor' }).click();
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
    await page.unroute(home);
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  });
});
