import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { waitForMail } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, expectToast, test } from '../fixtures/test.ts';

const ADMIN = 'admin@cytocomm.example';
const form = (page: Page) => page.getByRole('form', { name: 'Add a user' });
const table = (page: Page) => page.getByRole('grid', { name: 'Users' });
const row = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email });
const box = (page: Page, role: string, email: string) =>
  page.getByRole('checkbox', { name: `${role} for ${email}`, exact: true });
const rolesOf = async (page: Page, email: string) => {
  const answer = await page.request.get(`/api/users/${email}`);
  return answer.status() === 200 ? (await answer.json()).roles : answer.status();
};

/** The users panel as the demo admin has it. */
const panel = test.extend<{ admin: Page }>({
  admin: async ({ browser, portal }, use) => {
    const context = await contextOf(browser, portal, ADMIN, { baseURL: portal.url });
    const page = await context.newPage();
    await page.goto('/dashboard/admin/users');
    await expect(row(page, ADMIN)).toBeVisible();
    await use(page);
    await context.close();
  },
});

const toForm = (page: Page) => page.getByRole('link', { name: 'New user' }).click();
const toList = (page: Page) => page.getByRole('link', { name: 'All users' }).click();

/** Fails the next calls of one method with a refusal of the server. */
async function refuse(page: Page, method: string): Promise<void> {
  await page.route('**/api/admin/users**', (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Away","status":503}' })
      : route.fallback(),
  );
}
const heal = (page: Page) => page.unroute('**/api/admin/users**');

panel('a person is added in lower case, given and taken roles, and deleted after asking', async ({ admin, portal }) => {
  const email = `added-${Date.now()}@lab.example`;
  await expect(table(admin).getByRole('columnheader')).toHaveText([
    '',
    'Email',
    'Name',
    'Roles',
    'Last sign-in',
    'Added',
    'Actions',
  ]);
  await toForm(admin);
  await expect(form(admin).getByLabel('Role').getByRole('option')).toHaveText(['Admin', 'Investor', 'Customer']);

  await form(admin).getByRole('button', { name: 'Add User' }).click();
  await expect(form(admin).getByText('Email required', { exact: true })).toBeVisible();
  await form(admin).getByLabel('Email').fill(email.toUpperCase());
  await form(admin).getByLabel('Role').selectOption('customer');
  await form(admin).getByRole('button', { name: 'Add User' }).click();
  await expectToast(admin, 'User added');
  await expect(form(admin).getByLabel('Email')).toHaveValue('');
  await toList(admin);
  await expect(box(admin, 'Customer', email)).toBeChecked();
  await waitForMail(portal.mailUrl, email);

  await box(admin, 'Investor', email).check();
  await expectToast(admin, 'investor enabled');
  await box(admin, 'Customer', email).uncheck();
  await expectToast(admin, 'customer removed');
  expect(await rolesOf(admin, email)).toEqual(['investor']);

  await row(admin, email)
    .getByRole('button', { name: `Delete ${email}` })
    .click();
  const dialog = admin.getByRole('dialog', { name: 'Delete this user?' });
  await expect(dialog).toContainText(email);
  await expectAccessible(admin, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(admin, email)).toBeVisible();
  await row(admin, email)
    .getByRole('button', { name: `Delete ${email}` })
    .click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expectToast(admin, 'User deleted');
  await expect(row(admin, email)).toHaveCount(0);
  expect(await rolesOf(admin, email)).toBe(404);
});

panel(
  'a search finds by e-mail and name; nobody found says so, and why they cannot sign in',
  async ({ admin, records }) => {
    const email = await newPerson(records, 'investor');
    await admin.getByRole('searchbox', { name: 'Search users' }).fill(email);
    await expect(table(admin).getByRole('row')).toHaveCount(2);
    await expect(row(admin, email)).toBeVisible();
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('stranger@elsewhere.example');
    await expect(table(admin).getByText('No users found.', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Why no sign-in: stranger@elsewhere.example' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Sign-ins of stranger@elsewhere.example' });
    await expect(dialog).toContainText('There is no user stranger@elsewhere.example: no mail is sent.');
    await expectAccessible(admin, '[role=dialog]');
  },
);

panel(
  'each failure is told in its own words, and what was ticked or typed is as before',
  async ({ admin, records }) => {
    const email = await newPerson(records, 'customer');
    await admin.getByRole('searchbox', { name: 'Search users' }).fill(email);
    await expect(table(admin).getByRole('row')).toHaveCount(2);

    await refuse(admin, 'PATCH');
    await box(admin, 'Admin', email).click();
    await expectToast(admin, 'Failed to update role');
    await expect(box(admin, 'Admin', email)).not.toBeChecked();
    await heal(admin);
    expect(await rolesOf(admin, email)).toEqual(['customer']);

    await refuse(admin, 'POST');
    await toForm(admin);
    await form(admin).getByLabel('Email').fill('lost@lab.example');
    await form(admin).getByRole('button', { name: 'Add User' }).click();
    await expectToast(admin, 'Failed to add user');
    await expect(form(admin).getByLabel('Email')).toHaveValue('lost@lab.example');
    await heal(admin);
    await toList(admin);
    await admin.getByRole('searchbox', { name: 'Search users' }).fill(email);
    await expect(table(admin).getByRole('row')).toHaveCount(2);

    await refuse(admin, 'DELETE');
    await row(admin, email)
      .getByRole('button', { name: `Delete ${email}` })
      .click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
    await expectToast(admin, 'Failed to delete user');
    await expect(row(admin, email)).toBeVisible();
    await heal(admin);

    await refuse(admin, 'GET');
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('somebody else');
    await expect(admin.getByText('Failed to load users', { exact: true })).toBeVisible();
    await expectAccessible(admin, 'main');
    await heal(admin);
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
    await expect(table(admin).getByText('No users found.', { exact: true })).toBeVisible();
  },
);

panel('the last admin is protected, and shown as such', async ({ admin, records }) => {
  const users = records.collection<{ email: string; roles: string[] }>('users');
  const others = await users.find({ roles: 'admin', email: { $ne: ADMIN } }).toArray();
  const emails = others.map(({ email }) => email);
  try {
    await users.updateMany({ email: { $in: emails } }, { $pull: { roles: 'admin' } });
    await admin.reload();
    await expect(row(admin, ADMIN).getByText('Last admin')).toBeVisible();
    await expect(box(admin, 'Admin', ADMIN)).toBeDisabled();
    await expect(row(admin, ADMIN).getByRole('button', { name: `Delete ${ADMIN}` })).toBeDisabled();
    // A search does not show whether there are other admins: then the server is the one to refuse.
    await admin.getByRole('searchbox', { name: 'Search users' }).fill(ADMIN);
    await box(admin, 'Admin', ADMIN).click();
    await expectToast(admin, 'This is the last admin. Give somebody else the role first.');
    await expect(box(admin, 'Admin', ADMIN)).toBeChecked();
  } finally {
    await users.updateMany({ email: { $in: emails } }, { $push: { roles: 'admin' } });
  }
});

panel(
  'an admin who is not signed in any more is told so, and nothing happens',
  async ({ browser, portal, records }) => {
    const email = await newPerson(records, 'admin');
    const context = await contextOf(browser, portal, email, { baseURL: portal.url });
    const page = await context.newPage();
    await page.route('**/api/live', (route) => route.abort());
    await page.goto('/dashboard/admin/users/new');
    await form(page).getByLabel('Email').fill('too.late@lab.example');
    // The session ends with this call, before another one hears of it.
    await page.route('**/api/admin/users', async (route) => {
      await records.collection('users').updateOne({ email }, { $set: { sessions: [] } });
      await route.continue();
    });
    await form(page).getByRole('button', { name: 'Add User' }).click();
    await expectToast(page, 'No authenticated user');
    await expect(page.getByText('Your session has ended. Sign in again to go on.')).toBeVisible();
    expect(await records.collection('users').countDocuments({ email: 'too.late@lab.example' })).toBe(0);
    await context.close();
  },
);
