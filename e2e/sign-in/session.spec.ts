import { newUserRecord } from '@cytocomm/api';
import type { Page } from '@playwright/test';
import { newPerson } from '../fixtures/people.ts';
import { contextOf, newSessionOf, write } from '../fixtures/signed-in.ts';
import { expect, expectToast, test } from '../fixtures/test.ts';

const ENDED = 'Your session has ended. Sign in again to go on.';
const rail = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const entry = (page: Page, name: string) => rail(page).getByRole('button', { name, exact: true });

test('the dashboard stands in the address: reload and Back keep it; Logout ends the session and goes home', async ({
  browser,
  portal,
  records,
}) => {
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin', 'investor', 'customer'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/customer`);
  await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();
  await entry(page, 'Investor').click();
  await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
  await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('auth'))).toBe('investor');
  await page.reload();
  await expect(entry(page, 'Investor')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page).toHaveURL(`${portal.url}/dashboard/customer`);
  await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();

  await rail(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await expect.poll(() => context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [sessionStorage.getItem('auth'), sessionStorage.getItem('userName')])).toEqual([
    null,
    null,
  ]);
  await page.goto(`${portal.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, User' })).toBeVisible();
  await expect(rail(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Enter your approved email');
  await context.close();
});

test('after Logout neither Back nor the browser’s cache has what was shown', async ({ browser, portal, records }) => {
  const context = await newSessionOf(browser, portal, await newPerson(records, 'investor'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/investor/reports`);
  const report = page.getByRole('heading', { name: 'Annual report 2024' });
  await expect(report).toBeVisible();
  // Any file that a browser keeps without asking again.
  const isKept = () =>
    page.evaluate(() =>
      fetch('/shared.jpg', { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  await page.evaluate(async () => (await fetch('/shared.jpg')).arrayBuffer());
  expect(await isKept()).toBe(true);

  await rail(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await expect.poll(isKept).toBe(false);

  await page.goBack();
  await expect(page).toHaveURL(`${portal.url}/dashboard/investor/reports`);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, User' })).toBeVisible();
  await expect(report).toHaveCount(0);
  await context.close();
});

test('devices: one signs another out, which is told; log out everywhere ends both', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'customer');
  const desk = await (await newSessionOf(browser, portal, email)).newPage();
  const phone = await (await newSessionOf(browser, portal, email)).newPage();
  await phone.goto(`${portal.url}/dashboard`);
  await expect(phone.getByText('Live', { exact: true })).toBeVisible();

  await desk.goto(`${portal.url}/dashboard`);
  await rail(desk).getByRole('link', { name: 'Signed-in devices' }).click();
  const devices = desk.getByRole('table', { name: 'Signed-in devices' });
  await expect(devices.getByRole('row')).toHaveCount(3);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices.getByRole('button', { name: /^Sign out / }).click();
  await expectToast(desk, 'Device signed out');
  await expect(devices.getByRole('row')).toHaveCount(2);
  await expect(phone.getByText(ENDED)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await phone.context().close();

  await desk.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Log out everywhere?' });
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(desk.getByText('You are logged out on all devices.')).toBeVisible();
  expect(await desk.context().cookies()).toEqual([]);
  await desk.context().close();
});

test('a role taken away shows at once, with a message', async ({ browser, portal, records }) => {
  const email = await newPerson(records, 'admin', 'customer');
  const context = await newSessionOf(browser, portal, email);
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible();
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  await write(admin, portal, 'PATCH', `/api/admin/users/${email}`, { role: 'admin', enable: false });
  await expectToast(page, 'Your access has changed. You no longer have: Admin');
  await expect(entry(page, 'Admin')).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Users' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('a person who is deleted is told at the next call, and what an admin wrote is kept', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'admin');
  const context = await newSessionOf(browser, portal, email);
  const page = await context.newPage();
  // Only calls are left to notice it.
  await page.route('**/api/live', (route) => route.abort());
  // What is written does not reach the portal any more.
  await page.route('**/api/admin/press-releases/**', (route) => route.abort());
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  await page.getByRole('form', { name: 'Press release' }).getByLabel('Title').fill('Half a press release');
  await expect(page.getByText(/kept in this browser until it is saved/)).toBeVisible();
  await records.collection('users').deleteOne({ email });
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByText(ENDED)).toBeVisible();
  await records.collection('users').insertOne(newUserRecord({ email, name: 'Nora Newcomer', roles: ['admin'] }));
  const again = await newSessionOf(browser, portal, email);
  await context.addCookies(await again.cookies());
  await page.unroute('**/api/admin/press-releases/**');
  await page.goto(`${portal.url}/dashboard/admin/releases`);
  await expect(page.getByText('“Half a press release” did not reach the portal.')).toBeVisible();
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('button', { name: 'Continue with it' }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(page.getByRole('form', { name: 'Press release' }).getByLabel('Title')).toHaveValue(
    'Half a press release',
  );
  await again.close();
  await context.close();
});
