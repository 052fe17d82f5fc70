import { buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { CalendarOverview } from './CalendarOverview.tsx';

stopClock(new Date(2026, 10, 20, 9));

const board = buildEvent({ title: 'Board meeting', date: '2026-11-24T00:00:00.000Z' });
const today = buildEvent({ title: 'Open laboratory', date: '2026-11-20T00:00:00.000Z' });
const later = buildEvent({ title: 'General meeting', date: '2027-03-02T00:00:00.000Z' });
const portal = startFakePortal(() => ({ events: [board, today, later] }));
const open = () => renderRemote(<CalendarOverview />, { session: { roles: ['investor'] } });

it('shows the present month with every date disabled, and the events of it', async () => {
  open();
  expect(await screen.findByText('Viewing: Friday, November 20, 2026')).toBeVisible();
  const numbered = (await screen.findAllByRole('gridcell')).filter((day) => /^\d/.test(day.textContent));
  expect(numbered).toHaveLength(30);
  for (const day of numbered) expect(day).toBeDisabled();
  expect(screen.getByRole('gridcell', { name: /^24\b.*has events/ })).toBeVisible();

  const list = screen.getByRole('list', { name: 'Events in November 2026' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Nov 20, 2026Open laboratory', 'Nov 24, 2026Board meeting']);
  expect(within(list).getByText('Open laboratory')).toHaveAttribute('aria-current', 'date');
});

it('goes out to year, decade and century, and back down to a month', async () => {
  const { user } = open();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('November 2026, show the year');
  expect(screen.getByRole('list', { name: '2026' })).toBeVisible();
  await press('2026, show the decade');
  await press('2020 – 2029, show the century');
  const widest = screen.getByRole('button', { name: '2000 – 2099' });
  expect(widest).toHaveAttribute('aria-disabled', 'true');
  expect(widest).toHaveFocus();
  expect(screen.getByRole('button', { name: '2020 – 2029' })).toHaveAttribute('aria-current', 'date');
  expect(screen.getByText('Viewing: Friday, November 20, 2026')).toBeVisible();

  await press('2020 – 2029');
  await press('2027');
  await press('March');
  expect(screen.getByRole('button', { name: 'March 2027, show the year' })).toHaveFocus();
  expect(await screen.findByText('Viewing: Saturday, March 20, 2027')).toBeVisible();
  expect(screen.getByText('General meeting')).toBeVisible();
});

it('steps by what it shows', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Next month' }));
  expect(screen.getByText('Viewing: Sunday, December 20, 2026')).toBeVisible();
  expect(screen.getByText('No events in December 2026.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'December 2026, show the year' }));
  await user.click(screen.getByRole('button', { name: 'Previous year' }));
  expect(screen.getByText('Viewing: Saturday, December 20, 2025')).toBeVisible();
});

it('that cannot be loaded says so and heals on Retry', async () => {
  portal.server.use(http.get('/api/events', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The calendar could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^Viewing:/)).toBeVisible();
});
