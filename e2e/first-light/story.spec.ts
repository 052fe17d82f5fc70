import { releaseChangedRemote } from '../fixtures/changed-remote.ts';
import { expectRefused, expectReport, makePdf, uploadReport } from '../fixtures/report.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

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

test('an admin uploads a report: an investor opens it byte for byte, a customer is refused it', async ({
  browser,
  portal,
  records,
}) => {
  const title = 'Annual report of the first light';
  const pdf = makePdf(title, 600_000);
  const pageOf = async (role: string) => (await contextOf(browser, portal, `${role}@cytocomm.example`)).newPage();
  const [admin, investor, customer] = [await pageOf('admin'), await pageOf('investor'), await pageOf('customer')];
  for (const page of [admin, investor, customer]) await page.goto(`${portal.url}/dashboard`);
  const rail = admin.getByRole('navigation', { name: 'Dashboard' });
  await expect(admin.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  for (const entry of ['Admin', 'Investor', 'Customer'])
    await expect(rail.getByRole('button', { name: entry, exact: true })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Developer', exact: true })).toHaveCount(0);
  await expect(rail.getByRole('button', { name: 'Logout' })).toBeVisible();

  await uploadReport(admin, title, pdf);
  const address = await expectReport(investor, title, pdf);
  const part = await investor.request.get(`${portal.url}${address}`, { headers: { Range: 'bytes=1000-1999' } });
  expect(part.status()).toBe(206);
  expect(part.headers()['content-range']).toBe(`bytes 1000-1999/${pdf.length}`);
  expect(Buffer.compare(await part.body(), pdf.subarray(1000, 2000))).toBe(0);

  await expect(customer.getByText(title)).toHaveCount(0);
  await expectRefused(customer, address);
  expect((await customer.request.get(`${portal.url}/api/reports`)).status()).toBe(403);
  await records.collection('documents').deleteMany({ title });
  for (const page of [admin, investor, customer]) await page.context().close();
});

test('a new release of one remote shows after a reload; nothing else changed', async ({
  browser,
  releasePortal: portal,
}) => {
  const context = await contextOf(browser, portal, 'customer@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/customer/documents`);
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
  await context.close();
});
