import { screen, waitFor, within } from '@testing-library/react';
import { edit, form, open, SCHEDULED, saveNow, stored } from './testing/editing-page.tsx';

const plan = (publishAt: string, timeZone?: string) =>
  Object.assign(stored(SCHEDULED) ?? {}, { publishAt, date: publishAt, timeZone });

it('is opened as it was entered, by an admin in another zone, too', async () => {
  plan('2026-12-01T06:00:00.000Z', 'Pacific/Auckland');
  await edit(SCHEDULED);
  expect(await form().findByLabelText('Time zone')).toHaveValue('Pacific/Auckland');
  expect(form().getByText(/^Where you are \(.+\) that is 20\d\d-\d\d-\d\d \d\d:\d\d\.$/)).toBeVisible();
});

it('asks which time is meant where the clocks show it twice, and keeps the answer', async () => {
  plan('2027-10-31T00:30:00.000Z', 'Europe/Berlin');
  const { user } = await edit(SCHEDULED);
  const twice = within(await form().findByRole('group', { name: 'Date and time: the clocks there show this twice' }));
  expect(twice.getByRole('radio', { name: /The first time/ })).toBeChecked();
  await user.click(twice.getByRole('radio', { name: /The second time/ }));
  saveNow();
  await waitFor(() => expect(stored(SCHEDULED)?.pending?.publishAt).toBe('2027-10-31T01:30:00.000Z'));
  expect(stored(SCHEDULED)?.pending?.timeZone).toBe('Europe/Berlin');
});

it('that the clocks skip is reported at once', async () => {
  plan('2027-03-28T00:30:00.000Z', 'Europe/Berlin');
  const { user } = await edit(SCHEDULED);
  expect(form().queryByText(/does not exist/)).toBeNull();
  const hours = within(await form().findByRole('group', { name: 'Date and time' })).getByRole('spinbutton', {
    name: 'Hours',
  });
  await user.click(hours);
  await user.keyboard('02');
  expect(await form().findByText(/clocks there go from .* to .*: that time does not exist/)).toBeVisible();
  saveNow();
});

it('stands in the list by the clocks that it was entered by', async () => {
  plan('2026-12-01T06:00:00.000Z', 'Europe/Berlin');
  open('');
  expect(await screen.findByText('Dec 1, 2026, 7:00 AM Europe/Berlin')).toBeVisible();
});
