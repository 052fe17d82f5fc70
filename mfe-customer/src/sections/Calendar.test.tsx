import type { Role } from '@cytocomm/contract';
import { BAD_ANSWERS, buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Calendar from './Calendar.tsx';

stopClock(new Date(2026, 10, 20, 9));

const event = (title: string, day: string) => buildEvent({ title, date: `${day}T00:00:00.000Z` });
const portal = startFakePortal(() => ({
  events: [
    event('Board meeting', '2026-11-24'),
    event('Call', '2026-11-24'),
    event('Party', '2026-11-24'),
    event('Visit', '2026-12-01'),
  ],
}));
const open = (roles: Role[] = ['customer'], activeRole: Role = 'customer', preview = false) =>
  renderRemote(<Calendar activeRole={activeRole} preview={preview} />, { session: { roles } });
const cell = (name: RegExp) => screen.findByRole('gridcell', { name });

describe('the grid', () => {
  it('shows the month with the titles of its events', async () => {
    open();
    expect(await screen.findByRole('grid', { name: 'November 2026' })).toBeVisible();
    expect(
      screen
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
        .join(' '),
    ).toBe('Sun Mon Tue Wed Thu Fri Sat');
    expect(screen.getAllByRole('gridcell')).toHaveLength(35);
    const day = await cell(/^Tuesday, November 24, 2026/);
    expect(
      within(day)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Board meeting', 'Call', '1 more']);
    expect(await cell(/^Friday, November 20, 2026/)).toHaveAttribute('aria-current', 'date');
    expect(await cell(/^Tuesday, December 1, 2026/)).toHaveTextContent('Visit');
  });

  it('goes to other months and back to today', async () => {
    const { user } = open();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.getByRole('grid', { name: 'December 2026' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByRole('grid', { name: 'October 2026' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeVisible();
  });

  it('has the whole of a day below', async () => {
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'Friday, November 20, 2026' })).toBeVisible();
    expect(screen.getByText('No events on this day.')).toBeVisible();
    await user.click(await cell(/^Tuesday, November 24/));
    expect(screen.getByRole('heading', { name: 'Tuesday, November 24, 2026' })).toBeVisible();
    expect(screen.getByText('Party')).toBeVisible();
  });

  it('is one stop for Tab, and keys move through it', async () => {
    const { user } = open();
    const today = await cell(/^Friday, November 20/);
    expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
    today.focus();
    for (const [keys, day] of [
      ['{ArrowRight}', /^Saturday, November 21/],
      ['{ArrowDown}', /^Saturday, November 28/],
      ['{ArrowLeft}', /^Friday, November 27/],
      ['{ArrowUp}', /^Friday, November 20/],
      ['{Home}', /^Sunday, November 15/],
      ['{End}', /^Saturday, November 21/],
      ['{PageDown}', /^Monday, December 21/],
      ['{PageUp}', /^Saturday, November 21/],
      ['{ArrowDown}{ArrowDown}', /^Saturday, December 5/],
    ] as const) {
      await user.keyboard(keys);
      expect(await cell(day)).toHaveFocus();
    }
  });

  it('that cannot be loaded says so and heals on Retry', async () => {
    portal.server.use(http.get('/api/events', () => problem('internal'), { once: true }));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The calendar could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('grid')).toBeVisible();
  });
});

describe('adding an event', () => {
  it.each<[string, Role[], Role, boolean]>([
    ['a customer', ['customer'], 'customer', false],
    ['an admin in the Admin Panel, which has a form of its own', ['admin'], 'admin', false],
    ['an admin who looks as another role', ['admin'], 'customer', true],
  ])('is not offered to %s', async (_, roles, activeRole, preview) => {
    open(roles, activeRole, preview);
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: 'Add Event' })).toBeNull();
  });

  it('by an admin does nothing while title or date is missing, and says why', async () => {
    const { user } = open(['admin'], 'customer');
    const button = await screen.findByRole('button', { name: 'Add Event' });
    expect(button).toHaveAccessibleDescription('A title and a date are needed first.');
    await user.click(button);
    await user.type(screen.getByLabelText('Title'), '   ');
    expect(button).toHaveAccessibleDescription('A title and a date are needed first.');
    await user.type(screen.getByLabelText('Title'), 'Visit');
    expect(button).toHaveAccessibleDescription('A date is needed first.');
    await user.click(button);
    expect(portal.data.events).toHaveLength(4);
  });

  it('by an admin shows it in its month', async () => {
    const { user } = open(['admin'], 'customer');
    await user.type(await screen.findByLabelText('Title'), ' Launch ');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2027-01-05' } });
    await user.click(screen.getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    expect(screen.getByRole('grid', { name: 'January 2027' })).toBeVisible();
    await waitFor(async () => expect(await cell(/^Tuesday, January 5, 2027/)).toHaveTextContent('Launch'));
    expect(portal.data.events.at(-1)).toMatchObject({ title: 'Launch', date: '2027-01-05T00:00:00.000Z' });
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('that fails keeps what was typed', async () => {
    portal.server.use(http.post('/api/admin/events', () => problem('internal', 'It broke.')));
    const { user } = open(['admin'], 'customer');
    await user.type(await screen.findByLabelText('Title'), 'Launch');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2027-01-05' } });
    await user.click(screen.getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText(/The event was not added\. It broke\./)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Launch');
    expect(screen.getByLabelText('Date')).toHaveValue('2027-01-05');
  });
});

it.each(BAD_ANSWERS)('%s is no new event', async (_, respond, told) => {
  portal.server.use(http.post('/api/admin/events', respond));
  const { user } = open(['admin'], 'customer');
  await user.type(await screen.findByLabelText('Title'), 'Launch');
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2027-01-05' } });
  await user.click(screen.getByRole('button', { name: 'Add Event' }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('Event added')).toBeNull();
  expect(screen.getByLabelText('Title')).toHaveValue('Launch');
});
