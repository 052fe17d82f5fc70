import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import AnnualReports from './AnnualReports.tsx';

const older = buildDocument({
  ...{ title: 'Annual report 2028', name: '2028.pdf', kind: 'annual-report', year: 2028 },
  uploadedAt: '2024-01-15T09:30:00.000Z',
});
const newer = buildDocument({
  ...{ title: 'Annual report 2029', name: '2029.pdf', kind: 'annual-report', year: 2029 },
  sha256: 'ab'.repeat(32),
});
const portal = startFakePortal(() => ({ documents: [older, newer] }));
const PATH = '/dashboard/investor/reports';
const open = (path = PATH) => renderRemote(<AnnualReports />, { session: { roles: ['investor'] }, path });
const cards = () =>
  within(screen.getByRole('list', { name: 'Annual reports' }))
    .getAllByRole('listitem')
    .map((card) => within(card).getByRole('heading').textContent);
const table = () => screen.findByRole('grid', { name: 'All reports' });
const titles = () =>
  within(screen.getByRole('grid', { name: 'All reports' }))
    .getAllByRole('link', { name: /^(?!Download)/ })
    .map((link) => link.textContent);

it('lists the reports, newest first, each with its two links', async () => {
  open();
  const list = within(screen.getByRole('region', { name: 'Annual Reports (PDFs)' }));
  const shown = await list.findAllByRole('listitem');
  expect(shown.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Annual report 2029',
    'Annual report 2028',
  ]);
  const [first] = shown;
  if (!first) throw new Error('no card');
  const view = within(first).getByRole('link', { name: 'View PDF' });
  expect(view).toHaveAttribute('href', newer.url);
  expect(view).toHaveAttribute('target', '_blank');
  expect(view).toHaveAccessibleDescription('Annual report 2029');
  const download = within(first).getByRole('link', { name: 'Download PDF' });
  expect(download).toHaveAttribute('href', `${newer.url}?download=1`);
  expect(download).toHaveAttribute('download');
});

it('are annual reports alone, by fiscal year, and say when another file took the place of theirs', async () => {
  const replaced = { version: 2, replacedAt: new Date(Date.now() - 7_200_000).toISOString() };
  portal.data.documents = [
    { ...newer, uploadedAt: '2020-01-01T00:00:00.000Z' },
    buildDocument({ title: 'Q3 2026 transcript' }),
    { ...older, ...replaced },
  ];
  open();
  await screen.findByRole('heading', { name: 'Annual report 2029' });
  expect(cards()).toEqual(['Annual report 2029', 'Annual report 2028']);
  const [first, second] = within(screen.getByRole('list', { name: 'Annual reports' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('Fiscal year 2029');
  expect(second).toHaveTextContent('Updated 2 hours ago (version 2)');
  await waitFor(() => expect(titles()).toContain('Q3 2026 transcript'));
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
  expect(screen.getByText('There are none of any kind.')).toBeVisible();
});

it('that cannot be loaded says so and heals on Retry', async () => {
  let isBroken = true;
  portal.server.use(
    http.get('/api/reports', ({ request }) =>
      new URL(request.url).searchParams.has('kind') && isBroken ? problem('internal', 'It broke.') : undefined,
    ),
  );
  const { user } = open();
  expect(screen.getByText('Loading annual reports')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('The annual reports could not be loaded.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Annual report 2029' })).toBeVisible();
});

it('has annual reports and what has no kind side by side, and every kind in the table below', async () => {
  portal.data.documents.push(
    buildDocument({ title: 'Shares', kind: 'cap-table', year: 2029, uploadedAt: '2024-01-01T00:00:00.000Z' }),
    buildDocument({ title: 'The year', kind: 'annual-report', year: 2027, uploadedAt: '2023-01-01T00:00:00.000Z' }),
  );
  open();
  const grid = within(await table());
  expect(titles()).toEqual(['Annual report 2029', 'Annual report 2028', 'Shares', 'The year']);
  expect(cards()).toEqual(['Annual report 2029', 'Annual report 2028', 'The year']);
  const row = within(grid.getByRole('row', { name: /Shares/ }));
  expect(row.getByRole('gridcell', { name: 'Cap table' })).toBeVisible();
  expect(row.getByRole('gridcell', { name: '2029' })).toBeVisible();
  expect(row.getByRole('link', { name: 'Download Shares' })).toHaveAttribute('download');
});

it('the table is searched, filtered and ordered by the server, and its address says how', async () => {
  portal.data.documents.push(buildDocument({ title: 'Shares', kind: 'cap-table', year: 2024 }));
  const { user, location } = open();
  await table();
  await user.click(screen.getByRole('columnheader', { name: 'Title' }));
  await waitFor(() => expect(titles()).toEqual(['Annual report 2028', 'Annual report 2029', 'Shares']));
  await user.click(screen.getByRole('columnheader', { name: 'Title' }));
  await waitFor(() => expect(titles()).toEqual(['Shares', 'Annual report 2029', 'Annual report 2028']));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Cap table');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Fiscal year' }), '2024');
  await waitFor(() => expect(titles()).toEqual(['Shares']));
  expect(location()).toBe(`${PATH}?sort=-title&kind=cap-table&year=2024`);
  await user.type(screen.getByRole('searchbox', { name: 'Search reports' }), 'x');
  expect(await screen.findByText('No reports found.')).toBeVisible();
  expect(cards()).toHaveLength(2);
});

it('opens as its address says, and takes what is none there for no choice', async () => {
  open(`${PATH}?q=2028&sort=size&kind=secret&year=20`);
  await table();
  expect(titles()).toEqual(['Annual report 2028']);
  expect(screen.getByRole('searchbox', { name: 'Search reports' })).toHaveValue('2028');
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveDisplayValue('All kinds');
});

it('has a year that an address names, however long ago', async () => {
  portal.data.documents.push(buildDocument({ title: 'First', year: 1998 }));
  open(`${PATH}?year=1998`);
  await table();
  expect(titles()).toEqual(['First']);
  expect(screen.getByRole('combobox', { name: 'Fiscal year' })).toHaveDisplayValue('1998');
});
