import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import AnnualReports from './AnnualReports.tsx';

const older = buildDocument({ title: 'Annual report 2028', name: '2028.pdf', uploadedAt: '2024-01-15T09:30:00.000Z' });
const newer = buildDocument({ title: 'Annual report 2029', name: '2029.pdf', sha256: 'ab'.repeat(32) });
const portal = startFakePortal(() => ({ documents: [older, newer] }));
const open = () => renderRemote(<AnnualReports />, { session: { roles: ['investor'] } });

it('lists the reports, newest first, each with its two links', async () => {
  open();
  const list = within(screen.getByRole('region', { name: 'Annual Reports (PDFs)' }));
  const cards = await list.findAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Annual report 2029',
    'Annual report 2028',
  ]);
  const [first] = cards;
  if (!first) throw new Error('no card');
  const view = within(first).getByRole('link', { name: 'View PDF' });
  expect(view).toHaveAttribute('href', newer.url);
  expect(view).toHaveAttribute('target', '_blank');
  expect(view).toHaveAccessibleDescription('Annual report 2029');
  const download = within(first).getByRole('link', { name: 'Download PDF' });
  expect(download).toHaveAttribute('href', `${newer.url}?download=1`);
  expect(download).toHaveAttribute('download');
});

it('copies the whole SHA-256', async () => {
  const { user } = open();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Copy SHA-256 of Annual report 2029' }));
  expect(await screen.findByText('SHA-256 copied')).toBeVisible();
  expect(copied).toHaveBeenCalledWith('ab'.repeat(32));
});

it('shows the SHA-256 when the browser refuses to copy', async () => {
  const { user } = open();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(await screen.findByRole('button', { name: 'Copy SHA-256 of Annual report 2029' }));
  expect(await screen.findByText(new RegExp('ab'.repeat(32)))).toBeVisible();
});

it('says what will come when there is nothing yet', async () => {
  portal.data.documents = [];
  open();
  expect(await screen.findByText('No reports yet.')).toBeVisible();
});

it('that cannot be loaded says so and heals on Retry', async () => {
  portal.server.use(http.get('/api/reports', () => problem('internal', 'It broke.'), { once: true }));
  const { user } = open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading annual reports');
  expect(await screen.findByRole('alert')).toHaveTextContent('The annual reports could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Annual report 2029')).toBeVisible();
});
