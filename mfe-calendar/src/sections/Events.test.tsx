import { BAD_ANSWERS, buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Events from './Events.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

const PATH = '/dashboard/admin/events';
const event = (title: string, day: string) => buildEvent({ title, date: `${day}T00:00:00.000Z` });
const meeting = event('Meeting', '2026-12-05');
const portal = startFakePortal(() => ({
  events: [{ ...meeting }, event('Today', '2026-11-20'), event('Past', '2026-11-19')],
}));
const open = (rest = '') =>
  renderRemote(<Events activeRole="admin" preview={false} place={{ path: PATH, rest }} />, {
    session: { roles: ['admin'] },
    path: `${PATH}/${rest}`,
  });
const form = (name = 'Add an event') => within(screen.getByRole('form', { name }));
const titles = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

describe('the list', () => {
  it('has what is to come in its order, and what is past apart', async () => {
    const { user } = open();
    await screen.findByRole('table', { name: 'Events to come' });
    expect(titles('Events to come')).toEqual(['Today', 'Meeting']);
    await user.click(screen.getByText('Past events'));
    await screen.findByRole('table', { name: 'Past events' });
    expect(titles('Past events')).toEqual(['Past']);
  });

  it('leads to the form of a new event, and of each that is there', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Edit Meeting' })).toHaveAttribute(
      'href',
      `${PATH}/${meeting.id}/edit`,
    );
    expect(screen.getByRole('link', { name: 'New event' })).toHaveAttribute('href', `${PATH}/new`);
  });

  it('tells who sees an event', async () => {
    portal.data.events = [
      { ...meeting, title: 'a', audience: 'public' },
      { ...event('b', '2026-12-06'), audience: ['investor', 'customer'] },
      event('c', '2026-12-07'),
    ];
    open();
    await screen.findByRole('table');
    for (const words of ['Public', 'Investor, Customer', 'Everybody signed in'])
      expect(screen.getByRole('cell', { name: words })).toBeVisible();
  });

  it('shows many in parts', async () => {
    portal.data.events = Array.from({ length: 2000 }, (_, index) => event(`Event ${index}`, '2026-12-05'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show more (1980)' }));
    expect(screen.getAllByRole('rowheader')).toHaveLength(40);
  }, 60_000);
});

describe('a new event', () => {
  it('is not added while title or date is missing, and the form says why', async () => {
    const { user } = open('new');
    const button = form().getByRole('button', { name: 'Add Event' });
    expect(button).toHaveAccessibleDescription('A title and a date are needed first.');
    await user.click(button);
    await user.type(form().getByLabelText('Title'), 'Launch');
    expect(button).toHaveAccessibleDescription('A date is needed first.');
    await user.click(button);
    expect(portal.data.events).toHaveLength(3);
  });

  it('is added with title and date alone, and the list is there again', async () => {
    const { user, location } = open('new');
    await user.type(form().getByLabelText('Title'), ' Launch ');
    fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    const { id: _, ...added } = portal.data.events.at(-1) ?? { id: '' };
    expect(added).toEqual({ title: 'Launch', date: '2027-01-05T00:00:00.000Z', allDay: true });
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it('has an end, a place, a link and an audience', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Fair');
    fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
    fireEvent.change(form().getByLabelText('Last day (optional)'), { target: { value: '2027-01-04' } });
    await user.type(form().getByLabelText('Place (optional)'), 'Berlin');
    await user.type(form().getByLabelText('Link (optional)'), 'http://fair.example');
    await user.selectOptions(form().getByLabelText('Who sees it'), 'Only some roles');
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(form().getByText('The last day must not be before the first one.')).toBeVisible();
    expect(form().getByText('A link begins with https://.')).toBeVisible();
    expect(form().getByText('Choose one role at least.')).toBeVisible();
    expect(portal.data.events).toHaveLength(3);

    fireEvent.change(form().getByLabelText('Last day (optional)'), { target: { value: '2027-01-07' } });
    fireEvent.change(form().getByLabelText('Link (optional)'), { target: { value: 'https://fair.example/' } });
    await user.click(form().getByRole('checkbox', { name: 'Investor' }));
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    expect(portal.data.events.at(-1)).toMatchObject({
      date: '2027-01-05T00:00:00.000Z',
      end: '2027-01-07T00:00:00.000Z',
      place: 'Berlin',
      url: 'https://fair.example/',
      audience: ['investor'],
    });
  });

  it('has moments in a named zone', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Call');
    fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-03-28' } });
    await user.click(form().getByRole('checkbox', { name: 'Whole days' }));
    await user.selectOptions(await form().findByLabelText('Time zone'), 'Europe/Berlin');
    expect(await form().findByRole('group', { name: 'Starts' })).toBeVisible();
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    // Nine in the morning, after the night in which the clocks went forward.
    const expected = { date: '2027-03-28T07:00:00.000Z', allDay: false, timeZone: 'Europe/Berlin' };
    expect(portal.data.events.at(-1)).toMatchObject(expected);
  });

  it('that was not added keeps what was typed', async () => {
    portal.server.use(http.post('/api/admin/events', () => problem('internal', 'It broke.')));
    const { user, location } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText(/The event was not added\. It broke\./)).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
    expect(location()).toBe(`${PATH}/new`);
  });

  it('is not thrown away without a question, and not asked about while it is empty', async () => {
    const { user, location } = open('new');
    await user.type(form().getByLabelText('Title'), 'x');
    await user.click(form().getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(form().getByLabelText('Title')).toHaveValue('x');
    await user.click(form().getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it.each(BAD_ANSWERS)('%s is none', async (_, respond, told) => {
    portal.server.use(http.post('/api/admin/events', respond));
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.queryByText('Event added')).toBeNull();
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
  });
});

describe('an event that is there', () => {
  it('changes by what was touched', async () => {
    const bodies: unknown[] = [];
    portal.server.events.on('request:start', async ({ request }) => {
      if (request.method === 'PATCH') bodies.push(await request.clone().json());
    });
    const { user, location } = open(`${meeting.id}/edit`);
    const title = await screen.findByLabelText('Title');
    expect(form('Edit event').getByLabelText('Date')).toHaveValue('2026-12-05');
    await user.clear(title);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('A title is needed first.');
    await user.type(title, 'General meeting');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Event changed')).toBeVisible();
    expect(bodies).toEqual([{ title: 'General meeting' }]);
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it('that nobody touched is not sent', async () => {
    const { user, location } = open(`${meeting.id}/edit`);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(location()).toBe(PATH));
    expect(screen.queryByText('Event changed')).toBeNull();
  });

  it.each(['f'.repeat(24), 'nonsense', '..%2f..'])('that is none (%s) is told, with a way back', async (id) => {
    open(id);
    expect(await screen.findByText('There is no such event.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All events' })).toHaveAttribute('href', PATH);
  });
});

it('deletes an event after asking, and tells when that fails', async () => {
  portal.server.use(http.delete('/api/admin/events/:id', () => problem('internal', 'It broke.'), { once: true }));
  const { user } = open();
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Meeting' }));
    await user.click(await screen.findByRole('button', { name: 'Delete event' }));
  };
  await remove();
  expect(await screen.findByText(/“Meeting” was not deleted\. It broke\./)).toBeVisible();
  await remove();
  expect(await screen.findByText('Event deleted')).toBeVisible();
  await waitFor(() => expect(titles('Events to come')).toEqual(['Today']));
});

it.each(BAD_ANSWERS)('%s is neither a changed event nor a deleted one', async (_, respond, told) => {
  portal.server.use(http.patch('/api/admin/events/:id', respond), http.delete('/api/admin/events/:id', respond));
  const editing = open(`${meeting.id}/edit`);
  await editing.user.type(await screen.findByLabelText('Title'), ' of all');
  await editing.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('Event changed')).toBeNull();
  expect(screen.getByLabelText('Title')).toHaveValue('Meeting of all');
  editing.unmount();

  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete Meeting' }));
  await user.click(await screen.findByRole('button', { name: 'Delete event' }));
  await waitFor(() => expect(screen.getAllByText(told)).not.toHaveLength(0));
  expect(screen.queryByText('Event deleted')).toBeNull();
  expect(screen.getByRole('rowheader', { name: 'Meeting' })).toBeVisible();
});

it('says when nothing is to come, and what failed', async () => {
  portal.data.events = [];
  portal.server.use(http.get('/api/events', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The events could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No events to come.')).toBeVisible();
});

it('keeps the time of day of an event that is renamed', async () => {
  const webinar = buildEvent({ title: 'Webinar', date: '2026-12-02T13:30:00.000Z' });
  portal.data.events = [{ ...webinar }];
  const { user } = open(`${webinar.id}/edit`);
  await user.type(await screen.findByLabelText('Title'), ' on sensors');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Event changed')).toBeVisible();
  expect(portal.data.events).toEqual([{ ...webinar, title: 'Webinar on sensors' }]);
});
