import { hasUnsavedWork } from '@cytocomm/session';
import {
  BAD_ANSWERS,
  buildEvent,
  buildRemote,
  problem,
  renderRemote,
  startFakePortal,
  stopClock,
  typeDay,
} from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { emptyDraft, eventOf } from '../form/event-draft.ts';
import { keepUnsavedEvent, type SendOutcome, sendUnsavedEvent } from '../form/unsaved-event.ts';
import Events from './Events.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

const PATH = '/dashboard/admin/events';
const event = (title: string, day: string) => buildEvent({ title, date: `${day}T00:00:00.000Z` });
const meeting = event('Meeting', '2026-12-05');
const portal = startFakePortal(() => ({
  events: [{ ...meeting }, event('Today', '2026-11-20'), event('Past', '2026-11-19')],
}));
afterEach(() => sessionStorage.clear());

const open = (rest = '', query = '') =>
  renderRemote(<Events activeRole="admin" preview={false} place={{ path: PATH, rest }} />, {
    session: { roles: ['admin'] },
    path: `${PATH}/${rest}${query}`,
  });
const form = (name = 'Add an event') => within(screen.getByRole('form', { name }));
const day = (name: string) => form().findByRole('group', { name });
const titles = () =>
  within(screen.getByRole('grid', { name: 'Events' }))
    .getAllByRole('link', { name: /^Edit/ })
    .map((link) => link.getAttribute('aria-label')?.replace('Edit ', ''));
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });

describe('the list', () => {
  it('has what is to come in its order, and what is past, or all, when that is chosen', async () => {
    const { user, location } = open();
    await row('Meeting');
    expect(titles()).toEqual(['Today', 'Meeting']);
    await user.selectOptions(screen.getByLabelText('When events are'), 'Past');
    await waitFor(() => expect(titles()).toEqual(['Past']));
    expect(location()).toBe(`${PATH}/?when=past`);
    await user.selectOptions(screen.getByLabelText('When events are'), 'All dates');
    await waitFor(() => expect(titles()).toEqual(['Meeting', 'Today', 'Past']));
  });

  it('takes whole days for past by the day of the reader, in the list and its file', async () => {
    jest.spyOn(Date.prototype, 'getDate').mockReturnValue(21);
    open('', '?when=past');
    await row('Past');
    expect(titles()).toEqual(['Today', 'Past']);
    const file = '/api/admin/events.csv?sort=-date&when=past&today=2026-11-21';
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', file);
  });

  it('leads to the form of a new event, and of each that is there', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Edit Meeting' })).toHaveAttribute(
      'href',
      `${PATH}/${meeting.id}/edit`,
    );
    expect(screen.getByRole('link', { name: 'New event' })).toHaveAttribute('href', `${PATH}/new`);
  });

  it('is searched, filtered and sorted by the server, and its address says how', async () => {
    portal.data.events = [
      { ...meeting, title: 'Aarhus fair', place: 'Hall 3', audience: 'public' },
      { ...event('Board', '2026-12-06'), audience: ['investor', 'customer'] },
      { ...event('Call', '2026-12-07'), date: '2026-12-07T09:30:00.000Z' },
    ];
    const { user, location } = open();
    await row('Aarhus fair');
    for (const words of ['Public', 'Investor, Customer', 'Everybody signed in'])
      expect(screen.getByRole('gridcell', { name: words })).toBeVisible();
    await user.click(screen.getByRole('columnheader', { name: 'Event' }));
    await user.click(screen.getByRole('columnheader', { name: 'Event' }));
    await waitFor(() => expect(titles()).toEqual(['Call', 'Board', 'Aarhus fair']));
    await user.selectOptions(screen.getByLabelText('How long events are'), 'With a time');
    await waitFor(() => expect(titles()).toEqual(['Call']));
    await user.selectOptions(screen.getByLabelText('How long events are'), 'Days and times');
    await user.selectOptions(screen.getByLabelText('Whom events are for'), 'Customer');
    await waitFor(() => expect(titles()).toEqual(['Board']));
    await user.selectOptions(screen.getByLabelText('Whom events are for'), 'Public');
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'hall');
    await waitFor(() => expect(titles()).toEqual(['Aarhus fair']));
    await waitFor(() => expect(location()).toBe(`${PATH}/?sort=-title&for=public&q=hall`));
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'way');
    expect(await screen.findByText('No events found.')).toBeVisible();
  });

  it('can be narrowed to every audience that an event can have', async () => {
    portal.data.remotes = [buildRemote({ claims: { routes: [], sections: [], roles: ['lab-partner', 'investor'] } })];
    portal.data.events = [
      { ...event('For admins', '2026-12-06'), audience: ['admin'] },
      { ...event('For the lab', '2026-12-07'), audience: ['lab-partner'] },
    ];
    const { user } = open();
    await row('For admins');
    const filter = screen.getByLabelText('Whom events are for');
    await within(filter).findByRole('option', { name: 'Lab partner' });
    expect(
      within(filter)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['For anybody', 'Public', 'Everybody signed in', 'Admin', 'Investor', 'Customer', 'Developer', 'Lab partner'],
    ]);
    await user.selectOptions(filter, 'Lab partner');
    await waitFor(() => expect(titles()).toEqual(['For the lab']));
    await user.selectOptions(filter, 'Admin');
    await waitFor(() => expect(titles()).toEqual(['For admins']));
  });

  it('opens as an address says, and takes what is no state there for none', async () => {
    open('', '?q=meeting&when=never&sort=place&for=No+role&time=long');
    await row('Meeting');
    expect(titles()).toEqual(['Meeting']);
    expect(screen.getByRole('searchbox', { name: 'Search events' })).toHaveValue('meeting');
  });

  it('is searched for the first eight words of more', async () => {
    open('', '?q=m+me+mee+meet+meeti+meetin+eeting+meeting+today');
    await row('Meeting');
    expect(titles()).toEqual(['Meeting']);
  });

  it('reads many page by page', async () => {
    portal.data.events = Array.from({ length: 2000 }, (_, index) => event(`Event ${index}`, '2026-12-05'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '101'));
  });

  it('can be taken out as a file of what is filtered', async () => {
    open('', '?q=meet&when=all&for=investor&time=days');
    await screen.findByRole('searchbox');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/admin/events.csv?sort=-date&search=meet&audience=investor&allDay=true',
    );
  });
});

