import { buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Events from './Events.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

const event = (title: string, day: string) => buildEvent({ title, date: `${day}T00:00:00.000Z` });
const portal = startFakePortal(() => ({
  events: [event('Meeting', '2026-12-05'), event('Today', '2026-11-20'), event('Past', '2026-11-19')],
}));
const open = () => renderRemote(<Events />, { session: { roles: ['admin'] } });
const form = () => within(screen.getByRole('form', { name: 'Add an event' }));
const titles = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

it('lists what is to come in its order, and what is past apart', async () => {
  open();
  await screen.findByRole('table', { name: 'Events to come' });
  expect(titles('Events to come')).toEqual(['Today', 'Meeting']);
  expect(screen.getByText('Past events (1)')).toBeVisible();
});

it('adds nothing while title or date is missing, and says why', async () => {
  const { user } = open();
  const button = form().getByRole('button', { name: 'Add Event' });
  expect(button).toHaveAccessibleDescription('A title and a date are needed first.');
  await user.click(button);
  await user.type(form().getByLabelText('Title'), 'Launch');
  expect(button).toHaveAccessibleDescription('A date is needed first.');
  await user.click(button);
  expect(portal.data.events).toHaveLength(3);
});

it('adds an event', async () => {
  const { user } = open();
  await user.type(form().getByLabelText('Title'), ' Launch ');
  fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
  await user.click(form().getByRole('button', { name: 'Add Event' }));
  expect(await screen.findByText('Event added')).toBeVisible();
  expect(await screen.findByRole('rowheader', { name: 'Launch' })).toBeVisible();
  expect(portal.data.events.at(-1)).toMatchObject({ title: 'Launch', date: '2027-01-05T00:00:00.000Z' });
  expect(form().getByLabelText('Title')).toHaveValue('');
});

it('keeps what was typed when it is not added', async () => {
  portal.server.use(http.post('/api/admin/events', () => problem('internal', 'It broke.')));
  const { user } = open();
  await user.type(form().getByLabelText('Title'), 'Launch');
  fireEvent.change(form().getByLabelText('Date'), { target: { value: '2027-01-05' } });
  await user.click(form().getByRole('button', { name: 'Add Event' }));
  expect(await screen.findByText(/The event was not added\. It broke\./)).toBeVisible();
  expect(form().getByLabelText('Title')).toHaveValue('Launch');
});

it('changes an event', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Meeting' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit event' }));
  expect(dialog.getByLabelText('Date')).toHaveValue('2026-12-05');
  await user.clear(dialog.getByLabelText('Title'));
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('A title is needed first.');
  await user.type(dialog.getByLabelText('Title'), 'General meeting');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Event changed')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(titles('Events to come')).toEqual(['Today', 'General meeting']));
});

describe('what was changed in the dialog', () => {
  const edit = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Edit Meeting' }));
    return within(await screen.findByRole('dialog', { name: 'Edit event' }));
  };
  type Way = (user: ReturnType<typeof open>['user'], dialog: Awaited<ReturnType<typeof edit>>) => Promise<void>;
  const ways: readonly (readonly [string, Way])[] = [
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['Cancel', (user, dialog) => user.click(dialog.getByRole('button', { name: 'Cancel' }))],
    ['Close', (user, dialog) => user.click(dialog.getByRole('button', { name: 'Close' }))],
    [
      'a press outside',
      async (user) => {
        const outside = screen.getByRole('dialog', { name: 'Edit event' }).parentElement;
        if (outside) await user.click(outside);
      },
    ],
  ];

  it.each(ways)('is not thrown away by %s without a question', async (_, leave) => {
    const { user } = open();
    const dialog = await edit(user);
    await user.type(dialog.getByLabelText('Title'), ' of members');
    await leave(user, dialog);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Meeting of members');

    await leave(user, dialog);
    await user.click(await screen.findByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await edit(user)).getByLabelText('Title')).toHaveValue('Meeting');
    expect(portal.data.events[0]?.title).toBe('Meeting');
  });

  it.each(ways)('and not asked about after %s when nothing was changed', async (_, leave) => {
    const { user } = open();
    await leave(user, await edit(user));
    expect(screen.queryByRole('dialog')).toBeNull();
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

it('says when nothing is to come, and what failed', async () => {
  portal.data.events = [];
  portal.server.use(http.get('/api/events', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The events could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No events to come.')).toBeVisible();
});

it('keeps the time of day of an event that is renamed or moved', async () => {
  portal.data.events = [buildEvent({ title: 'Webinar', date: '2026-12-02T13:30:00.000Z' })];
  const { user } = open();
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: /^Edit Webinar/ }));
    return within(await screen.findByRole('dialog', { name: 'Edit event' }));
  };
  const renaming = await edit();
  await user.type(renaming.getByLabelText('Title'), ' on sensors');
  await user.click(renaming.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(portal.data.events[0]).toMatchObject({ title: 'Webinar on sensors', date: '2026-12-02T13:30:00.000Z' }),
  );
  const moving = await edit();
  fireEvent.change(moving.getByLabelText('Date'), { target: { value: '2026-12-09' } });
  await user.click(moving.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(portal.data.events[0]).toMatchObject({ title: 'Webinar on sensors', date: '2026-12-09T13:30:00.000Z' }),
  );
});
