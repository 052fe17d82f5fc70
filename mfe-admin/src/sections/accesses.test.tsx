import type { DocumentAccess } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const report = buildDocument({ title: 'Report 2028' });
const access = (at: string, by: string | null, action: DocumentAccess['action'], from = ''): DocumentAccess => ({
  ...{ at: `${at}T08:00:00.000Z`, by, action, from },
});
const portal = startFakePortal(() => ({
  documents: [report],
  accesses: new Map([
    [
      report.id,
      [
        access('2025-03-03', 'bob@lab.example', 'opened', '192.0.2.8'),
        access('2025-03-02', 'ada@lab.example', 'downloaded', '192.0.2.7'),
        access('2025-03-01', null, 'opened'),
        access('2025-03-01', null, 'opened'),
      ],
    ],
  ]),
}));

const PATH = '/dashboard/admin/documents';
const LIST = `${PATH}/${report.id}/accesses`;

const nameOpened = jest.fn();

function Tool() {
  const { pathname } = useLocation();
  return <DocumentsAdmin place={{ path: PATH, rest: pathname.slice(PATH.length + 1), nameOpened }} />;
}

const open = (path = LIST) => renderRemote(<Tool />, { session: { roles: ['admin'] }, path });
const row = (name: string | RegExp) => screen.findByRole('row', { name });
const people = () =>
  within(screen.getByRole('grid', { name: 'Accesses' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent);

it('has an address of its own, which the document leads to, and says who and when', async () => {
  const { user, location } = open(PATH);
  await user.click(await screen.findByRole('link', { name: 'Accesses of Report 2028' }));
  expect(location()).toBe(LIST);
  expect(await row(/^ada@lab\.example downloaded .* 192\.0\.2\.7$/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Accesses of “Report 2028”' })).toBeVisible();
  expect(people()).toEqual(['bob@lab.example', 'ada@lab.example', 'a visitor', 'a visitor']);
  expect(nameOpened).toHaveBeenLastCalledWith('Accesses of “Report 2028”');
  await user.click(screen.getByRole('link', { name: 'All documents' }));
  expect(location()).toBe(PATH);
  expect(nameOpened).toHaveBeenLastCalledWith(null);
});

it('is filtered and sorted by the server; its address and its file say how', async () => {
  const { user, location } = open();
  await row(/^bob/);
  await user.click(screen.getByRole('columnheader', { name: 'When' }));
  await waitFor(() => expect(people()[0]).toBe('a visitor'));
  await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'ada');
  await waitFor(() => expect(people()).toEqual(['ada@lab.example']));
  await user.selectOptions(screen.getByLabelText('Action'), 'Opened');
  expect(await screen.findByText('No accesses found.')).toBeVisible();
  expect(location()).toBe(`${LIST}?sort=at&by=ada&action=opened`);
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/api/admin/documents/${report.id}/accesses.csv?by=ada&action=opened&sort=at`,
  );
});

it('says that there is no such document', async () => {
  portal.data.documents = [];
  open();
  expect(await screen.findByText('There is no such document.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All documents' })).toBeVisible();
});

it('says when no one did, and what failed', async () => {
  portal.data.accesses.clear();
  portal.server.use(http.get('/api/admin/documents/:id/accesses', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByText('The accesses could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No one has opened this document yet.')).toBeVisible();
});
