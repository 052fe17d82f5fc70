import { buildEvent, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import Events from './Events.tsx';

stopClock(new Date('2026-08-20T12:00:00.000Z'));

const PATH = '/dashboard/admin/events';
const night = buildEvent({
  title: 'Night of the clocks',
  date: '2026-10-25T00:30:00.000Z',
  end: '2026-10-25T03:00:00.000Z',
  timeZone: 'Europe/Berlin',
});
const portal = startFakePortal(() => ({ events: [{ ...night }] }));
afterEach(() => sessionStorage.clear());

const edit = async () => {
  const rest = `${night.id}/edit`;
  const rendered = renderRemote(<Events activeRole="admin" preview={false} place={{ path: PATH, rest }} />, {
    session: { roles: ['admin'] },
    path: `${PATH}/${rest}`,
  });
  const field = async (name: string) => within(await screen.findByRole('group', { name }));
  const type = async (name: string, hours: string, minutes: string) => {
    await rendered.user.click((await field(name)).getByRole('spinbutton', { name: 'Hours' }));
    await rendered.user.keyboard(hours);
    await rendered.user.click((await field(name)).getByRole('spinbutton', { name: 'Minutes' }));
    await rendered.user.keyboard(minutes);
  };
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...rendered, field, type, save };
};

it('asks which time is meant where the clocks show it twice, for the start and for the end', async () => {
  const { user, field, type, save } = await edit();
  const start = await field('Starts: the clocks there show this twice');
  expect(start.getByRole('radio', { name: /The first time/ })).toBeChecked();
  expect(screen.queryByRole('group', { name: /^Ends.*twice/ })).toBeNull();
  await type('Ends (optional)', '02', '45');
  const end = await field('Ends (optional): the clocks there show this twice');
  await user.click(end.getByRole('radio', { name: /The second time/ }));
  await save();
  expect(await screen.findByText('Event changed')).toBeVisible();
  expect(portal.data.events[0]).toMatchObject({ date: night.date, end: '2026-10-25T01:45:00.000Z' });
});

it('keeps the second of two, and takes another time for the first again', async () => {
  const { user, field, type } = await edit();
  await user.click((await field('Starts: the clocks there show this twice')).getByRole('radio', { name: /second/ }));
  await type('Starts', '02', '45');
  const again = await field('Starts: the clocks there show this twice');
  await waitFor(() => expect(again.getByRole('radio', { name: /The first time/ })).toBeChecked());
});

it('an end moves along with its start', async () => {
  Object.assign(portal.data.events[0] ?? {}, { date: '2026-11-20T08:00:00.000Z', end: '2026-11-20T10:30:00.000Z' });
  const { type, save } = await edit();
  await type('Starts', '02', '15');
  await save();
  expect(await screen.findByText('Event changed')).toBeVisible();
  expect(portal.data.events[0]).toMatchObject({ date: '2026-11-20T01:15:00.000Z', end: '2026-11-20T03:45:00.000Z' });
});

it('tells at once of a time that the clocks never show, and adds no event at it', async () => {
  Object.assign(portal.data.events[0] ?? {}, { date: '2027-03-28T00:30:00.000Z', end: '2027-03-28T04:00:00.000Z' });
  const { type, save } = await edit();
  await type('Starts', '02', '30');
  expect(await screen.findByText(/clocks there go from 2:00 AM to 3:00 AM: that time does not exist/)).toBeVisible();
  await save();
  expect(screen.queryByText('Event changed')).toBeNull();
  expect(portal.data.events[0]?.date).toBe('2027-03-28T00:30:00.000Z');
});
