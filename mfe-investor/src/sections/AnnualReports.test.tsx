import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import AnnualReports from './AnnualReports.tsx';

const older = buildDocument({ title: 'Annual report 2028', name: '2028.pdf', uploadedAt: '2024-01-15T09:30:00.000Z' });
const newer = buildDocument({ title: 'Annual report 2029', name: '2029.pdf', sha256: 'ab'.repeat(32) });
const portal = startFakePortal(() => ({ documents: [older, newer] }));
const PATH = '/dashboard/investor/reports';
const open = (path = PATH) => renderRemote(<AnnualReports />, { session: { roles: ['investor'] }, path });
const titles = () => screen.getAllByRole('listitem').map((card) => within(card).getByRole('heading').textContent);

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

it('is searched and ordered by the server, and its address says how', async () => {
  const { user, location } = open();
  await screen.findByText('Annual report 2029');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title, A to Z');
  await waitFor(() => expect(titles()).toEqual(['Annual report 2028', 'Annual report 2029']));
  await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), '2029');
  await waitFor(() => expect(titles()).toEqual(['Annual report 2029']));
  expect(location()).toBe(`${PATH}?sort=title&q=2029`);
  await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), 'x');
  expect(await screen.findByText('No reports found.')).toBeVisible();
  expect(screen.queryByText('No reports yet.')).toBeNull();
});

it('does not say that nothing was found before the answer is there', async () => {
  const { user } = open(`${PATH}?q=zzz`);
  expect(await screen.findByText('No reports found.')).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Search reports' });
  const answer = Promise.withResolvers<void>();
  portal.server.use(http.get('/api/reports', () => answer.promise));
  await user.clear(search);
  await user.type(search, '2028');
  expect(await screen.findByText('Loading annual reports')).toBeInTheDocument();
  expect(screen.queryByText('No reports found.')).toBeNull();
  answer.resolve();
  await waitFor(() => expect(titles()).toEqual(['Annual report 2028']));
});

it('opens as its address says, and takes what is no order there for none', async () => {
  open(`${PATH}?q=2028&sort=size`);
  expect(await screen.findByText('Annual report 2028')).toBeVisible();
  expect(titles()).toEqual(['Annual report 2028']);
  expect(screen.getByRole('searchbox', { name: 'Search reports' })).toHaveValue('2028');
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Newest first');
});
