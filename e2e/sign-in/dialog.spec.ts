import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { linkIn, mailsTo, waitForMail } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ complaintsExpected: true });

async function open(page: Page) {
  await page.getByRole('button', { name: 'Investor Portal Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const field = dialog.getByLabel('Enter your approved email');
  await expect(field).toBeFocused();
  return { dialog, field };
}

test('opens over the page, closes on Escape and on a click outside, and gives the focus back', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal.url}/investors`);
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(8, 300)]) {
    const { dialog } = await open(page);
    await expect(page).toHaveURL(`${portal.url}/investors`);
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Investor Portal Login' })).toBeFocused();
  }
});

test('wants an address, says Sending... meanwhile, tells a failure, keeps the address', async ({ page, portal }) => {
  const email = 'nobody@elsewhere.example';
  await page.goto(`${portal.url}/investors`);
  const { dialog, field } = await open(page);
  await dialog.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(dialog.getByText('Please enter your email.', { exact: true })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  const held = Promise.withResolvers<void>();
  await page.route('**/api/auth/magic-link', async (route) => {
    await held.promise;
    await route.abort('connectionrefused');
  });
  await field.fill(email);
  await field.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  held.resolve();
  await expect(dialog.getByText('❌ Failed to send sign-in link. Please try again.', { exact: true })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  expect(await page.evaluate(() => localStorage.getItem('emailForSignIn'))).toBeNull();
  await page.unroute('**/api/auth/magic-link');

  await page.route('**/api/auth/magic-link', (route) => route.fulfill({ contentType: 'text/html', body: '<p>hello' }));
  await field.press('Enter');
  await expect(
    dialog.getByText('⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.', { exact: true }),
  ).toBeVisible();
  await page.unroute('**/api/auth/magic-link');

  await field.press('Enter');
  await expect(dialog.getByText('✅ A secure login link has been sent to your email.', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('emailForSignIn'))).toBe(email);
});

test('tells how long to wait after too many links', async ({ page, portal }) => {
  const headers = { Origin: portal.url };
  for (let count = 0; count < 5; count += 1) {
    const answer = await page.request.post(`${portal.url}/api/auth/magic-link`, {
      headers,
      data: { email: 'impatient@elsewhere.example' },
    });
    expect(answer.status()).toBe(202);
  }
  await page.goto(`${portal.url}/investors`);
  const { dialog, field } = await open(page);
  await field.fill('impatient@elsewhere.example');
  await field.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('❌ Failed to send sign-in link. Please try again.');
  await expect(dialog.getByRole('alert')).toContainText(/Try again in 1[45] minutes\./);
});

test('leads back to the page that asked for it, in the tab where the link is opened', async ({
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
