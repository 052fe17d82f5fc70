import type { Page } from '@playwright/test';
import { pressByKeys, reachByKeys } from '../fixtures/keyboard.ts';
import { makePdf } from '../fixtures/report.ts';
import { contextOf, newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

// Where the focus is after each action of each form, by keyboard alone. jsdom knows neither inert nor what a browser does with
// the focus of what is disabled or taken away.

/** What has the focus, by the words that name it; `body` when it was lost. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'body';
    if (element.matches('main')) return 'the page';
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ');
    const named = [...labels, ...ids.map((id) => document.getElementById(id))].map((each) => each?.textContent ?? '');
    return element.getAttribute('aria-label') ?? (named.join(' ').trim() || (element.textContent ?? '').trim());
  });
}

const isAt = (page: Page, name: string | RegExp) =>
  expect.poll(() => focused(page)).toEqual(expect.stringMatching(name));

/** Presses a button by keyboard. */
const press = (page: Page, name: string | RegExp) => pressByKeys(page, page.getByRole('button', { name }));

/** Follows a link by keyboard. */
const follow = (page: Page, name: string) => pressByKeys(page, page.getByRole('link', { name }));

/** Goes to a tool by the rail, by keyboard. */
const openTool = (page: Page, name: string) =>
  pressByKeys(page, page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }));

// Over BiDi each of their keys is four commands.
test.slow(({ browserName }) => browserName === 'firefox', 'a key takes longer');

test('an admin goes through every form by keyboard, and the focus is never lost', async ({ browser, portal }) => {
  const context = await contextOf(browser, portal, 'admin@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard/admin/users`);
  await expect(page.getByRole('row', { name: /investor@/ }).first()).toBeVisible();

  await test.step('people', async () => {
    await follow(page, 'New user');
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    await press(page, 'Add User');
    await isAt(page, /^Email/);
    await page.keyboard.type('keyboard@x.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('User added')).toBeVisible();
    await isAt(page, /^Email/);
    await follow(page, 'All users');
    await expect(page.getByRole('row', { name: /keyboard@x/ })).toBeVisible();
    await press(page, /^Delete keyboard@x/);
    await isAt(page, 'Delete this user?');
    await page.keyboard.press('Escape');
    await isAt(page, /^Delete keyboard@x/);
    await press(page, /^Delete keyboard@x/);
    await press(page, 'Delete user');
    await expect(page.getByRole('button', { name: /^Delete keyboard@x/ })).toHaveCount(0);
    await isAt(page, /@|Users/);
  });

  await test.step('events', async () => {
    await openTool(page, 'Calendar');
    const form = page.getByRole('form', { name: 'Add an event' });
    await follow(page, 'New event');
    await press(page, 'Add Event');
    await isAt(page, 'Add Event');
    await reachByKeys(
      page,
      form.getByRole('group', { name: 'Date', exact: true }).getByRole('spinbutton', { name: 'Month' }),
    );
    await page.keyboard.type('01052030');
    await reachByKeys(page, form.getByLabel('Title'));
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Event added')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect.poll(() => focused(page)).not.toBe('body');
    await follow(page, 'Edit By keyboard');
    const title = page.getByRole('form', { name: 'Edit event' }).getByLabel('Title');
    await reachByKeys(page, title);
    await page.keyboard.press('End');
    await page.keyboard.type(' alone');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Event changed')).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe('body');
    await press(page, 'Delete By keyboard alone');
    await isAt(page, 'Delete this event?');
    await press(page, 'Delete event');
    await expect(page.getByRole('button', { name: /By keyboard/ })).toHaveCount(0);
    await isAt(page, /^Edit |Events/);
  });

  await test.step('press releases', async () => {
    await openTool(page, 'Press releases');
    await follow(page, 'New release');
    const form = page.getByRole('form', { name: 'Press release' });
    await press(page, 'Publish');
    await isAt(page, 'Title');
    await page.keyboard.type('By keyboard');
    // A new address, in the same field.
    await expect(form.getByText(/^Saved \d/)).toBeVisible();
    await isAt(page, 'Title');
    await press(page, 'Publish');
    await isAt(page, 'Content');
    await page.keyboard.type('Text');
    await press(page, 'Preview');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await isAt(page, 'Preview');
    await reachByKeys(page, form.getByRole('radio', { name: /Not yet/ }));
    await press(page, 'Save draft');
    await expect(page.getByRole('row', { name: /By keyboard/ })).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe('body');
    await follow(page, 'Edit By keyboard');
    await expect(form.getByLabel('Title')).toHaveValue('By keyboard');
    await follow(page, 'All releases');
    await press(page, 'Delete By keyboard');
    await isAt(page, 'Delete this press release?');
    await press(page, 'Delete press release');
    await expect(page.getByRole('row', { name: /By keyboard/ })).toHaveCount(0);
    await expect.poll(() => focused(page)).not.toBe('body');
  });

  await test.step('documents', async () => {
    await openTool(page, 'Documents');
    await follow(page, 'New document');
    const form = page.getByRole('form', { name: 'Upload documents' });
    await press(page, 'Upload');
    await isAt(page, 'Upload');
    await reachByKeys(page, form.getByLabel('Title'));
    await page.keyboard.type('By keyboard');
    const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: makePdf('By keyboard') };
    await form.locator('input[type=file]').setInputFiles(file);
    await press(page, 'Upload');
    await expect(page.getByText('✅ Document uploaded successfully!')).toBeVisible();
    await isAt(page, 'Upload');
    await follow(page, 'All documents');
    await press(page, 'Delete By keyboard');
    await isAt(page, 'Are you sure you want to delete this document?');
    await press(page, 'Delete document');
    await expect(page.getByRole('button', { name: 'Delete By keyboard' })).toHaveCount(0);
    await expect.poll(() => focused(page)).not.toBe('body');
  });
  await context.close();
});

test('an investor goes through every form by keyboard, and the focus is never lost', async ({ browser, portal }) => {
  const context = await newSessionOf(browser, portal, 'investor@cytocomm.example');
  const page = await context.newPage();
  await page.goto(`${portal.url}/dashboard`);
  await pressByKeys(page, page.getByRole('checkbox', { name: 'A new report' }), 'Space');
  await expect(page.getByText('E-mail alerts changed')).toBeVisible();
  await isAt(page, 'A new report');
  await openTool(page, 'Calendar');
  await press(page, 'Make a private address');
  await expect(page.getByLabel('Private calendar address')).toBeVisible();
  await isAt(page, 'Make a new one');
  await press(page, 'Revoke');
  await expect(page.getByLabel('Private calendar address')).toHaveCount(0);
  await isAt(page, 'In your own calendar');
  await press(page, 'Next month');
  await isAt(page, 'Next month');

  await follow(page, 'Signed-in devices');
  await press(page, 'Log out everywhere');
  await isAt(page, 'Log out everywhere?');
  await page.keyboard.press('Escape');
  await isAt(page, 'Log out everywhere');
  await context.close();
});
