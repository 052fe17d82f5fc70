import { buildEvent, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import Dates from './Dates.tsx';

const portal = startFakePortal(() => ({
  events: [buildEvent({ title: 'Board meeting', date: '2025-03-14T00:00:00.000Z' })],
}));
const open = () => renderRemote(<Dates activeRole="{{role}}" preview={false} />, { session: { roles: ['{{role}}'] } });

it('lists the dates of the calendar', async () => {
  open();
  expect(screen.getByRole('region', { name: '{{title}}: dates' })).toBeVisible();
  expect(await screen.findByRole('listitem')).toHaveTextContent('Mar 14, 2025 Board meeting');
});

it('says when there is none', async () => {
  portal.data.events = [];
  open();
  expect(await screen.findByText('No dates yet.')).toBeVisible();
});

it('that cannot be loaded says so, and comes on Retry', async () => {
  portal.server.use(http.get('/api/events', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The dates could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/Board meeting/)).toBeVisible();
});
