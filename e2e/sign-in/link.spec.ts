import type { Page } from '@playwright/test';
import { codeIn, linkIn, mailsTo, waitForMail } from '../fixtures/mail.ts';
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

    // Here it leads on; elsewhere it is spent.
    await page.goto(linkIn(mail));
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.context().clearCookies();
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
    await page.getByRole('checkbox', { name: 'Open this one every time I sign in' }).check();
    const roleSaved = page.waitForResponse('**/api/auth/default-role');
    await page.getByRole('button', { name: 'Investor Dashboard' }).click();
    await expectToast(page, 'Switched to investor dashboard');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    expect((await stored(page)).auth).toBe('investor');
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
    expect((await roleSaved).status()).toBe(200);

    await page.context().clearCookies();
    await remember(page, email);
    await page.goto(linkIn(await mailedLink(portal, email)));
    await expectToast(page, 'Welcome, investor');
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
    await expect(page.getByRole('heading', { name: 'Investor Dashboard' })).toBeVisible();
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

  test('the code works in the dialog of the one that asked, after a wrong one', async ({ page, portal, records }) => {
    const email = await newPerson(records, 'admin', 'customer');
    const code = codeIn(await askForLink(page, portal, email));
    const dialog = page.getByRole('dialog');
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
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  const field = page.getByRole('dialog').getByLabel('Enter your approved email');
  await expect(field).toHaveValue(email);
  await field.press('Enter');
  await expect(page.getByText('✅ A secure login link has been sent to your email.', { exact: true })).toBeVisible();
  await page.goto(linkIn(await waitForMail(portal.mailUrl, email, 3)));
  await expect(page).toHaveURL(`${portal.url}/dashboard/investor`);
});

test('a link leads back to the page that asked for it, in the tab where the link is opened', async ({
  page,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'customer');
  const before = (await mailsTo(portal.mailUrl, email)).length;
  await page.goto(`${portal.url}/account/devices`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Enter your approved email').fill(email);
  await page.keyboard.press('Enter');
  const link = linkIn(await waitForMail(portal.mailUrl, email, before + 1));
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL(`${portal.url}/account/devices`);
  await expect(tab.getByRole('table', { name: 'Signed-in devices' })).toBeVisible();
  await tab.close();
});

test('an address that is not approved gets the same answer, and no mail', async ({ page, portal }) => {
  const answers: { status: number; body: string }[] = [];
  const before = (await mailsTo(portal.mailUrl, 'developer@cytocomm.example')).length;
  for (const email of ['unknown@elsewhere.example', 'developer@cytocomm.example']) {
    await page.goto(`${portal.url}/investors`);
    await page.getByRole('button', { name: 'Investor Portal Login' }).click();
    const answered = page.waitForResponse('**/api/auth/magic-link');
    await page.getByRole('dialog').getByRole('textbox').fill(email);
    await page.getByRole('dialog').getByRole('textbox').press('Enter');
    const response = await answered;
    answers.push({ status: response.status(), body: await response.text() });
    await expect(page.getByText('✅ A secure login link has been sent to your email.')).toBeVisible();
  }
  expect(answers[0]).toEqual(answers[1]);
  // The approved person's mail was asked for later: once it is here, another one would be here too.
  await waitForMail(portal.mailUrl, 'developer@cytocomm.example', before + 1);
  expect(await mailsTo(portal.mailUrl, 'unknown@elsewhere.example')).toEqual([]);
});
