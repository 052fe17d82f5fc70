import { translate } from '@cytocomm/trial-run/translation';
import type { Locator, Page } from '@playwright/test';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

interface Act {
  readonly remote: string;
  readonly what: string;
  readonly path: string;
  /** Who acts, of the demo data; a visitor by default. */
  readonly as?: string;
  readonly act: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const says = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
/** Expects that a search takes a row out of its list, and brings it back. */
async function narrows(search: Locator, row: Locator, words: string): Promise<void> {
  await expect(row).toBeVisible();
  await search.fill('none is called so');
  await expect(row).toBeHidden();
  await search.fill(words);
  await expect(row).toBeVisible();
}
const newAddress = () => `translated-${Date.now()}@lab.example`;

/** What is done everywhere, each with something that comes before or behind a text, or takes one away. */
const ACTS: readonly Act[] = [
  {
    ...{ remote: 'shell', what: 'e-mail alerts', path: '/news' },
    async act(page) {
      const field = page.getByRole('contentinfo').getByRole('textbox');
      await field.fill(newAddress());
      await field.press('Enter');
      await says(page, /open the link in the mail we just sent you/);
    },
  },
  {
    ...{ remote: 'mfe-marketing', what: 'the contact form', path: '/contact' },
    async act(page) {
      // With the check comes what looks at the fields.
      await expect(page.getByRole('checkbox', { name: 'I am not a robot' })).toBeVisible();
      await press(page, 'Send Message');
      await says(page, 'Please enter your name.');
      await page.getByLabel('Full Name').fill('Ada');
      await expect(page.getByText('Please enter your name.')).toHaveCount(0);
    },
  },
  {
    ...{ remote: 'mfe-auth', what: 'the sign-in', path: '/dashboard' },
    async act(page) {
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByLabel('Enter your approved email').fill('investor@cytocomm.example');
      await press(page, 'Send sign-in link');
      await expect(page.getByLabel('6-digit code')).toBeVisible();
    },
  },
  {
    ...{ remote: 'mfe-admin', what: 'a new user', path: '/dashboard/admin/users/new', as: 'admin' },
    async act(page) {
      const form = page.getByRole('form', { name: 'Add a user' });
      await form.getByRole('button', { name: 'Add User' }).click();
      await form.getByRole('textbox', { name: 'Email' }).fill(newAddress());
      await form.getByRole('button', { name: 'Add User' }).click();
      await says(page, /User added/);
    },
  },
  {
    ...{ remote: 'mfe-calendar', what: 'a new event', path: '/dashboard/admin/events/new', as: 'admin' },
    async act(page) {
      await page.getByLabel('Title').fill('Translated');
      await page.getByLabel('Whole days').uncheck();
      await expect(page.getByRole('group', { name: 'Starts' })).toBeVisible();
      await page.getByLabel('Whole days').check();
      await expect(page.getByRole('group', { name: 'Starts' })).toHaveCount(0);
      await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
    },
  },
  {
    ...{ remote: 'mfe-investor', what: 'the reports', path: '/dashboard/investor/reports', as: 'investor' },
    async act(page) {
      const report = page.getByRole('row').filter({ hasText: 'Annual report 2024' });
      await narrows(page.getByRole('searchbox', { name: 'Search reports' }), report, '2024');
    },
  },
  {
    ...{ remote: 'mfe-customer', what: 'the documents', path: '/dashboard/customer/documents', as: 'customer' },
    async act(page) {
      const paper = page.getByRole('main').getByText('SOP 2: Reading a study').first();
      await narrows(page.getByRole('searchbox', { name: 'Search documents' }), paper, 'SOP 2');
    },
  },
  {
    ...{ remote: 'mfe-developer', what: 'a team token', path: '/dashboard/developer/tokens', as: 'developer' },
    async act(page) {
      const form = page.getByRole('form', { name: 'Make a team token' });
      await form.getByRole('button', { name: 'Make token' }).click();
      await says(page, /Say where it is used/);
      await form.getByLabel('Name', { exact: true }).fill('A pipeline');
      await expect(page.getByText(/Say where it is used/)).toHaveCount(0);
    },
  },
];

for (const { remote, what, path, as, act } of ACTS)
  test(`${what} of ${remote} can be used in a page that the browser translates`, async ({ browser, portal }) => {
    const options = { baseURL: portal.url };
    const context = await (as === undefined
      ? browser.newContext(options)
      : contextOf(browser, portal, `${as}@cytocomm.example`, options));
    const page = await context.newPage();
    const thrown: Error[] = [];
    page.on('pageerror', (error) => thrown.push(error));
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(translate, null);
    expect(await page.locator('font').count()).toBeGreaterThan(20);
    await act(page);
    await expect(page.getByText(/could not be loaded|Unexpected Application Error/)).toHaveCount(0);
    expect(thrown).toEqual([]);
    await context.close();
  });
