import { acknowledgeDocument, PERSON_NAME_LENGTH, type StoredDocument } from '@cytocomm/contract';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import NotesAndSops from '../sections/NotesAndSops.tsx';

const LIA = 'lia@lab.example';
const sop = buildDocument({
  ...{ title: 'SOP 12: implantation', visibility: 'customer', kind: 'sop', revision: '3', validFrom: '2026-03-01' },
  ...{ name: 'SOP 12.pdf', opened: true },
});
const note = buildDocument({ title: 'Note', visibility: 'customer', kind: 'note' });
const portal = startFakePortal(() => ({ documents: [sop, note] }));
// Each test begins with the document as it was.
const asUploaded = { ...sop };
beforeEach(() => {
  portal.data.documents = [{ ...asUploaded }, note];
});

const show = (preview = false) =>
  renderRemote(<NotesAndSops preview={preview} />, {
    session: { email: LIA, roles: ['customer'] },
    path: '/dashboard/customer/documents',
  });
const readButton = () => screen.findByRole('button', { name: 'I have read it: SOP 12: implantation' });
// The keyboard reaches it also while it is locked, and hears why.
const expectLocked = async () => expect(await readButton()).toHaveAttribute('aria-disabled', 'true');
const expectUnlocked = async () => expect(await readButton()).toHaveAttribute('aria-disabled', 'false');
const dialog = () => within(screen.getByRole('dialog', { name: 'Confirm that you have read it' }));
const nameField = () => dialog().getByRole('textbox', { name: 'Your full name' });
const confirm = () => dialog().getByRole('button', { name: 'Confirm' });
const change = (changed: Partial<StoredDocument>) => Object.assign(portal.data.documents[0] ?? {}, changed);

it('is confirmed in a dialog that names document and revision, takes a name, and says who sees it', async () => {
  const sent: unknown[] = [];
  portal.server.events.on('request:start', async ({ request }) => {
    if (request.method === 'POST' && request.url.endsWith('/acknowledgements')) sent.push(await request.clone().json());
  });
  const { user } = show();
  await user.click(await readButton());
  const { getByText } = dialog();
  for (const shown of ['SOP 12: implantation', '3', 'Mar 1, 2026', 'SOP 12.pdf'])
    expect(getByText(shown)).toBeVisible();
  expect(getByText('By your name you confirm that you have read this document as it is now.')).toBeVisible();
  expect(getByText(/^Administrators of Cytocomm see your name, your e-mail address/)).toBeVisible();
  expect(nameField()).toHaveAttribute('maxlength', String(PERSON_NAME_LENGTH));
  // The typed name is no signature by law.
  expect(screen.getByRole('dialog')).not.toHaveTextContent(/sign/i);
  expect(nameField()).toHaveFocus();

  await user.type(nameField(), '  ');
  await user.click(confirm());
  expect(nameField()).toHaveAccessibleDescription('Enter your name.');
  expect(nameField()).toHaveFocus();
  expect(sent).toEqual([]);

  await user.type(nameField(), 'Lia Lab{Enter}');
  expect(await screen.findByText('Reading confirmed')).toBeVisible();
  const cell = await screen.findByText(/^Read on/);
  expect(cell).toHaveTextContent(/^Read on \w{3} \d{1,2}, \d{4} \(revision 3\)$/);
  expect(sent).toEqual([{ name: 'Lia Lab', sha256: sop.sha256 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^I have read it/ })).toBeNull();
  portal.server.events.removeAllListeners();
});

it('cannot be confirmed before it was opened, and can soon after it was', async () => {
  change({ opened: false });
  const { user } = show();
  await expectLocked();
  expect(await readButton()).toHaveAccessibleDescription('Open it first.');
  (await readButton()).focus();
  expect(await readButton()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  const link = screen.getByRole('link', { name: 'SOP 12: implantation' });
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  change({ opened: true });
  await waitFor(expectUnlocked, { timeout: 4000 });
  expect(screen.queryByText('Open it first.')).toBeNull();
});

it('can be confirmed when the page is looked at again after it was opened elsewhere', async () => {
  change({ opened: false });
  show();
  await expectLocked();
  change({ opened: true });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(expectUnlocked);
});

it('of another file is asked again, and the revision that was confirmed is not that of the list', async () => {
  change({ acknowledgedAt: '2026-03-03T12:00:00.000Z', acknowledgedRevision: '2' });
  show();
  expect(await screen.findByText(/^Read on/)).toHaveTextContent('Read on Mar 3, 2026 (revision 2)');
  portal.data.documents = [{ ...asUploaded, opened: false, sha256: 'b'.repeat(64) }, note];
  // As the live connection tells of another file.
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['Document'])));
  await expectLocked();
});

it('is not asked of what is no SOP, nor in a preview', async () => {
  show(true);
  await expectLocked();
  expect(await readButton()).toHaveAccessibleDescription('Not in a preview.');
  const cells = within(screen.getByRole('row', { name: /^Note/ })).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toContain('–');
  expect(screen.getAllByRole('button', { name: /^I have read it/ })).toHaveLength(1);
});

it('whose file was replaced meanwhile is refused with words, and the list knows', async () => {
  const { user } = show();
  await user.click(await readButton());
  const detail = 'This document has a newer file. Open and read it, then acknowledge it.';
  portal.refuse(acknowledgeDocument, 'precondition-failed', { detail });
  change({ sha256: 'b'.repeat(64), opened: false });
  await user.type(nameField(), 'Lia');
  await user.click(confirm());
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    'Nothing was confirmed. This document has a newer file. Open and read it, then acknowledge it.',
  );
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await waitFor(expectLocked);
});

it('says that it is under way, and what failed, and keeps the name', async () => {
  const answer = Promise.withResolvers<void>();
  portal.server.use(
    http.post(
      '/api/documents/:id/acknowledgements',
      async () => {
        await answer.promise;
        return problem('internal', 'It broke.');
      },
      { once: true },
    ),
    http.post('/api/documents/:id/acknowledgements', () => HttpResponse.error(), { once: true }),
  );
  const { user } = show();
  await user.click(await readButton());
  await user.type(nameField(), 'Lia');
  await user.click(confirm());
  const busy = await dialog().findByRole('button', { name: 'Confirming...' });
  expect(busy).toHaveAttribute('aria-busy', 'true');
  await user.click(busy);
  // What is under way cannot be taken back: none of the ways out leads away from what comes of it.
  expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  answer.resolve();
  expect(await dialog().findByRole('alert')).toHaveTextContent('Nothing was confirmed. It broke.');
  expect(nameField()).toHaveValue('Lia');
  await user.click(confirm());
  await waitFor(() => expect(dialog().getByRole('alert')).not.toHaveTextContent('It broke.'));
  await user.click(confirm());
  expect(await screen.findByText('Reading confirmed')).toBeVisible();
  expect(portal.data.documents[0]?.acknowledgedAt).toBeDefined();
});

it('keeps the typed name while the list is read again, also when the document has gone from it', async () => {
  const { user } = show();
  await user.click(await readButton());
  await user.type(nameField(), 'Lia');
  portal.data.documents = [note];
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['Document'])));
  await waitFor(() => expect(screen.queryByText('SOP 12: implantation', { selector: 'a' })).toBeNull());
  expect(nameField()).toHaveValue('Lia');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
