import { addEvent, addressOf, deleteEvent, eventSchema, listEvents, listPublicEvents } from '@cytocomm/contract';
import { contextOf, write } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const as = (role: string) => `${role}@cytocomm.example`;

/** Half past eleven at night, so many days from now, as it is typed into the form. */
function lateIn(days: number): { day: string; typed: string } {
  const day = new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  const [year, month, date] = day.split('-');
  return { day, typed: `${month}${date}${year}1130PM` };
}

test('an admin adds a board meeting by keyboard; investors have it at once, in their own time, and customers nowhere', async ({
  browser,
  portal,
}) => {
  const title = 'Meeting of the board, late';
  const admin = await (await contextOf(browser, portal, as('admin'))).newPage();
  const tokyo = { timezoneId: 'Asia/Tokyo' };
  const investor = await (await contextOf(browser, portal, as('investor'), tokyo)).newPage();
  const customer = await (await contextOf(browser, portal, as('customer'))).newPage();
  const messages: string[] = [];
  customer.on('request', (request) => {
    if (new URL(request.url()).pathname === addressOf(listEvents)) messages.push(request.url());
  });
  await Promise.all([
    investor.goto(`${portal.url}/dashboard/investor/calendar`),
    customer.goto(`${portal.url}/dashboard/customer/calendar`),
  ]);
  for (const page of [investor, customer]) {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Events to come' })).toBeVisible();
  }
  const before = messages.length;

  await admin.goto(`${portal.url}/dashboard/admin/events`);
  await admin.getByRole('link', { name: 'New event' }).press('Enter');
  const form = admin.getByRole('form', { name: 'Add an event' });
  await form.getByLabel('Title').fill(title);
  await form.getByRole('checkbox', { name: 'Whole days' }).press('Space');
  await form.getByRole('group', { name: 'Starts' }).getByRole('spinbutton', { name: 'Month' }).focus();
  await admin.keyboard.type(lateIn(9).typed);
  await form.getByLabel('Time zone').selectOption('America/New_York');
  await form.getByLabel('Who sees it').selectOption('Only some roles');
  await form.getByRole('checkbox', { name: 'Investor' }).press('Space');
  await form.getByRole('button', { name: 'Add Event' }).press('Enter');
  await expect(admin.getByText('Event added')).toBeVisible();
  const events = admin.getByRole('grid', { name: 'Events' });
  await expect(events.getByRole('row').filter({ hasText: title })).toContainText('Investor');

  const line = investor.getByRole('list', { name: 'Events to come' }).getByText(title).locator('..');
  await expect(line).toContainText('GMT+9');
  await expect(line).toContainText('11:30 PM in America/New_York');

  // A change of an event that a customer may not see is not told: nothing is read again.
  expect(messages.length).toBe(before);
  await customer.reload();
  await expect(customer.getByRole('list', { name: 'Events to come' })).toBeVisible();
  await expect(customer.getByText(title)).toHaveCount(0);
  expect(await (await customer.request.get(portal.url + addressOf(listEvents))).text()).not.toContain(title);
  await customer.getByRole('button', { name: 'Make a private address' }).click();
  const feed = await customer.getByLabel('Private calendar address').inputValue();
  const calendar = await (await customer.request.get(feed)).text();
  expect(calendar).toContain('SUMMARY:');
  expect(calendar).not.toContain(title);
  expect(await (await customer.request.get(portal.url + addressOf(listPublicEvents))).text()).not.toContain(title);

  await admin.getByRole('button', { name: `Delete ${title}` }).press('Enter');
  await admin.getByRole('button', { name: 'Delete event' }).press('Enter');
  await expect(investor.getByText(title)).toHaveCount(0);
  for (const page of [admin, investor, customer]) await page.context().close();
});

test('a public event stands on News & Events and in the public feed, for people without an account', async ({
  browser,
  page,
  portal,
}) => {
  const admin = await contextOf(browser, portal, as('admin'));
  const { day } = lateIn(20);
  const title = 'Open day <b>& more</b>';
  const event = { title, date: day, audience: 'public', place: 'Buffalo', url: 'https://example.org/open' };
  const answer = await write(admin, portal, 'POST', addressOf(addEvent), event);
  const { id } = eventSchema.parse(await answer.json());
  try {
    await page.goto(`${portal.url}/news`);
    const item = page
      .getByRole('region', { name: 'Events', exact: true })
      .getByRole('listitem')
      .filter({ hasText: title });
    await expect(item).toContainText('Buffalo');
    await expect(item.getByRole('link')).toHaveAttribute('href', 'https://example.org/open');
    const address = await page.getByRole('link', { name: 'Calendar feed' }).getAttribute('href');
    const feed = await page.request.get(portal.url + address);
    expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    expect(await feed.text()).toContain('SUMMARY:Open day <b>& more</b>');
    expect(await feed.text()).not.toContain('Board meeting');
  } finally {
    await write(admin, portal, 'DELETE', addressOf(deleteEvent, { id }));
    await admin.close();
  }
});