describe('all that are chosen', () => {
  const deleteBoth = async () => {
    const { user } = open();
    await user.click(within(await row('Today')).getByRole('checkbox'));
    await user.click(within(await row('Meeting')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 events?' }));
    expect(dialog.getByText('Today, Meeting')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete events' }));
    return user;
  };

  it('are deleted after asking, and come back with Undo', async () => {
    const user = await deleteBoth();
    expect(await screen.findByText('2 events deleted. The bin keeps them for 30 days.')).toBeVisible();
    expect(await screen.findByText('No events to come.')).toBeVisible();
    expect(portal.data.events.map(({ title }) => title)).toEqual(['Past']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 events taken back.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Today', 'Meeting']));
  });

  it('that cannot be taken back are told by their names, also when the list has gone', async () => {
    const user = await deleteBoth();
    const undo = await screen.findByRole('button', { name: 'Undo' });
    portal.server.use(http.post('/api/admin/bin/event/:id/restore', () => problem('conflict', 'Somebody else is.')));
    await user.click(screen.getByRole('link', { name: 'New event' }));
    await user.click(undo);
    expect(await screen.findByText(/^2 events could not be taken back: Today, Meeting\. Somebody/)).toBeVisible();
    expect(screen.queryByText(/events taken back\./)).toBeNull();
  });

  it('are those that the list shows: a filter takes away the others', async () => {
    const { user } = open();
    await user.click(within(await row('Today')).getByRole('checkbox'));
    await user.click(within(await row('Meeting')).getByRole('checkbox'));
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'meet');
    await waitFor(() => expect(titles()).toEqual(['Meeting']));
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 event?' }));
    expect(dialog.getByText('Meeting')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete events' }));
    expect(await screen.findByText('1 event deleted. The bin keeps them for 30 days.')).toBeVisible();
    expect(portal.data.events.map(({ title }) => title)).toEqual(['Today', 'Past']);
  });

  it('are not deleted any more once somebody stops it, and stay chosen', async () => {
    const started = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    portal.server.use(
      http.delete('/api/admin/events/:id', async () => {
        started.resolve();
        await answered.promise;
      }),
    );
    const user = await deleteBoth();
    await started.promise;
    expect(await screen.findByText('0 of 2 done')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    answered.resolve();
    expect(await screen.findByText(/^1 event deleted\..* Stopped before 1 event\.$/)).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(portal.data.events.map(({ title }) => title)).toEqual(['Meeting', 'Past']);
  });

  it('stay chosen where that failed, with the reason', async () => {
    portal.server.use(http.delete(`/api/admin/events/${meeting.id}`, () => problem('internal', 'It broke.')));
    await deleteBoth();
    expect(await screen.findByText('1 event deleted. The bin keeps them for 30 days.')).toBeVisible();
    expect(screen.getByText(/^Meeting: It broke\./)).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Meeting']));
  });
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
    await typeDay(user, await day('Date'), '2027-01-05');
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    const { id: _, ...added } = portal.data.events.at(-1) ?? { id: '' };
    expect(added).toEqual({ title: 'Launch', date: '2027-01-05T00:00:00.000Z', allDay: true });
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it('has an end, a place, a link and an audience', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Fair');
    await typeDay(user, await day('Date'), '2027-01-05');
    await typeDay(user, await day('Last day (optional)'), '2027-01-04');
    await user.type(form().getByLabelText('Place (optional)'), 'Berlin');
    await user.type(form().getByLabelText('Link (optional)'), 'http://fair.example');
    await user.selectOptions(form().getByLabelText('Who sees it'), 'Only some roles');
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(form().getByText('The last day must not be before the first one.')).toBeVisible();
    expect(form().getByText('A link begins with https://.')).toBeVisible();
    expect(within(await day('Last day (optional)')).getAllByRole('spinbutton')[0]).toHaveFocus();
    expect(form().getByText('Choose one role at least.')).toBeVisible();
    expect(portal.data.events).toHaveLength(3);

    await typeDay(user, await day('Last day (optional)'), '2027-01-07');
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

  it('can be for a role that a team brings', async () => {
    portal.data.remotes = [buildRemote({ claims: { routes: [], sections: [], roles: ['lab-partner'] } })];
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Visit');
    await typeDay(user, await day('Date'), '2027-01-05');
    await user.selectOptions(form().getByLabelText('Who sees it'), 'Only some roles');
    await user.click(await form().findByRole('checkbox', { name: 'Lab partner' }));
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    expect(portal.data.events.at(-1)).toMatchObject({ audience: ['lab-partner'] });
  });

  it('has moments in a named zone', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Call');
    await typeDay(user, await day('Date'), '2027-03-28');
    await user.click(form().getByRole('checkbox', { name: 'Whole days' }));
    await user.selectOptions(await form().findByLabelText('Time zone'), 'Europe/Berlin');
    expect(await form().findByRole('group', { name: 'Starts' })).toBeVisible();
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    // Nine in the morning, after the night in which the clocks went forward.
    const expected = { date: '2027-03-28T07:00:00.000Z', allDay: false, timeZone: 'Europe/Berlin' };
    expect(portal.data.events.at(-1)).toMatchObject(expected);
  });

  it.each([
    ['half typed', '1122'],
    ['no day of that month', '11312027'],
  ])('is not sent with a last day that is %s', async (_, keys) => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Fair');
    await typeDay(user, await day('Date'), '2027-11-20');
    const last = await day('Last day (optional)');
    await user.click(within(last).getByRole('spinbutton', { name: 'Month' }));
    await user.keyboard(keys);
    const button = form().getByRole('button', { name: 'Add Event' });
    await user.click(button);
    expect(portal.data.events).toHaveLength(3);
    expect(button).toHaveAccessibleDescription('Correct or clear the last day first: no date can be read there.');
    expect(last).toHaveAccessibleDescription('Not a date that can be used: correct it or clear it.');
    await typeDay(user, last, '2027-11-22');
    await user.click(button);
    expect(await screen.findByText('Event added')).toBeVisible();
    expect(portal.data.events.at(-1)).toMatchObject({ end: '2027-11-22T00:00:00.000Z' });
  });

  it('is not sent with an end that is half typed; whole days have none', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Call');
    await typeDay(user, await day('Date'), '2027-11-20');
    await user.click(form().getByRole('checkbox', { name: 'Whole days' }));
    await user.click(within(await day('Ends (optional)')).getByRole('spinbutton', { name: 'Month' }));
    await user.keyboard('1120');
    const button = form().getByRole('button', { name: 'Add Event' });
    await user.click(button);
    expect(portal.data.events).toHaveLength(3);
    expect(button).toHaveAccessibleDescription('Correct or clear the end first: no date can be read there.');
    await user.click(form().getByRole('checkbox', { name: 'Whole days' }));
    await user.click(button);
    expect(await screen.findByText('Event added')).toBeVisible();
  });

  it('says of a date that stands there and is none that it cannot be read, not that it is missing', async () => {
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Fair');
    await typeDay(user, await day('Date'), '2027-02-30');
    expect(form().getByRole('button', { name: 'Add Event' })).toHaveAccessibleDescription(
      'Correct or clear the date first: no date can be read there.',
    );
  });

  it('that is discarded leaves no half-typed date', async () => {
    const { user, unmount } = open('new');
    await user.type(form().getByLabelText('Title'), 'Fair');
    unmount();
    const next = open('new');
    await next.user.click(within(await day('Date')).getByRole('spinbutton', { name: 'Month' }));
    await next.user.keyboard('1122');
    await next.user.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(await day('Date')).toHaveTextContent('MM/DD/YYYY');
    expect(form().getByRole('button', { name: 'Add Event' })).toHaveAccessibleDescription(
      'A title and a date are needed first.',
    );
    expect(hasUnsavedWork()).toBe(false);
  });

  it('that is on its way when the page is reloaded is offered again under its key, and is added once', async () => {
    const initial = emptyDraft();
    const draft = { ...initial, title: 'Launch', day: '2027-01-05' };
    const { unmount } = open();
    const sent = { text: JSON.stringify(eventOf(draft)), key: 'its-key' };
    // The storage as the closed page left it.
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    const sending = sendUnsavedEvent(null, 'a', { initial, draft, sent }, () => promise);
    const entries = Object.entries(sessionStorage);
    resolve('stored');
    await act(() => sending);
    for (const [name, text] of entries) sessionStorage.setItem(name, String(text));
    unmount();
    const keys: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'));
    });
    const { user } = open('new');
    expect(screen.getByText('You sent this before.')).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    portal.server.events.removeAllListeners();
    expect(keys.filter((key) => key !== null)).toEqual(['its-key']);
  });

  it('that is left is there again, until it is added, and Logout asks about it', async () => {
    const { user, unmount } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    await typeDay(user, await day('Date'), '2027-01-05');
    expect(screen.queryByText(/You wrote this here before/)).toBeNull();
    unmount();
    expect(hasUnsavedWork()).toBe(true);
    const next = open('new');
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
    expect(await day('Date')).toHaveTextContent('01/05/2027');
    expect(screen.getByText('You wrote this here before, and it is not saved.')).toBeVisible();
    await next.user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    await waitFor(() => expect(hasUnsavedWork()).toBe(false));
    next.unmount();
    open('new');
    expect(form().getByLabelText('Title')).toHaveValue('');
  });

  it('that was not added keeps what was typed', async () => {
    portal.server.use(http.post('/api/admin/events', () => problem('internal', 'It broke.')));
    const { user, location } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    await typeDay(user, await day('Date'), '2027-01-05');
    await user.click(form().getByRole('button', { name: 'Add Event' }));
    expect(await screen.findByText(/The event was not added\. It broke\./)).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
    expect(location()).toBe(`${PATH}/new`);
  });

  it('is sent again under the key of its text, so that it is added once', async () => {
    const keys: (string | null)[] = [];
    portal.server.use(
      http.post('/api/admin/events', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return problem('internal', 'It broke.');
      }),
    );
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    await typeDay(user, await day('Date'), '2027-01-05');
    const press = async (times: number) => {
      await user.click(form().getByRole('button', { name: 'Add Event' }));
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(() =>
        expect(form().getByRole('button', { name: 'Add Event' })).not.toHaveAttribute('aria-busy', 'true'),
      );
    };
    await press(1);
    await press(2);
    await user.type(form().getByLabelText('Title'), 'ing');
    await press(3);
    expect(keys[0]).toMatch(/./);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('that was added, with an answer that was lost, and deleted since is refused once, and then added anew', async () => {
    const keys: string[] = [];
    let isLost = true;
    portal.server.use(
      http.post('/api/admin/events', ({ request }) => {
        keys.push(request.headers.get('idempotency-key') ?? '');
        if (isLost) return HttpResponse.error();
        return keys.at(-1) === keys[0] ? problem('conflict', 'It was deleted since.') : undefined;
      }),
    );
    const { user } = open('new');
    await user.type(form().getByLabelText('Title'), 'Launch');
    await typeDay(user, await day('Date'), '2027-01-05');
    const press = () => user.click(form().getByRole('button', { name: 'Add Event' }));
    await press();
    expect(await screen.findByText(/^The event was not added\./)).toBeVisible();
    isLost = false;
    await press();
    expect(await screen.findByText(/It was deleted since\./)).toBeVisible();
    expect(form().getByLabelText('Title')).toHaveValue('Launch');
    expect(Object.values(sessionStorage).join()).not.toContain(keys[0]);
    await press();
    expect(await screen.findByText('Event added')).toBeVisible();
    expect([keys.length, keys[1] === keys[0], keys[2] === keys[0]]).toEqual([3, true, false]);
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
    await typeDay(user, await day('Date'), '2027-01-05');
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
    expect(await form('Edit event').findByRole('group', { name: 'Date' })).toHaveTextContent('12/05/2026');
    await user.clear(title);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('A title is needed first.');
    await user.type(title, 'General meeting');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Event changed')).toBeVisible();
    expect(bodies).toEqual([{ title: 'General meeting' }]);
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it('that is left half changed is there again, and takes back nothing that somebody else changed meanwhile', async () => {
    const { user, unmount } = open(`${meeting.id}/edit`);
    await user.type(await screen.findByLabelText('Title'), ' of all');
    unmount();
    Object.assign(portal.data.events[0] ?? {}, { place: 'Hall 3' });
    const next = open(`${meeting.id}/edit`);
    expect(await screen.findByLabelText('Title')).toHaveValue('Meeting of all');
    await next.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Event changed')).toBeVisible();
    expect(portal.data.events[0]).toMatchObject({ title: 'Meeting of all', place: 'Hall 3' });
    await waitFor(() => expect(hasUnsavedWork()).toBe(false));
  });

  it('that is left half changed can be put back as it is', async () => {
    const { user, unmount } = open(`${meeting.id}/edit`);
    await user.type(await screen.findByLabelText('Title'), ' of all');
    unmount();
    const next = open(`${meeting.id}/edit`);
    await next.user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Meeting');
    expect(hasUnsavedWork()).toBe(false);
  });

  it('that is untouched is not sent', async () => {
    const { user, location } = open(`${meeting.id}/edit`);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(location()).toBe(PATH));
    expect(screen.queryByText('Event changed')).toBeNull();
  });

  it('that somebody deletes meanwhile leaves what was typed, and can be saved as a new one', async () => {
    const { user, location } = open(`${meeting.id}/edit`);
    await user.type(await screen.findByLabelText('Title'), ' of all');
    portal.data.events = [];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Somebody has deleted this event meanwhile.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Meeting of all');
    await user.click(screen.getByRole('button', { name: 'Save as a new event' }));
    expect(await screen.findByText('Event added')).toBeVisible();
    expect(portal.data.events.map(({ title, date }) => [title, date])).toEqual([['Meeting of all', meeting.date]]);
    await waitFor(() => expect(location()).toBe(PATH));
  });

  it('that was deleted keeps what was typed of it, to be saved as a new one or discarded', async () => {
    const deletedId = 'f'.repeat(24);
    const { unmount } = open();
    const initial = emptyDraft();
    act(() =>
      keepUnsavedEvent(deletedId, 'a', { initial, draft: { ...initial, title: 'Meeting of all' }, sent: null }),
    );
    unmount();
    const again = open(`${deletedId}/edit`);
    expect(await screen.findByText('Somebody has deleted this event meanwhile.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Meeting of all');
    await again.user.click(screen.getByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(hasUnsavedWork()).toBe(false));
  });

  it('that cannot be loaded says so and heals on Retry', async () => {
    portal.server.use(http.get('/api/admin/events/:id', () => problem('internal'), { once: true }));
    const { user } = open(`${meeting.id}/edit`);
    expect(await screen.findByText('The event could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('Meeting');
  });

  it('that was not changed keeps what was typed and the focus, and is changed when it is sent again', async () => {
    portal.server.use(http.patch('/api/admin/events/:id', () => problem('internal', 'It broke.'), { once: true }));
    const { user } = open(`${meeting.id}/edit`);
    await user.type(await screen.findByLabelText('Title'), ' of all');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/The event was not changed\. It broke\./)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Meeting of all');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Event changed')).toBeVisible();
    expect(portal.data.events[0]?.title).toBe('Meeting of all');
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
  await waitFor(() => expect(titles()).toEqual(['Today']));
});

it('an event that was deleted comes back with Undo', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete Meeting' }));
  await user.click(await screen.findByRole('button', { name: 'Delete event' }));
  expect(await screen.findByText('Event deleted')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Today']));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“Meeting” is back')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Today', 'Meeting']));
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
  expect(titles()).toContain('Meeting');
});

it('says when nothing is to come, and what failed', async () => {
  portal.data.events = [];
  portal.server.use(http.get('/api/admin/events', () => problem('internal'), { once: true }));
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
