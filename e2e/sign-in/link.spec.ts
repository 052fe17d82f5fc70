import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { codeIn, linkIn, waitForMail } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { mailedLink } from '../fixtures/signed-in.ts';
import { askForLink, expect, expectToast, newClientAddress, signIn, test } from '../fixtures/test.ts';

const stored = (page: Page) =>
  page.evaluate(() => ({
    auth: sessionStorage.getItem('auth'),
    userName: sessionStorage.getItem('userName'),
    emailForSignIn: localStorage.getItem('emailForSignIn'),
  }));
const problem = (page: Page) => page.getByRole('alert').getByRole('heading', { level: 1 });

/** Makes this browser one that asked for a link. */
const remember = (page: Page, email: string) =>
  page.addInitScript((address) => {
    // Firefox runs it in the empty page before, too, which may keep nothing.
    if (origin !== 'null') localStorage.setItem('emailForSignIn', address);
  }, email);

test.describe('the link of the mail', () => {
  test('signs in a person with one role, and is spent', async ({ page, portal, records }) => {
    const email = await newPerson(records, 'investor');
    const mail = await askForLink(page, portal, email);
    expect(await stored(page)).toEqual({ auth: null, userName: null, emailForSignIn: email });
    await page.goto(linkIn(mail));
    await expectToast(page, 'Welcome, Nora Newcomer');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Nora Newcomer' })).toBeVisible();
    expect(await stored(page)).toEqual({ auth: 'investor', userName: 'Nora Newcomer', emailForSignIn: null });

    await remember(page, email);
    await page.goto(linkIn(mail));
    await expect(problem(page)).toHaveText('Invalid or expired sign-in link.');
  });

  test('lets a person with several roles choose, and keeps the choice for the next time', async ({
    page,
    portal,
    records,
  }) => {
    const email = await newPerson(records, 'admin', 'investor', 'customer');
    await signIn(page, portal, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Select Your Dashboard' })).toBeVisible();
    await expect(
      page.getByText('You have access to multiple areas. Where would you like to go?', { exact: true }),
    ).toBeVisible();
    const choices = page.getByRole('main').getByRole('button', { name: /Dashboard$/ });
    await expect(choices).toHaveText(['Admin Dashboard', 'Investor Dashboard', 'Customer Dashboard']);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Open this one every time I sign in' }).check();
    const kept = page.waitForResponse('**/api/auth/default-role');
    await page.getByRole('button', { name: 'Investor Dashboard' }).click();
    await expectToast(page, 'Switched to investor dashboard');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    expect((await stored(page)).auth).toBe('investor');
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
    expect((await kept).status()).toBe(200);

    await page.context().clearCookies();
    await remember(page, email);
    await page.goto(linkIn(await mailedLink(portal, email)));
    await expectToast(page, 'Welcome, investor');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
  });

  test('tells a person without a role, with a way on and a way out', async ({ page, portal, records }) => {
    const email = await newPerson(records);
    await remember(page, email);
    await page.goto(linkIn(await mailedLink(portal, email)));
    await expect(problem(page)).toHaveText('No roles assigned. Contact administrator.');
    await expect(page.getByRole('link', { name: 'Contact the administrator' })).toHaveAttribute('href', '/contact');
    await expectAccessible(page);
    await page.goto(`${portal.url}/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Nora Newcomer' })).toBeVisible();
    await expect(page.getByText('No roles assigned. Contact administrator.')).toBeVisible();
    await page.goto(`${portal.url}/auth-handler`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${portal.url}/`);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('works after programs have opened it, with scripts and without', async ({ browser, page, portal, records }) => {
    const email = await newPerson(records, 'customer');
    const link = linkIn(await mailedLink(portal, email));
    for (let visit = 0; visit < 10; visit += 1) {
      const answer = await fetch(link, { method: visit % 2 === 0 ? 'GET' : 'HEAD' });
      expect(answer.status).toBe(200);
    }
    const scanner = await (await browser.newContext()).newPage();
    await scanner.goto(link);
    await expect(scanner.getByRole('heading', { level: 1, name: 'Confirm your e-mail' })).toBeVisible();
    await scanner.context().close();
    await remember(page, email);
    await page.goto(link);
    await expect(page).toHaveURL(`${portal.url}/dashboard/customer`);
  });
});

test.describe('in a browser that did not ask', () => {
  test('the e-mail is asked for; cancelling says that it is required, and costs nothing', async ({
    page,
    portal,
    records,
  }) => {
    const email = await newPerson(records, 'customer');
    await page.goto(linkIn(await mailedLink(portal, email)));
    const field = page.getByLabel('Enter your approved email');
    await expect(field).toBeVisible();
    await expect(page).toHaveURL(`${portal.url}/auth-handler`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter your email.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(problem(page)).toHaveText('Email is required to complete login.');
    await page.getByRole('button', { name: 'Enter my e-mail' }).click();
    await field.fill('somebody.else@lab.example');
    await field.press('Enter');
    await expect(problem(page)).toHaveText('Invalid or expired sign-in link.');
    await page.getByRole('button', { name: 'Use another e-mail' }).click();
    await field.fill(email.toUpperCase());
    await field.press('Enter');
    await expectToast(page, 'Welcome, Nora Newcomer');
    await expect(page).toHaveURL(`${portal.url}/dashboard/customer`);
  });

  test('the code does not work there, whatever its pages are made to send', async ({ page, portal, records }) => {
    const email = await newPerson(records, 'customer');
    const mail = await mailedLink(portal, email);
    await page.goto(portal.url);
    const status = await page.evaluate(
      async (body) =>
        (await fetch('/api/auth/complete', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
          .status,
      JSON.stringify({ email, code: codeIn(mail) }),
    );
    expect(status).toBe(401);
    await remember(page, email);
    await page.goto(linkIn(mail));
    await expect(page).toHaveURL(`${portal.url}/dashboard/customer`);
  });

  test('and works in the dialog of the browser that asked, after a wrong one', async ({ page, portal, records }) => {
    const email = await newPerson(records, 'admin', 'customer');
    const code = codeIn(await askForLink(page, portal, email));
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
    await dialog.getByRole('button', { name: 'Sign in with the code' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Invalid or expired sign-in link.');
    await dialog.getByLabel('6-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await dialog.getByRole('button', { name: 'Sign in with the code' }).click();
    await page.getByRole('button', { name: 'Customer Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Customer Dashboard' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test('a link that is expired, replaced or somebody else’s is refused, and leads to a new one', async ({
  page,
  portal,
  records,
}) => {
  const [email, other] = [await newPerson(records, 'investor'), await newPerson(records, 'admin')];
  await remember(page, email);
  const client = newClientAddress();
  const replaced = linkIn(await mailedLink(portal, email, client));
  const expired = linkIn(await mailedLink(portal, email, client));
  // What ten minutes do: the record says until when the link counts.
  await records.collection('sign_in_links').updateOne({ email }, { $set: { expiresAt: new Date(Date.now() - 1000) } });
  for (const link of [replaced, expired, linkIn(await mailedLink(portal, other))]) {
    const answered = page.waitForResponse('**/api/auth/complete');
    await page.goto(link);
    expect((await answered).status()).toBe(401);
    await expect(problem(page)).toHaveText('Invalid or expired sign-in link.');
    expect(await page.context().cookies()).toEqual([]);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  const field = page.getByRole('dialog').getByLabel('Enter your approved email');
  await expect(field).toHaveValue(email);
  await field.press('Enter');
  await expect(page.getByText('✅ A secure login link has been sent to your email.', { exact: true })).toBeVisible();
  await page.goto(linkIn(await waitForMail(portal.mailUrl, email, 3)));
  await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
});

test.describe('a portal in trouble', () => {
  test.use({ complaintsExpected: true });

  test('a reply that is a page is told as what it is; any other failure can be tried again', async ({
    page,
    portal,
    records,
  }) => {
    const email = await newPerson(records, 'investor');
    await remember(page, email);
    await page.route('**/api/auth/complete', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Cytocomm</title>' }),
    );
    await page.goto(linkIn(await mailedLink(portal, email)));
    await expect(problem(page)).toHaveText('⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.');
    await expectAccessible(page);
    await page.unroute('**/api/auth/complete');

    await page.route('**/api/auth/complete', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(problem(page)).toHaveText('Login failed. Try again or contact admin.');
    await page.unroute('**/api/auth/complete');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
  });
});
