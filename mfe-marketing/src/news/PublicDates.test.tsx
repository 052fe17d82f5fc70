import { buildEvent, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
// biome-ignore lint/style/noRestrictedImports: the test plays the server that prerenders
import { renderToString } from 'react-dom/server';
import { PublicDates } from './PublicDates.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

const isPublic = { audience: 'public' } as const;
const portal = startFakePortal(() => ({
  events: [
    buildEvent({ title: 'Board meeting', date: '2026-11-24T00:00:00.000Z', audience: ['investor'] }),
    buildEvent({ title: 'For members', date: '2026-11-24T00:00:00.000Z' }),
    buildEvent({ ...isPublic, title: 'Over', date: '2026-11-19T00:00:00.000Z' }),
    buildEvent({ ...isPublic, title: 'Today', date: '2026-11-20T00:00:00.000Z' }),
    buildEvent({
      ...isPublic,
      title: '<b>Fair</b>',
      date: '2026-12-05T14:30:00.000Z',
      end: '2026-12-05T17:30:00.000Z',
      timeZone: 'America/New_York',
      place: 'Buffalo',
      url: 'https://fair.example/',
    }),
  ],
}));
const dates = async () => (await screen.findAllByRole('listitem')).map((item) => item.textContent);
const plain = (texts: readonly (string | null)[]) =>
  texts.map((text) => text?.replaceAll(/[\u2009\u202f\u00a0]/g, ' '));

it('are those that everybody may see and that are not over, by the clocks where they are', async () => {
  renderRemote(<PublicDates />);
  expect(plain(await dates())).toEqual([
    'November 20, 2026Today',
    'December 5, 2026, 9:30 AM – 12:30 PM EST<b>Fair</b>BuffaloMore about it',
  ]);
  expect(screen.getByRole('link', { name: 'More about it: <b>Fair</b>' })).toHaveAttribute(
    'href',
    'https://fair.example/',
  );
  expect(screen.getByRole('link', { name: 'Calendar feed' })).toHaveAttribute('href', '/api/events/public.ics');
});

it('are the same for somebody who is signed in', async () => {
  renderRemote(<PublicDates />, { session: { roles: ['investor'] } });
  expect(await dates()).toHaveLength(2);
  expect(screen.queryByText('Board meeting')).toBeNull();
});

it('are told when there are none, and when they cannot be loaded', async () => {
  portal.data.events = [];
  portal.server.use(http.get('/api/events/public', () => problem('internal'), { once: true }));
  const { user } = renderRemote(<PublicDates />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The events could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No public dates are planned at the moment.')).toBeVisible();
});

it('are shown in parts when there are many', async () => {
  portal.data.events = Array.from({ length: 40 }, (_, index) =>
    buildEvent({ ...isPublic, title: `Event ${index}`, date: '2026-12-05T00:00:00.000Z' }),
  );
  const { user } = renderRemote(<PublicDates />);
  expect(await dates()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await dates()).toHaveLength(40);
});

it('are prerendered as a place for them, with the address of the feed, without the API', () => {
  const holder = document.body.appendChild(document.createElement('div'));
  holder.innerHTML = renderToString(<PublicDates />);
  expect(within(holder).getByRole('heading', { name: 'Events' })).toBeInTheDocument();
  expect(within(holder).getByRole('link', { name: 'Calendar feed' })).toBeInTheDocument();
  holder.remove();
});
