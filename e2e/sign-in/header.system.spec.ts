import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

for (const width of [1440, 800, 390])
  test(`at ${width} px the header leads a visitor in, and somebody signed in to the dashboard, the devices and out`, async ({
    browser,
    page,
    portal,
    records,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/auth')) calls.push(request.url());
    });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${portal.url}/about`);
    const header = page.getByRole('banner');
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
    expect(calls, 'nothing is asked for a visitor').toEqual([]);
    await header.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('dialog')).toContainText('Enter your approved email');
    await expect(page).toHaveURL(`${portal.url}/about`);

    const context = await newSessionOf(browser, portal, await newPerson(records, 'customer'), {
      viewport: { width, height: 844 },
    });
    const own = await context.newPage();
    await own.goto(`${portal.url}/dashboard`);
    await expect(own.getByRole('heading', { level: 1, name: 'Welcome, Nora Newcomer' })).toBeVisible();
    await expect(own.getByRole('banner').getByRole('link', { name: /Sign in|Dashboard/ })).toHaveCount(0);
    await own.goto(`${portal.url}/about`);
    const account = own.getByRole('banner').getByRole('button', { name: 'Account of Nora Newcomer' });
    await account.click();
    await expect(own.getByRole('banner').getByText('Nora Newcomer', { exact: true })).toBeVisible();
    await expectAccessible(own, 'header');
    expect(await own.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await own.getByRole('banner').getByRole('link', { name: 'Dashboard' }).last().click();
    await expect(own).toHaveURL(`${portal.url}/dashboard/customer`);
    await own.goto(`${portal.url}/about`);
    await account.click();
    await own.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(own).toHaveURL(`${portal.url}/`);
    await expect(own.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect.poll(() => context.cookies()).toEqual([]);
    await context.close();
  });
