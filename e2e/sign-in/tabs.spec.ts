import { codeIn, mailsTo, waitForMail } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('one tab tells the other of a logout and of a sign-in, and nothing of what was written stays', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'admin');
  const context = await newSessionOf(browser, portal, email);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto(`${portal.url}/dashboard/admin/releases/new`), other.goto(`${portal.url}/dashboard`)]);
  await one.getByRole('form', { name: 'Press release' }).getByLabel('Title').fill('Unpublished');
  await expect(one.getByText(/^Saved \d/)).toBeVisible();

  await other.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(one.getByText('You have logged out in another tab.')).toBeVisible();
  expect(await one.evaluate(() => ({ ...sessionStorage, ...localStorage }))).toEqual({});

  await one.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.goto(`${portal.url}/dashboard`);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Enter your approved email').fill(email);
  const before = (await mailsTo(portal.mailUrl, email)).length;
  await dialog.getByRole('button', { name: 'Send sign-in link' }).click();
  await dialog.getByLabel('6-digit code').fill(codeIn(await waitForMail(portal.mailUrl, email, before + 1)));
  await dialog.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(one.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await context.close();
});
