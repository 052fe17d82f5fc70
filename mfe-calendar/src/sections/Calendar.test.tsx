import type { Role } from '@cytocomm/contract';
import { Link } from '@cytocomm/kit';
import { BAD_ANSWERS, buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Calendar from './Calendar.tsx';

stopClock(new Date(2026, 10, 20, 9, 25));

const event = (title: string, day: string) => buildEvent({ title, date: `${day}T00:00:00.000Z` });
const portal = startFakePortal(() => ({
  events: [
    event('Board meeting', '2026-11-24'),
    event('Call', '2026-11-24'),
    event('Party', '2026-11-24'),
    event('Visit', '2026-12-01'),
  ],
}));
const nameOpened = jest.fn();
const open = (roles: Role[] = ['customer'], activeRole: Role = 'customer', preview = false, rest = '') =>
  renderRemote(
    <Calendar activeRole={activeRole} preview={preview} place={{ path: '/dashboard/x/calendar', rest, nameOpened }} />,
    { session: { roles } },
  );
/** What stands under a heading of the tool. */
const panel = (name: string) => within(screen.getByRole('region', { name }));
const monthGrid = (name: string) => panel('Calendar').getByRole('grid', { name });
const cell = (name: RegExp) => panel('Calendar').findByRole('gridcell', { name });

/** What is asked for what comes, by all within the hour. */
const COMING = '?from=2026-11-20T09%3A00%3A00.000Z&limit=50';

describe('the grid', () => {
  it('shows the month with the titles of its events', async () => {
    open();
    expect(await panel('Calendar').findByRole('grid', { name: 'November 2026' })).toBeVisible();
    expect(
      panel('Calendar')
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
        .join(' '),
    ).toBe('Sun Mon Tue Wed Thu Fri Sat');
    expect(panel('Calendar').getAllByRole('gridcell')).toHaveLength(35);
    const day = await cell(/^Tuesday, November 24, 2026/);
    expect(
      within(day)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Board meeting', 'Call', '1 more']);
    expect(await cell(/^Friday, November 20, 2026/)).toHaveAttribute('aria-current', 'date');
    expect(await cell(/^Tuesday, December 1, 2026/)).toHaveTextContent('Visit');
  });

  it('shows the day of the event that its address names, and marks it there', async () => {
    const far = { ...event('Far away', '2027-05-04'), id: 'f'.repeat(24) };
    portal.data.events.push(far, event('Beside it', '2027-05-04'));
    const { user } = open(['customer'], 'customer', false, far.id);
    expect(await panel('Calendar').findByRole('grid', { name: 'May 2027' })).toBeVisible();
    const marked = () => panel('Calendar').queryAllByRole('listitem', { current: true });
    await waitFor(() => expect(marked().map((item) => item.textContent)).toEqual([expect.stringMatching(/^Far away/)]));
    expect(nameOpened.mock.calls).toEqual([['Far away']]);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(monthGrid('November 2026')).toBeVisible();
  });

  it('says when no event of the reader has the id in its address', async () => {
    open(['customer'], 'customer', false, 'd'.repeat(24));
    expect(await screen.findByText('This event is not in your calendar.')).toBeVisible();
    expect(monthGrid('November 2026')).toBeVisible();
  });

  it('shows the day again when the same event is chosen again', async () => {
    const far = { ...event('Far away', '2027-05-04'), id: 'f'.repeat(24) };
    portal.data.events.push(far);
    const path = '/dashboard/x/calendar';
    const { user } = renderRemote(
      <>
        <Link to={`${path}/${far.id}`}>Choose it</Link>
        <Calendar activeRole="customer" preview={false} place={{ path, rest: far.id }} />
      </>,
      { session: { roles: ['customer'] }, path: `${path}/${far.id}` },
    );
    expect(await panel('Calendar').findByRole('grid', { name: 'May 2027' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(monthGrid('November 2026')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Choose it' }));
    expect(monthGrid('May 2027')).toBeVisible();
  });

  it('shows the event that its address names among many of its day', async () => {
    portal.data.events = Array.from({ length: 25 }, (_, index) => event(`Event ${index}`, '2026-11-24'));
    open(['customer'], 'customer', false, portal.data.events[24]?.id);
    expect(await panel('Calendar').findByRole('listitem', { current: true })).toHaveTextContent(/^Event 24/);
  });

  it('finds a past event that its address names, and says when it cannot be read, until Retry', async () => {
    const past = { ...event('Last year', '2025-11-03'), id: 'f'.repeat(24) };
    portal.data.events.push(past);
    portal.server.use(http.get('/api/events/:id', () => problem('internal', 'It broke.')));
    const { user } = open(['customer'], 'customer', false, past.id);
    expect(await screen.findByText('The event could not be loaded.')).toBeVisible();
    expect(screen.queryByText('This event is not in your calendar.')).toBeNull();
    portal.server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await panel('Calendar').findByRole('listitem', { current: true })).toHaveTextContent(/^Last year/);
    expect(screen.queryByText('The event could not be loaded.')).toBeNull();
  });

  it('goes to other months and back to today', async () => {
    const { user } = open();
    await panel('Calendar').findByRole('grid');
    await user.click(panel('Calendar').getByRole('button', { name: 'Next month' }));
    expect(monthGrid('December 2026')).toBeVisible();
    await user.click(panel('Calendar').getByRole('button', { name: 'Previous month' }));
    await user.click(panel('Calendar').getByRole('button', { name: 'Previous month' }));
    expect(monthGrid('October 2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(monthGrid('November 2026')).toBeVisible();
  });

  it('has the whole of a day below', async () => {
    const { user } = open();
    expect(await panel('Calendar').findByRole('heading', { name: 'Friday, November 20, 2026' })).toBeVisible();
    expect(screen.getByText('No events on this day.')).toBeVisible();
    await user.click(await cell(/^Tuesday, November 24/));
    expect(panel('Calendar').getByRole('heading', { name: 'Tuesday, November 24, 2026' })).toBeVisible();
    expect(panel('Calendar').getByText('Party')).toBeVisible();
  });

  it('is one stop for Tab, and keys move through it', async () => {
    const { user } = open();
    const today = await cell(/^Friday, November 20/);
    expect(
      panel('Calendar')
        .getAllByRole('gridcell')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([today]);
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
    portal.server.use(http.get('/api/events', () => problem('internal')));
    const { user } = open();
    expect(await panel('Calendar').findByRole('alert')).toHaveTextContent('The calendar could not be loaded.');
    portal.server.resetHandlers();
    await user.click(panel('Calendar').getByRole('button', { name: 'Retry' }));
    expect(await panel('Calendar').findByRole('grid')).toBeVisible();
  });

  it('holds 2,000 events of a month, and lists those of a day in parts', async () => {
    portal.data.events = Array.from({ length: 2000 }, (_, index) =>
      event(`Event ${index}`, `2026-11-${String(1 + (index % 30)).padStart(2, '0')}`),
    );
    const { user } = open();
    expect(within(await cell(/^Friday, November 20/)).getByText('65 more')).toBeVisible();
    await user.click(panel('Calendar').getByRole('button', { name: 'Show more (47)' }));
    expect(panel('Calendar').getByRole('button', { name: 'Show more (27)' })).toBeVisible();
  });
});

describe('the next dates', () => {
  it('stand day by day, with time, place and link; what is past is folded, and asked for when it is opened', async () => {
    const url = 'https://meet.example/1';
    portal.data.events.push(event('Over', '2026-11-18'), {
      ...event('Call abroad', '2026-11-26'),
      date: '2026-11-26T10:00:00.000Z',
      timeZone: 'Pacific/Kiritimati',
      place: 'Room 4',
      url,
    });
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Events to come' }));
    expect(list.getAllByRole('heading').map((day) => day.textContent)).toEqual([
      'Tuesday, November 24, 2026',
      'Thursday, November 26, 2026',
      'Tuesday, December 1, 2026',
    ]);
    expect(list.getByText('Room 4')).toBeVisible();
    expect(list.getByText(/in Pacific\/Kiritimati$/)).toBeVisible();
    expect(list.getByRole('link', { name: 'Open the link of Call abroad' })).toHaveAttribute('href', url);
    expect(screen.queryByRole('list', { name: 'Past events' })).toBeNull();
    await user.click(screen.getByText('Past events'));
    expect(await screen.findByRole('list', { name: 'Past events' })).toHaveTextContent('Over');
  });

  it('that cannot be loaded say so and heal on Retry', async () => {
    portal.server.use(http.get('/api/events', () => problem('internal')));
    const { user } = open();
    expect(await screen.findByText('The next dates could not be loaded.')).toBeVisible();
    portal.server.resetHandlers();
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry);
    expect(await screen.findByRole('list', { name: 'Events to come' })).toBeVisible();
  });

  it('are read in parts, and more of them when those are listed', async () => {
    const limits: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/api/events' && !(searchParams.has('from') && searchParams.has('to')))
        limits.push(searchParams.get('limit'));
    });
    const many = (name: string, day: string) => Array.from({ length: 52 }, (_, n) => event(`${name} ${n}`, day));
    portal.data.events = [...many('Trip', '2027-01-04'), ...many('Talk', '2025-01-04')];
    const { user } = open();
    await user.click(await screen.findByText('Past events'));
    for (const [label, last] of [
      ['Events to come', 'Trip 51'],
      ['Past events', 'Talk 51'],
    ] as const) {
      const list = await screen.findByRole('list', { name: label });
      const more = () => within(list.parentElement ?? list).getAllByRole('button', { name: /^Show more/ })[0];
      for (let listed = 5; listed < 52; listed += 5) {
        await waitFor(() => expect(list.querySelectorAll('ul > li > ul > li')).toHaveLength(listed));
        await user.click(more() ?? list);
      }
      await waitFor(() => expect(list).toHaveTextContent(last));
    }
    expect(limits).toEqual(['50', '50', '100', '100']);
    portal.server.events.removeAllListeners();
  });

  it('keep the focus on Show more while more are read, and ask once more when that failed', async () => {
    portal.data.events = Array.from({ length: 60 }, (_, n) => event(`Trip ${n}`, '2027-01-04'));
    const { user } = open();
    const list = await screen.findByRole('list', { name: 'Events to come' });
    const more = screen.getByRole('button', { name: 'Show more' });
    for (let press = 1; press < 9; press += 1) await user.click(more);
    let failed = false;
    portal.server.use(
      http.get(
        '/api/events',
        () => {
          failed = true;
          return problem('internal');
        },
        { once: true },
      ),
    );
    await user.click(more);
    await waitFor(() => expect(failed).toBe(true));
    await waitFor(() => expect(list).toHaveTextContent('Trip 49'));
    expect(await screen.findByText('More dates could not be loaded. Show more tries again.')).toBeVisible();
    expect(more).toHaveFocus();
    await user.click(more);
    await waitFor(() => expect(list).toHaveTextContent('Trip 54'));
    expect(screen.getByRole('button', { name: 'Show more (5)' })).toHaveFocus();
  });

  it('are none', async () => {
    portal.data.events = [];
    open();
    expect(await screen.findByText('No events to come.')).toBeVisible();
  });
});

it.each([
  ['no event', []],
  ['an event that comes', ['?from=2026-11-28&to=2027-01-11']],
])(
  'asks for the month on view and what comes, never for everything, also at the address of %s',
  async (named, more) => {
    const queries: string[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/api/events') queries.push(search);
    });
    const [visit] = portal.data.events.slice(-1);
    open(['customer'], 'customer', false, named === 'no event' ? '' : visit?.id);
    await panel('Calendar').findByRole('grid', { name: named === 'no event' ? 'November 2026' : 'December 2026' });
    expect(new Set(queries)).toEqual(new Set(['?from=2026-10-31&to=2026-12-14', COMING, ...more]));
  },
);

it.each<[string, Role[], Role, boolean, boolean]>([
  ['a customer', ['customer'], 'customer', false, false],
  ['an admin at the calendar of customers', ['admin'], 'customer', false, true],
  ['an admin at their own', ['admin'], 'admin', false, true],
  ['an admin who looks as another role', ['admin'], 'customer', true, false],
])('for %s leads to a new event, or not', async (_, roles, activeRole, preview, leads) => {
  open(roles, activeRole, preview);
  await panel('Calendar').findByRole('grid');
  const link = screen.queryByRole('link', { name: 'New event' });
  if (leads) expect(link).toHaveAttribute('href', '/dashboard/admin/events/new');
  else expect(link).toBeNull();
});

describe('the private address', () => {
  it('is made, replaced by a new one and revoked', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make a private address' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Private calendar address');
    const first = field.value;
    expect(first).toBe(portal.data.calendarLink.url);
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith(first);

    await user.click(screen.getByRole('button', { name: 'Make a new one' }));
    await waitFor(() => expect(field.value).not.toBe(first));
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Calendar address revoked')).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('Private calendar address')).toBeNull());
    expect(portal.data.calendarLink.url).toBeNull();
  });

  it('is shown while it is active', async () => {
    const url = 'https://portal.example/api/events.ics?token=x';
    portal.data.calendarLink = { url, createdAt: '2026-01-01T00:00:00.000Z', lastReadAt: null };
    open();
    expect(await screen.findByLabelText('Private calendar address')).toHaveValue(url);
  });

  it('is not made for an admin who only looks', async () => {
    open(['admin'], 'customer', true);
    await panel('Calendar').findByRole('grid');
    expect(screen.queryByRole('button', { name: /private address/ })).toBeNull();
  });

  it.each(BAD_ANSWERS)('%s is neither taken for an address nor for its end', async (_, respond, told) => {
    portal.server.use(http.post('/api/events/subscription', respond, { once: true }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make a private address' }));
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.queryByLabelText('Private calendar address')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Make a private address' }));
    const address = await screen.findByLabelText('Private calendar address');
    portal.server.use(http.delete('/api/events/subscription', respond));
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.getAllByText(told)).toHaveLength(2));
    expect(screen.queryByText('Calendar address revoked')).toBeNull();
    expect(address).toBeVisible();
  });
});
