import { buildPressRelease, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import {{component}} from './{{component}}.tsx';

const published = buildPressRelease({ title: 'First results', date: '2025-03-02T08:00:00.000Z' });
const portal = startFakePortal(() => ({ pressReleases: [published] }));

it('shows at once what the server had rendered', () => {
  const list = { items: [{ id: '1', title: 'From the server', date: '2025-01-01T00:00:00.000Z' }] };
  renderRemote(<{{component}} initialData={{ list, stale: false }} />);
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByRole('listitem')).toHaveTextContent('Jan 1, 2025 From the server');
});

it('asks the portal for news that it did not come with', async () => {
  renderRemote(<{{component}} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading news');
  expect(within(await screen.findByRole('list')).getByText(/First results/)).toBeVisible();
});

it('says when there is none', async () => {
  portal.data.pressReleases = [];
  renderRemote(<{{component}} />);
  expect(await screen.findByText('No news yet.')).toBeVisible();
});

it('that cannot be loaded says so, and comes on Retry', async () => {
  portal.server.use(http.get('/api/press-releases', () => problem('internal'), { once: true }));
  const { user } = renderRemote(<{{component}} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The news could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/First results/)).toBeVisible();
});
