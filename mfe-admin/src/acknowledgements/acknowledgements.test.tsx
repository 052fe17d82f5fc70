import { type DocumentAcknowledgement, listMissingAcknowledgements } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { closeSignIn, useSession } from '@cytocomm/session';
import { buildDocument, buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import DocumentsAdmin from '../sections/DocumentsAdmin.tsx';

const sop = buildDocument({ title: 'SOP 12', visibility: 'customer', kind: 'sop', revision: '3' });
const note = buildDocument({ title: 'A note', visibility: 'customer', kind: 'note' });
const lab = (name: string) => buildUser({ email: `${name}@lab.example`, name, roles: ['customer'] });
const acknowledgement = (
  day: string,
  name: string,
  file: Partial<DocumentAcknowledgement>,
): DocumentAcknowledgement => ({
  ...{ acknowledgedAt: `${day}T08:00:00.000Z`, name, email: `${name.toLowerCase()}@lab.example` },
  ...{ sha256: sop.sha256, title: 'SOP 12', fileName: 'sop.pdf', version: 2, revision: '3', isCurrent: true, ...file },
});
const portal = startFakePortal(() => ({
  documents: [sop, note],
  users: [...['lia', 'max', 'uma'].map(lab), buildUser({ email: 'boss@x.example', name: 'Boss', roles: ['admin'] })],
  accesses: new Map([
    [sop.id, [{ at: '2026-03-02T08:00:00.000Z', by: 'max@lab.example', action: 'opened', from: '192.0.2.7' }]],
  ]),
  acknowledgements: new Map([
    [
      sop.id,
      [
        acknowledgement('2026-03-03', 'Lia', {}),
        acknowledgement('2026-03-02', 'Uma', {}),
        acknowledgement('2025-03-03', 'Max', { sha256: 'b'.repeat(64), version: 1, revision: '2' }),
      ],
    ],
  ]),
}));

afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

const DOCUMENTS = '/dashboard/admin/documents';
const PLACE = `${DOCUMENTS}/${sop.id}/acknowledgements`;

function Tool() {
  const { pathname } = useLocation();
  return <DocumentsAdmin place={{ path: DOCUMENTS, rest: pathname.slice(DOCUMENTS.length + 1) }} />;
}
const open = (path: string) => renderRemote(<Tool />, { session: { email: 'boss@x.example', roles: ['admin'] }, path });
const firstCells = (grid: string) =>
  within(screen.getByRole('grid', { name: grid }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent);
const GIVEN = 'Acknowledgements';

it('stands with the accesses of an SOP, and with none of another document', async () => {
  const { user, location } = open(`${DOCUMENTS}/${sop.id}/accesses`);
  await user.click(await screen.findByRole('link', { name: 'Acknowledged by 2' }));
  expect(location()).toBe(PLACE);
  expect(await screen.findByRole('heading', { name: 'Acknowledgements of “SOP 12”' })).toBeVisible();
  expect(
    await screen.findByText(
      '2 of 3 customers who may read it have acknowledged it. When the file is replaced, everybody is asked again.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Accesses' }));
  expect(location()).toBe(`${DOCUMENTS}/${sop.id}/accesses`);
});

it('is not offered for a document that is no SOP', async () => {
  open(`${DOCUMENTS}/${note.id}/accesses`);
  expect(await screen.findByText('0 of 3 customers who may read it have opened it.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Acknowledged by/ })).toBeNull();
});

it('says who, when, by what name and of which revision; who has not; and who of earlier files', async () => {
  const { user, location } = open(PLACE);
  const row = await screen.findByRole('row', { name: /^lia@lab\.example Lia 3 Version 2/ });
  expect(within(row).getByText(/^Mar 3, 2026/)).toBeVisible();
  expect(firstCells(GIVEN)).toEqual(['lia@lab.example', 'uma@lab.example']);
  expect(screen.getByRole('columnheader', { name: 'Name given' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Acknowledged', selected: true })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Not yet');
  expect(await screen.findByRole('row', { name: /^max@lab\.example max yes/ })).toBeVisible();
  expect(firstCells('Who has not acknowledged it')).toEqual(['max@lab.example']);
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull();
  expect(location()).toBe(`${PLACE}?show=missing`);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Earlier files');
  expect(await screen.findByRole('row', { name: /^max@lab\.example Max 2 Version 1/ })).toBeVisible();
});

it('is searched and sorted by the server; its address and its file say how', async () => {
  const { user, location } = open(PLACE);
  await screen.findByRole('row', { name: /^lia/ });
  await user.click(screen.getByRole('columnheader', { name: 'When' }));
  await waitFor(() => expect(firstCells(GIVEN)[0]).toBe('uma@lab.example'));
  await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'lia');
  await waitFor(() => expect(firstCells(GIVEN)).toEqual(['lia@lab.example']));
  expect(location()).toBe(`${PLACE}?sort=acknowledgedAt&q=lia`);
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/api/admin/documents/${sop.id}/acknowledgements.csv?search=lia&file=current&sort=acknowledgedAt`,
  );
  await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'x');
  expect(await screen.findByText('No people found.')).toBeVisible();
});

it('says when no one has, when everyone has, and when there is nothing to acknowledge', async () => {
  portal.data.acknowledgements.clear();
  const { user, unmount } = open(PLACE);
  expect(await screen.findByText('No one has acknowledged the current file yet.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Earlier files');
  expect(await screen.findByText('No one acknowledged an earlier file.')).toBeVisible();
  unmount();
  portal.data.acknowledgements.set(
    sop.id,
    ['Lia', 'Max', 'Uma'].map((name) => acknowledgement('2026-03-03', name, {})),
  );
  const everybody = open(`${PLACE}?show=missing`);
  expect(await screen.findByText('All of its readers have acknowledged it.')).toBeVisible();
  everybody.unmount();
  portal.refuse(listMissingAcknowledgements, 'conflict');
  open(`${DOCUMENTS}/${note.id}/acknowledgements?show=missing`);
  expect(await screen.findByText('This document needs no acknowledgement.')).toBeVisible();
});

it('says that it has no readers where no one holds the role', async () => {
  portal.data.acknowledgements.clear();
  portal.data.users = portal.data.users.filter(({ roles }) => !roles.includes('customer'));
  open(`${PLACE}?show=missing`);
  expect(await screen.findByText('It has no readers yet.')).toBeVisible();
  expect(screen.getByText(/^It has no readers yet\. ./)).toBeVisible();
});

it('says what failed, that there is no such document, and confirms before a file in a session that is not fresh', async () => {
  portal.server.use(
    http.get('/api/admin/documents/:id/readers', () => problem('internal'), { once: true }),
    http.get('/api/admin/documents/:id/acknowledgements', () => problem('internal')),
    http.get('/api/admin/documents/:id/missing-acknowledgements', () => problem('internal'), { once: true }),
  );
  const { user } = open(PLACE);
  expect(await screen.findByText('The acknowledgements could not be loaded.')).toBeVisible();
  portal.server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('row', { name: /^lia/ });
  expect(await screen.findByText(/^2 of 3 customers who may read it have acknowledged it\./)).toBeVisible();
  portal.data.stale = true;
  await user.click(screen.getByRole('link', { name: 'Export CSV' }));
  await waitFor(() => expect(useSession.getState().confirming).toBe(true));
  act(() => closeSignIn());
});

it('says when those who have not given it could not be loaded, and reads them again on Retry', async () => {
  const missing = '/api/admin/documents/:id/missing-acknowledgements';
  portal.server.use(http.get(missing, () => problem('internal'), { once: true }));
  const { user } = open(`${PLACE}?show=missing`);
  expect(await screen.findByText('The people could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /^max@lab\.example/ })).toBeVisible();
});
