import { replaceDocumentContent } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { previewAs } from '@cytocomm/session';
import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { fileReplacement } from '../documents/file-replacement.ts';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const report = buildDocument({ title: 'Report 2028', name: 'old.pdf', uploadedBy: 'second@cytocomm.example' });
const portal = startFakePortal(() => ({ documents: [{ ...report }] }));

const PATH = '/dashboard/admin/documents';
const VERSIONS = `${PATH}/${report.id}/versions`;
const nameOpened = jest.fn();
const requests: Request[] = [];
const sent = (method: string) => requests.filter((each) => each.method === method);
beforeEach(() => portal.server.events.on('request:start', ({ request }) => void requests.push(request)));
afterEach(() => {
  portal.server.events.removeAllListeners();
  requests.length = 0;
  act(() => fileReplacement.reset());
});

function Tool() {
  const { pathname } = useLocation();
  return <DocumentsAdmin place={{ path: PATH, rest: pathname.slice(PATH.length + 1), nameOpened }} />;
}
const open = (path = VERSIONS) => renderRemote(<Tool />, { session: { roles: ['admin'] }, path });

const pdf = (name = 'new.pdf', text = '%PDF-1.7 new') => new File([text], name, { type: 'application/pdf' });
const field = () => screen.findByLabelText('New file');
const button = (name = 'Replace file') => screen.getByRole('button', { name });
const rows = () =>
  within(screen.getByRole('grid', { name: 'Versions' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent);

async function replaced() {
  const opened = open();
  await opened.user.upload(await field(), pdf());
  await opened.user.click(button());
  await screen.findByText('The file of “Report 2028” is replaced.');
  await waitFor(() => expect(rows()).toEqual(['Version 2 Currentnew.pdf', 'Version 1 old.pdf']));
  return opened;
}

it('has an address of its own, to which the document leads, and says what the document has', async () => {
  const { user, location } = open(PATH);
  await user.click(await screen.findByRole('link', { name: 'Replace file of Report 2028' }));
  expect(location()).toBe(VERSIONS);
  expect(await screen.findByRole('heading', { name: 'Replace file of “Report 2028”' })).toBeVisible();
  expect(nameOpened).toHaveBeenLastCalledWith('Replace file of “Report 2028”');
  expect(rows()).toEqual(['Version 1 Currentold.pdf']);
  const download = screen.getByRole('link', { name: 'Download version 1' });
  expect(download).toHaveAttribute('href', `/api/admin/documents/${report.id}/versions/1/content?download=1`);
});

it('replaces the file that the person saw, keeps the focus, and takes it back by Undo', async () => {
  const { user } = await replaced();
  expect(button()).toHaveFocus();
  const [call] = sent('PUT');
  expect(call?.headers.get('if-match')).toBe(`"${report.sha256}"`);
  expect(call?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Version 1 is the current one again.');
  await waitFor(() => expect(rows()).toEqual(['Version 2 new.pdf', 'Version 1 Currentold.pdf']));
});

it('offers no Undo, which would be refused, where it ends in a preview', async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  portal.server.use(http.put('/api/admin/documents/:id/content', () => promise));
  const { user } = open();
  await user.upload(await field(), pdf());
  await user.click(button());
  await screen.findByRole('progressbar', { name: 'Uploading new.pdf' });
  act(() => previewAs('investor'));
  store();
  expect(await screen.findByText('The file of “Report 2028” is replaced.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('makes an earlier version current, with the focus where it was', async () => {
  const { user } = await replaced();
  await user.click(button('Make current: version 1'));
  await waitFor(() => expect(rows()).toEqual(['Version 2 new.pdf', 'Version 1 Currentold.pdf']));
  const pressed = button('Make current: version 1');
  expect(pressed).toHaveAttribute('aria-disabled', 'true');
  expect(pressed).toHaveFocus();
  await user.click(pressed);
  expect(sent('POST').filter(({ url }) => url.endsWith('/restore'))).toHaveLength(1);
});

it('deletes an earlier version for good after asking, with the focus on what is left', async () => {
  const { user } = await replaced();
  expect(screen.queryByRole('button', { name: 'Delete version 2 for good' })).toBeNull();
  await user.click(button('Delete version 1 for good'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete version 1 for good?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(button('Delete version 1 for good')).toHaveFocus();
  await user.click(button('Delete version 1 for good'));
  await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('Version 1 is deleted for good')).toBeVisible();
  await waitFor(() => expect(rows()).toEqual(['Version 2 Currentnew.pdf']));
  const tool = screen.getByRole('region', { name: /Replace file of/ });
  await waitFor(() => expect(tool.contains(document.activeElement)).toBe(true));
  expect(sent('DELETE').map(({ url }) => new URL(url).pathname)).toEqual([
    `/api/admin/documents/${report.id}/versions/1`,
  ]);
});

it('says why a version was not deleted, and leaves it', async () => {
  const { user } = await replaced();
  portal.server.use(http.delete('/api/admin/documents/:id/versions/:number', () => problem('internal')));
  await user.click(button('Delete version 1 for good'));
  await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText(/^Version 1 was not deleted\. /)).toBeVisible();
  expect(rows()).toEqual(['Version 2 Currentnew.pdf', 'Version 1 old.pdf']);
});

it('asks of an SOP for the revision of its new file', async () => {
  portal.data.documents = [{ ...report, kind: 'sop', revision: '3' }];
  const { user } = open();
  await user.upload(await field(), pdf());
  const revision = screen.getByRole('textbox', { name: 'Revision' });
  expect(revision).toHaveValue('3');
  await user.clear(revision);
  await user.type(revision, '4');
  expect(await screen.findByRole('group', { name: 'Valid from' })).toBeVisible();
  await user.click(button());
  await screen.findByText('The file of “Report 2028” is replaced.');
  expect(portal.data.documents).toMatchObject([{ revision: '4' }]);
});

it('says why it was refused, and shows what stands there now', async () => {
  const { user } = open();
  await user.upload(await field(), pdf());
  portal.refuse(replaceDocumentContent, 'precondition-failed', { detail: 'This document has another file.' });
  await user.click(button());
  expect(await screen.findByText(/^This document has another file\./)).toBeVisible();
  expect(screen.getByText('The file was not replaced.')).toBeVisible();
});

it('says that it cannot be loaded, and that there is no such document', async () => {
  portal.server.use(http.get('*/versions', () => problem('internal'), { once: true }));
  const { user, unmount } = open();
  expect(await screen.findByText('The versions could not be loaded.')).toBeVisible();
  await user.click(button('Retry'));
  expect(await screen.findByRole('heading', { name: 'Replace file of “Report 2028”' })).toBeVisible();
  unmount();
  open(`${PATH}/${'f'.repeat(24)}/versions`);
  expect(await screen.findByText('There is no such document.')).toBeVisible();
});

it('the file that waits for one document stays, with its choice, when investors are to be told of another', async () => {
  const other = { ...report, id: 'e'.repeat(24), title: 'Report 2029' };
  portal.data.documents.push(other);
  const box = () => screen.getByRole('checkbox', { name: 'Tell investors by e-mail' });
  const tick = async (user: ReturnType<typeof open>['user']) => {
    await waitFor(() => expect(box()).toBeEnabled());
    await user.click(box());
  };
  const { user } = open();
  await user.upload(await field(), pdf());
  await tick(user);
  cleanup();
  const { user: elsewhere } = open(`${PATH}/${other.id}/versions`);
  await field();
  expect(box()).not.toBeChecked();
  await tick(elsewhere);
  expect(box()).toBeChecked();
  cleanup();
  open();
  expect(await screen.findByText('new.pdf')).toBeVisible();
  await waitFor(() => expect(box()).toBeChecked());
  cleanup();
  // A file takes the place of the one that waits, and of its choice; its own waits for it.
  const { user: again } = open(`${PATH}/${other.id}/versions`);
  await again.upload(await field(), pdf('other.pdf'));
  await waitFor(() => expect(box()).toBeChecked());
  cleanup();
  open();
  await field();
  expect(screen.queryByText('new.pdf')).toBeNull();
  expect(box()).not.toBeChecked();
});
