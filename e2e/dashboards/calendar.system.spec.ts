import { addEvent, addressOf, deleteEvent, eventSchema } from '@cytocomm/contract';
import { expectGoodLooks } from '../fixtures/look.ts';
import { contextOf, write } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const as = (role: string) => `${role}@cytocomm.example`;

/** Half past eleven at night, so many days from now, as it is typed into the form. */
function lateIn(days: number): { day: string; typed: string } {
  const day = new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  const [year, month, date] = day.split('-');
  return { day, typed: `${month}${date}${year}1130PM` };
}

test('the overview names the day of an event where the reader is, and leads to it in the calendar', async ({
  browser,
  portal,
}) => {
  const admin = await contextOf(browser, portal, as('admin'));
  const title = 'Call across the date line';
  const { day } = lateIn(1);
  const event = { title, date: `${day}T20:00:00.000Z`, allDay: false, audience: ['investor'] };
  const { id } = eventSchema.parse(await (await write(admin, portal, 'POST', addressOf(addEvent), event)).json());
  const tokyo = await contextOf(browser, portal, as('investor'), { timezoneId: 'Asia/Tokyo' });
  try {
    const page = await tokyo.newPage();
    await page.goto(`${portal.url}/dashboard/investor`);
    const dates = page.getByRole('region', { name: 'Next dates' });
    const next = new Date(Date.parse(day) + 24 * 3600_000);
    const nextDate = next.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await expect(dates.getByRole('listitem').filter({ hasText: title })).toContainText(`${nextDate}, 5:00 AM GMT+9`);
    await dates.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(`${portal.url}/dashboard/investor/calendar/${id}`);
    const calendar = page.getByRole('region', { name: 'Calendar', exact: true });
    await expect(calendar.getByRole('gridcell', { selected: true })).toHaveAttribute(
      'data-day',
      next.toISOString().slice(0, 10),
    );
    await expect(calendar.locator('li[aria-current]')).toContainText(title);
    await expectGoodLooks(page);
    await page.goto(`${portal.url}/dashboard/investor/calendar/${'f'.repeat(24)}`);
    await expect(page.getByText('This event is not in your calendar.')).toBeVisible();
  } finally {
    await write(admin, portal, 'DELETE', addressOf(deleteEvent, { id }));
    await Promise.all([admin.close(), tokyo.close()]);
  }
});
