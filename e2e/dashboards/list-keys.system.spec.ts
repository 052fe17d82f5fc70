import { randomUUID } from 'node:crypto';
import { newUserRecord } from '@cytocomm/api';
import { pressByKeys, reachByKeys } from '../fixtures/keyboard.ts';
import { newPerson } from '../fixtures/people.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('an admin works on a list of people by keys alone', async ({ browser, portal, records }) => {
  const mark = `keys-${randomUUID().slice(0, 8)}`;
  const emails = ['ada', 'bob', 'cleo'].map((name) => `${name}@${mark}.example`);
  await records
    .collection('users')
    .insertMany(emails.map((email) => newUserRecord({ email, name: email, roles: ['customer'] })));
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users?q=${mark}`);
  const grid = page.getByRole('grid', { name: 'Users' });
  const people = grid.getByRole('row').filter({ hasText: mark });
  await expect(people).toHaveCount(3);
  const focused = page.locator(':focus');

  await test.step('Tab leads to the list, Enter on a head orders it', async () => {
    await reachByKeys(page, grid.getByRole('checkbox', { name: 'Select all rows' }));
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveAccessibleName(/^Email/);
    await page.keyboard.press('Space');
    await expect(people.first()).toContainText('ada@');
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending');
    await expect(people.first()).toContainText('cleo@');
    await expect(page).toHaveURL(/sort=-email/);
  });

  await test.step('two rows are chosen, and get a role', async () => {
    const bulk = page.getByRole('region', { name: 'Selected users' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+a');
    await expect(bulk).toContainText('3 selected');
    await pressByKeys(page, bulk.getByRole('button', { name: 'Clear selection' }));
    await expect(bulk).toHaveCount(0);
    await reachByKeys(page, grid.getByRole('row', { name: /cleo@/ }).getByRole('checkbox').first());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect(focused).toHaveAccessibleName(`Select bob@${mark}.example`);
    await page.keyboard.press('Space');
    await expect(bulk).toContainText('2 selected');
    await pressByKeys(page, bulk.getByRole('button', { name: 'Give role' }));
    await expect(page.getByText('investor enabled for 2 users')).toBeVisible();
    await expect(bulk).toHaveCount(0);
    await expect(focused).toHaveCount(1);
    const stored = await records.collection('users').find({ email: { $in: emails } }, { sort: { email: 1 } });
    expect((await stored.toArray()).map(({ roles }) => roles.includes('investor'))).toEqual([false, true, true]);
  });

  await test.step('a column is hidden', async () => {
    const view = page.getByText('View', { exact: true });
    await pressByKeys(page, view);
    await pressByKeys(page, page.getByRole('checkbox', { name: 'Last sign-in' }), 'Space');
    await expect(grid.getByRole('columnheader', { name: 'Last sign-in' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(view).toBeFocused();
    await expect(page.getByRole('checkbox', { name: 'Last sign-in' })).toBeHidden();
  });

  await test.step('a person is deleted, and taken back by the key of the notification', async () => {
    await pressByKeys(page, grid.getByRole('button', { name: `Delete bob@${mark}.example` }));
    await pressByKeys(page, page.getByRole('dialog').getByRole('button', { name: 'Delete user' }));
    await expect(people).toHaveCount(2);
    await expect(focused).toHaveCount(1);
    const before = await focused.elementHandle();
    await page.keyboard.press('F8');
    await expect(focused).toHaveAccessibleName('Undo');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`“bob@${mark}.example” is back`)).toBeVisible();
    await expect(people).toHaveCount(3);
    expect(await page.evaluate((element) => document.activeElement === element, before)).toBe(true);
  });

  await test.step('the list of shortcuts has the key', async () => {
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('F8');
  });
  await context.close();
});
