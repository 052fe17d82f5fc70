import type { Role } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import type { Db } from 'mongodb';
import { z } from 'zod';
import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import type { PortalProcess } from '../fixtures/portal-process.ts';
import { contextOf, write } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const bellOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: /^Notifications/ });
const listOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

/** Puts a person into the records who was here before: to them all that was there is new. */
async function formerVisitor(records: Db, role: Role): Promise<string> {
  const email = await newPerson(records, role);
  const user = await records.collection('users').findOne({ email });
  if (user !== null) await records.collection('reading_marks').insertOne({ _id: user._id });
  return email;
}

async function open(page: Page, portal: PortalProcess, role: string): Promise<void> {
  await page.goto(`${portal.url}/dashboard/${role}`);
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await expect(bellOf(page)).toBeVisible();
}

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  test(`by keyboard alone the bell is opened, an entry followed and all marked as read, at ${width} px, ${colorScheme}`, async ({
    browser,
    portal,
    records,
  }) => {
    const email = await formerVisitor(records, 'investor');
    const context = await contextOf(browser, portal, email, {
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await open(page, portal, 'investor');
    const news = page.getByRole('region', { name: 'New for you' });
    await expect(news.getByRole('listitem')).toHaveCount(3);
    await expect(news.getByText(/more notifications?$/)).toBeVisible();
    // Nothing can wait for an investor.
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);
    for (const block of await page.getByRole('region', { name: /^(New for you|Next dates)$/ }).all())
      expect(await block.evaluate((each) => each.scrollHeight - each.clientHeight), 'nothing is cut off').toBe(0);
    await expectAccessible(page);

    await expect(bellOf(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/);
    await bellOf(page).focus();
    await page.keyboard.press('Enter');
    const list = listOf(page);
    await expect(list.getByRole('listitem').first()).toContainText('unread');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(bellOf(page)).toBeFocused();

    await page.keyboard.press('Enter');
    const markAll = list.getByRole('button', { name: 'Mark all as read' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(markAll).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list.getByText(/unread/)).toHaveCount(0);
    await expect(markAll).toBeFocused();
    await expect(markAll).toBeDisabled();
    await expect(list.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);

    const date = list.getByRole('listitem').filter({ hasText: 'New event' }).getByRole('link').first();
    await date.focus();
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard\/investor\/calendar/);
    await expect(bellOf(page)).toHaveAccessibleName('Notifications');
    await context.close();
  });

test('what an admin adds is there at once for those it is for, and read in one tab is read in the other', async ({
  browser,
  portal,
  records,
}) => {
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const investors = await contextOf(browser, portal, await formerVisitor(records, 'investor'));
  const customers = await contextOf(browser, portal, await formerVisitor(records, 'customer'));
  const [tab, other, customer] = await Promise.all([investors.newPage(), investors.newPage(), customers.newPage()]);
  await Promise.all([
    open(tab, portal, 'investor'),
    open(other, portal, 'investor'),
    open(customer, portal, 'customer'),
  ]);
  for (const page of [tab, customer]) {
    await bellOf(page).click();
    await listOf(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(listOf(page).getByText(/unread/)).toHaveCount(0);
  }
  await expect(bellOf(other)).toHaveAccessibleName('Notifications');

  const title = 'Meeting below the bell';
  const event = { title, date: '2030-05-01T00:00:00.000Z', audience: ['investor'] };
  const answer = await write(admin, portal, 'POST', '/api/admin/events', event);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  // The list is open in one tab, and the overview shows it in the other.
  await expect(listOf(tab).getByRole('listitem').first()).toContainText(title);
  await expect(listOf(tab).getByRole('listitem').first()).toContainText('unread');
  await expect(bellOf(other)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(other.getByRole('region', { name: 'New for you' }).getByRole('link', { name: title })).toBeVisible();

  await listOf(tab).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bellOf(other)).toHaveAccessibleName('Notifications');
  const { audience, ...forAll } = { ...event, title: 'Meeting of all' };
  const second = await write(admin, portal, 'POST', '/api/admin/events', forAll);
  const all = z.object({ id: z.string() }).parse(await second.json());
  await expect(listOf(customer).getByRole('listitem').first()).toContainText('Meeting of all');
  await expect(listOf(customer).getByText(title)).toHaveCount(0);

  // Deleted, it is gone from an open list.
  for (const each of [id, all.id]) await write(admin, portal, 'DELETE', `/api/admin/events/${each}`);
  await expect(listOf(tab).getByText(title)).toHaveCount(0);
  await expect(bellOf(other)).toHaveAccessibleName('Notifications');
  await Promise.all([admin, investors, customers].map((context) => context.close()));
});

test('a role that is taken away while the list is open takes its entries along', async ({
  browser,
  portal,
  records,
}) => {
  const email = await newPerson(records, 'investor', 'customer');
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const context = await contextOf(browser, portal, email);
  const page = await context.newPage();
  const event = { title: 'For investors alone', date: '2030-05-01T00:00:00.000Z', audience: ['investor'] };
  const answer = await write(admin, portal, 'POST', '/api/admin/events', event);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  await open(page, portal, 'customer');
  await bellOf(page).click();
  await expect(listOf(page).getByText(event.title)).toBeVisible();
  await write(admin, portal, 'PATCH', `/api/admin/users/${email}`, { role: 'investor', enable: false });
  await expect(listOf(page).getByText(event.title)).toHaveCount(0);
  await expect(listOf(page).getByRole('listitem').first()).toBeVisible();
  await write(admin, portal, 'DELETE', `/api/admin/events/${id}`);
  await Promise.all([admin, context].map((each) => each.close()));
});

test('offline the list stays readable and says what could not be done; what came meanwhile follows', async ({
  browser,
  portal,
  records,
}) => {
  const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
  const context = await contextOf(browser, portal, await formerVisitor(records, 'investor'));
  const page = await context.newPage();
  await open(page, portal, 'investor');
  await bellOf(page).click();
  await expect(listOf(page).getByRole('listitem').first()).toBeVisible();
  await context.setOffline(true);
  await listOf(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText(/^They were not marked as read\./)).toBeVisible();
  await expect(listOf(page).getByRole('listitem').first()).toBeVisible();
  const event = { title: 'While the line was down', date: '2030-05-01T00:00:00.000Z' };
  const answer = await write(admin, portal, 'POST', '/api/admin/events', event);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  await context.setOffline(false);
  await expect(listOf(page).getByRole('listitem').first()).toContainText(event.title);
  await write(admin, portal, 'DELETE', `/api/admin/events/${id}`);
  await Promise.all([admin, context].map((each) => each.close()));
});
