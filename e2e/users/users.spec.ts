import type { Page } from '@playwright/test';
import { waitForMail } from '../fixtures/mail.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, expectToast, test } from '../fixtures/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Add a user' });
const row = (page: Page, email: string) =>
  page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: email });
const box = (page: Page, role: string, email: string) =>
  page.getByRole('checkbox', { name: `${role} for ${email}`, exact: true });
const rolesOf = async (page: Page, email: string) => {
  const answer = await page.request.get(`/api/users/${email}`);
  return answer.status() === 200 ? (await answer.json()).roles : answer.status();
};

test('a person is invited, given and taken roles, and deleted after asking', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example', { baseURL: portal.url });
  const admin = await context.newPage();
  await admin.goto('/dashboard/admin/users');
  const email = `added-${Date.now()}@lab.example`;
  await admin.getByRole('link', { name: 'New user' }).click();
  await expect(form(admin).getByLabel('Role').getByRole('option')).toHaveText(['Admin', 'Investor', 'Customer']);

  await form(admin).getByRole('button', { name: 'Add User' }).click();
  await expect(form(admin).getByText('Email required', { exact: true })).toBeVisible();
  await form(admin).getByLabel('Email').fill(email.toUpperCase());
  await form(admin).getByLabel('Role').selectOption('customer');
  await form(admin).getByRole('button', { name: 'Add User' }).click();
  await expectToast(admin, 'User added');
  await expect(form(admin).getByLabel('Email')).toHaveValue('');
  await admin.getByRole('link', { name: 'All users' }).click();
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
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(admin, email)).toBeVisible();
  await row(admin, email)
    .getByRole('button', { name: `Delete ${email}` })
    .click();
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expectToast(admin, 'User deleted');
  await expect(row(admin, email)).toHaveCount(0);
  expect(await rolesOf(admin, email)).toBe(404);
  await context.close();
});
