import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import NotesAndSops from './NotesAndSops.tsx';

const sop = buildDocument({ title: 'SOP 12: implantation', visibility: 'customer' });
const leaflet = buildDocument({ title: 'Leaflet', visibility: 'public' });
const report = buildDocument({ title: 'Annual report', visibility: 'investor' });
const portal = startFakePortal(() => ({ documents: [sop, leaflet, report] }));
const open = (roles: ('customer' | 'admin')[] = ['customer']) => renderRemote(<NotesAndSops />, { session: { roles } });

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
