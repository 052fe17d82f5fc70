import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import NotesAndSops from './NotesAndSops.tsx';

const sop = buildDocument({ title: 'SOP 12: implantation', visibility: 'customer' });
const leaflet = buildDocument({ title: 'Leaflet', visibility: 'public' });
const report = buildDocument({ title: 'Annual report', visibility: 'investor' });
const portal = startFakePortal(() => ({ documents: [sop, leaflet, report] }));
const PATH = '/dashboard/customer/documents';
const open = (roles: ('customer' | 'admin')[] = ['customer'], path = PATH) =>
  renderRemote(<NotesAndSops />, { session: { roles }, path });

it.each([[['customer']], [['admin']]] as const)('lists the documents for customers to %p', async (roles) => {
  open([...roles]);
  const table = await screen.findByRole('table', { name: 'Notes and SOPs' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['SOP 12: implantation']);
  expect(within(table).getByRole('link', { name: 'SOP 12: implantation' })).toHaveAttribute('href', sop.url);
  expect(within(table).getByRole('link', { name: 'Download SOP 12: implantation' })).toHaveAttribute(
    'href',
    `${sop.url}?download=1`,
  );
});

it('leads to the lab software in a new tab', () => {
  open();
  const link = screen.getByRole('link', { name: 'Open the lab software' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('href')).toMatch(/^https:\/\//);
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('leads to the lab software of this deployment, and nowhere that is no address', () => {
  const meta = document.createElement('meta');
  meta.name = 'lab-software';
  document.head.append(meta);
  for (const [content, href] of [
    ['https://software.lab.example/start', 'https://software.lab.example/start'],
    ['javascript:alert(1)', 'https://lab.cytocomm.example/'],
  ] as const) {
    meta.content = content;
    const { unmount } = open();
    expect(screen.getByRole('link', { name: 'Open the lab software' })).toHaveAttribute('href', href);
    unmount();
  }
  meta.remove();
});

it('says what will come when there is nothing yet', async () => {
  portal.data.documents = [leaflet];
  open();
  expect(await screen.findByText('No documents yet.')).toBeVisible();
});

it('that cannot be loaded says so and heals on Retry', async () => {
  portal.server.use(http.get('/api/documents', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your documents could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

describe('of several documents', () => {
  const titles = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
  beforeEach(() => {
    portal.data.documents.push(
      buildDocument({ title: 'Cleaning', visibility: 'customer', uploadedAt: '2024-01-15T09:30:00.000Z' }),
    );
  });

  it('finds some and orders them by the server, and its address says how', async () => {
    const { user, location } = open();
    await waitFor(() => expect(titles()).toEqual(['SOP 12: implantation', 'Cleaning']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
    await waitFor(() => expect(titles()).toEqual(['Cleaning', 'SOP 12: implantation']));
    await user.type(screen.getByRole('searchbox', { name: 'Search documents' }), 'sop');
    await waitFor(() => expect(titles()).toEqual(['SOP 12: implantation']));
    expect(location()).toBe(`${PATH}?sort=uploadedAt&q=sop`);
    await user.type(screen.getByRole('searchbox', { name: 'Search documents' }), 'x');
    expect(await screen.findByText('No documents found.')).toBeVisible();
    expect(screen.queryByText('No documents yet.')).toBeNull();
  });

  it('does not say that nothing was found, nor pass for found, before the answer is there', async () => {
    const { user } = open();
    await waitFor(() => expect(titles()).toEqual(['SOP 12: implantation', 'Cleaning']));
    const search = screen.getByRole('searchbox', { name: 'Search documents' });
    const answer = Promise.withResolvers<void>();
    portal.server.use(http.get('/api/documents', () => answer.promise));
    await user.type(search, 'zzz');
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'));
    answer.resolve();
    expect(await screen.findByText('No documents found.')).toBeVisible();

    const another = Promise.withResolvers<void>();
    portal.server.use(http.get('/api/documents', () => another.promise));
    await user.clear(search);
    await user.type(search, 'cleaning');
    expect(await screen.findByText('Loading documents')).toBeInTheDocument();
    expect(screen.queryByText('No documents found.')).toBeNull();
    another.resolve();
    await waitFor(() => expect(titles()).toEqual(['Cleaning']));
  });

  it('says what each is, of which revision, and from which day; and is filtered by kind', async () => {
    portal.data.documents.push(
      buildDocument({ title: 'Rinsing', visibility: 'customer', kind: 'sop', revision: '3', validFrom: '2026-03-01' }),
    );
    const { user, location } = open(['customer'], `${PATH}?year=2020`);
    const row = within(await screen.findByRole('row', { name: /Rinsing/ }));
    const shown = row.getAllByRole('cell').map((cell) => cell.textContent);
    expect(shown.slice(0, 3)).toEqual(['SOP', '3', expect.stringMatching(/Mar 1, 2026|March 1, 2026/)]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'No kind');
    await waitFor(() => expect(titles()).toEqual(['SOP 12: implantation', 'Cleaning']));
    expect(location()).toContain('kind=none');
  });

  it('opens as its address says', async () => {
    open(['customer'], `${PATH}?q=clean`);
    await waitFor(() => expect(titles()).toEqual(['Cleaning']));
    expect(screen.getByRole('searchbox', { name: 'Search documents' })).toHaveValue('clean');
  });
});
