import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { PublicDocuments } from './PublicDocuments.tsx';

const portal = startFakePortal(() => ({
  documents: [
    buildDocument({ title: 'Annual report 2025', visibility: 'public', year: 2025 }),
    buildDocument({ title: 'Cap table', visibility: 'investor' }),
  ],
}));
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

it.each([{}, { session: { roles: ['investor'] } }])('are those that everybody may read, for %j too', async (as) => {
  renderRemote(<PublicDocuments />, as);
  expect(await rows()).toEqual([expect.stringMatching(/Annual report 2025 \(PDF, fiscal year 2025\)$/)]);
  expect(screen.getByRole('link', { name: 'Annual report 2025' })).toHaveAttribute(
    'href',
    portal.data.documents[0]?.url,
  );
});

it('that cannot be loaded say so, and come on Retry', async () => {
  portal.server.use(http.get('/api/documents', () => problem('internal'), { once: true }));
  const { user } = renderRemote(<PublicDocuments />);
  expect(await screen.findByText('The documents could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await rows()).toHaveLength(1);
});

it('are said to be none', async () => {
  portal.data.documents = [];
  renderRemote(<PublicDocuments />);
  expect(await screen.findByText('No documents are public at the moment.')).toBeVisible();
});

it('of many show six, and more with the focus on the first of them', async () => {
  portal.data.documents = Array.from({ length: 9 }, (_, index) =>
    buildDocument({ title: `Report ${index}`, visibility: 'public' }),
  );
  const { user } = renderRemote(<PublicDocuments />);
  expect(await rows()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(9));
  expect(screen.getAllByRole('link')[6]).toHaveFocus();
});

it('beyond a hundred come page by page, and say when a page fails', async () => {
  portal.data.documents = Array.from({ length: 110 }, (_, index) =>
    buildDocument({ title: `Report ${index}`, visibility: 'public' }),
  );
  const { user } = renderRemote(<PublicDocuments />);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(106));
  portal.server.use(http.get('/api/documents', () => problem('internal'), { once: true }));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The documents could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(110));
  expect(screen.getAllByRole('link')[106]).toHaveFocus();
  expect(screen.queryByRole('button')).toBeNull();
});
