import { useLocation } from '@cytocomm/kit';
import { buildDocument, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const older = buildDocument({ title: 'Report 2026', size: 20, uploadedAt: '2026-01-01T00:00:00.000Z' });
const portal = startFakePortal(() => ({
  documents: [
    buildDocument({ title: 'Report 2027', size: 30, uploadedAt: '2027-01-01T00:00:00.000Z' }),
    buildDocument({
      title: 'Notes',
      name: 'notes.pdf',
      visibility: 'customer',
      uploadedAt: '2028-01-01T00:00:00.000Z',
    }),
    { ...older },
  ],
}));

const PATH = '/dashboard/admin/documents';

/** The tool as the shell shows it: below its address. */
function Tool() {
  const { pathname } = useLocation();
  return <DocumentsAdmin place={{ path: PATH, rest: pathname.slice(PATH.length + 1) }} />;
}

const open = (rest = '') => renderRemote(<Tool />, { session: { roles: ['admin'] }, path: PATH + rest });
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const titles = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link', { name: /^(?!Accesses|Replace file)/ })
    .map((link) => link.textContent);

it('comes first; the form has an address of its own', async () => {
  const { user, location } = open();
  await row('Notes');
  expect(screen.queryByRole('form')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'New document' }));
  expect(location()).toBe(`${PATH}/new`);
  expect(screen.getByRole('form', { name: 'Upload documents' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All documents' }));
  expect(await row('Notes')).toBeVisible();
});

it('is searched, filtered and sorted by the server, and its address says how', async () => {
  const { user, location } = open();
  await row('Notes');
  expect(titles()).toEqual(['Notes', 'Report 2027', 'Report 2026']);
  await user.click(screen.getByRole('columnheader', { name: 'Title' }));
  await waitFor(() => expect(titles()).toEqual(['Notes', 'Report 2026', 'Report 2027']));
  await user.type(screen.getByRole('searchbox', { name: 'Search documents' }), 'report');
  await waitFor(() => expect(titles()).toEqual(['Report 2026', 'Report 2027']));
  await user.selectOptions(screen.getByLabelText('Visibility of documents'), 'Customers');
  expect(await screen.findByText('No documents found.')).toBeVisible();
  expect(location()).toBe(`${PATH}?sort=title&q=report&visible-to=customer`);
});

it('shows all that are chosen to others after asking once, and takes it back', async () => {
  const { user } = open();
  await user.click(within(await row('Report 2026')).getByRole('checkbox'));
  await user.click(within(await row('Notes')).getByRole('checkbox'));
  await user.selectOptions(screen.getByLabelText('Who may read them'), 'Public');
  await user.click(screen.getByRole('button', { name: 'Change visibility' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2 documents?' }));
  const seen = () => portal.data.documents.map(({ title, visibility }) => `${title}: ${visibility}`);
  const before = seen();
  await user.click(dialog.getByRole('button', { name: 'Change visibility' }));
  expect(await screen.findByText('2 documents for Public from now on.')).toBeVisible();
  expect(seen()).toEqual(['Report 2027: investor', 'Notes: public', 'Report 2026: public']);
  expect(screen.queryByText('2 selected')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 documents can be read by those who could before.')).toBeVisible();
  expect(seen()).toEqual(before);
});

it('gives all that are chosen a kind, and takes it back', async () => {
  const { user } = open();
  await user.click(within(await row('Report 2026')).getByRole('checkbox'));
  await user.click(within(await row('Notes')).getByRole('checkbox'));
  expect(screen.getByRole('button', { name: 'Change kind' })).toBeDisabled();
  await user.selectOptions(screen.getByLabelText('What they are'), 'Minutes');
  await user.click(screen.getByRole('button', { name: 'Change kind' }));
  expect(await screen.findByText('2 documents changed. Kind: Minutes.')).toBeVisible();
  const seen = () => portal.data.documents.map(({ kind }) => kind);
  expect(seen()).toEqual([undefined, 'minutes', 'minutes']);
  expect(within(await row('Notes')).getByRole('gridcell', { name: 'Minutes' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 documents changed back.')).toBeVisible();
  expect(seen()).toEqual([undefined, undefined, undefined]);
});

it('is filtered by kind and year, also in the file', async () => {
  portal.data.documents.push(buildDocument({ title: 'Shares', kind: 'cap-table', year: 2024 }));
  const { user, location } = open();
  await row('Shares');
  await user.selectOptions(screen.getByLabelText('Kind of documents'), 'Cap table');
  await waitFor(() => expect(titles()).toEqual(['Shares']));
  await user.selectOptions(screen.getByLabelText('Fiscal year of documents'), '2024');
  expect(location()).toBe(`${PATH}?kind=cap-table&year=2024`);
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/admin/documents.csv?kind=cap-table&year=2024',
  );
  await user.selectOptions(screen.getByLabelText('Kind of documents'), 'No kind');
  expect(await screen.findByText('No documents found.')).toBeVisible();
});

it('says why a document could not be changed, and keeps it chosen', async () => {
  const { user } = open();
  await user.click(within(await row('Report 2026')).getByRole('checkbox'));
  await user.click(within(await row('Report 2027')).getByRole('checkbox'));
  await user.selectOptions(screen.getByLabelText('Who may read them'), 'Customers');
  portal.server.use(http.patch(`/api/admin/documents/${older.id}`, () => problem('internal', 'It broke.')));
  await user.click(screen.getByRole('button', { name: 'Change visibility' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Show 2 documents to Customers alone?' }));
  await user.click(dialog.getByRole('button', { name: 'Change visibility' }));
  expect(await screen.findByText('1 document for Customers from now on.')).toBeVisible();
  expect(screen.getByText(/^Report 2026: It broke\./)).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
});

it('an Undo that fails names the document, also after the list was left', async () => {
  const { user } = open();
  await user.click(within(await row('Report 2026')).getByRole('checkbox'));
  await user.selectOptions(screen.getByLabelText('Who may read them'), 'Public');
  await user.click(screen.getByRole('button', { name: 'Change visibility' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 1 document?' }));
  await user.click(dialog.getByRole('button', { name: 'Change visibility' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  portal.server.use(http.patch(`/api/admin/documents/${older.id}`, () => problem('internal', 'It broke.')));
  await user.click(screen.getByRole('link', { name: 'New document' }));
  await user.click(undo);
  expect(await screen.findByText(/^1 document could not be changed back: Report 2026\. It broke\./)).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('says what to do when it is empty, and heals on Retry when it cannot be loaded', async () => {
  portal.data.documents = [];
  portal.server.use(http.get('/api/documents', () => problem('database-unavailable'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The documents could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No documents yet.')).toBeVisible();
  expect(screen.getByText('Upload the first PDF with New document.')).toBeVisible();
});

it.each(['/zzz', `/${older.id}`])('says of the address %s below it that there is no such document', async (rest) => {
  open(rest);
  expect(await screen.findByText('There is no such document.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All documents' })).toHaveAttribute('href', PATH);
  expect(screen.queryByRole('grid')).toBeNull();
});

describe('Edit', () => {
  const openDialog = async (title: string) => {
    const { user } = open();
    const button = within(await row(title)).getByRole('button', { name: `Edit ${title}` });
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    return { user, dialog, field: dialog.getByRole('textbox', { name: `Title of “${title}”` }) };
  };

  it('gives a document another title; the focus goes to the field and back', async () => {
    const { user, field } = await openDialog('Notes');
    // A card shows the words of its buttons.
    expect(screen.getByRole('button', { name: 'Edit Notes', hidden: true })).toHaveTextContent('Edit');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Notes');
    await user.clear(field);
    await user.type(field, ' Notes of May {Enter}');
    expect(await screen.findByText('Document changed')).toBeVisible();
    await row('Notes of May');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit Notes of May' })).toHaveFocus();
  });

  it('says what a document is, sends only that, and takes it away again', async () => {
    const sent: unknown[] = [];
    portal.server.use(
      http.patch('/api/admin/documents/:id', async ({ request }) => void sent.push(await request.clone().json())),
    );
    const { user, dialog } = await openDialog('Notes');
    await user.selectOptions(dialog.getByLabelText('Kind'), 'SOP');
    await user.selectOptions(dialog.getByLabelText('Fiscal year'), '2024');
    await user.type(dialog.getByRole('textbox', { name: 'Revision' }), ' 4 ');
    await user.click(dialog.getByRole('button', { name: 'Save document' }));
    expect(await screen.findByText('Document changed')).toBeVisible();
    expect(sent).toEqual([{ kind: 'sop', year: 2024, revision: '4' }]);
    const shown = await row('Notes');
    await waitFor(() => expect(shown).toHaveTextContent('SOPRevision 4'));
    await user.click(within(shown).getByRole('button', { name: 'Edit Notes' }));
    const again = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    expect(again.getByRole('textbox', { name: 'Revision' })).toHaveValue('4');
    await user.selectOptions(again.getByLabelText('Kind'), 'No kind');
    await user.clear(again.getByRole('textbox', { name: 'Revision' }));
    await user.click(again.getByRole('button', { name: 'Save document' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      { kind: 'sop', year: 2024, revision: '4' },
      { kind: null, revision: null },
    ]);
  });

  it('shows it to others, and says what that means', async () => {
    const { user, dialog } = await openDialog('Notes');
    const readers = dialog.getByRole('combobox', { name: 'Who may read it' });
    await user.selectOptions(readers, 'Public');
    expect(readers).toHaveAccessibleDescription('Everybody can read it at once, without signing in.');
    await user.click(dialog.getByRole('button', { name: 'Save document' }));
    expect(await screen.findByText('Document changed')).toBeVisible();
    expect(portal.data.documents.find(({ title }) => title === 'Notes')?.visibility).toBe('public');
  });

  it('says beside the field what is missing, and what the server refused, and keeps what was typed', async () => {
    const { user, dialog, field } = await openDialog('Notes');
    await user.clear(field);
    await user.click(dialog.getByRole('button', { name: 'Save document' }));
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('Enter a title.');
    portal.server.use(
      http.patch('/api/admin/documents/:id', () => problem('not-found', 'There is no such document.'), { once: true }),
    );
    await user.type(field, 'Minutes{Enter}');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('The document was not changed. There is no such document.'),
    );
    expect(field).toHaveValue('Minutes');
    await user.click(dialog.getByRole('button', { name: 'Save document' }));
    await row('Minutes');
  });

  it('shows a late refusal in a toast, and keeps what is typed by then', async () => {
    const { user, dialog, field } = await openDialog('Notes');
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.server.use(
      http.patch(
        '/api/admin/documents/:id',
        async () => {
          await isAnswered;
          return problem('not-found', 'There is no such document.');
        },
        { once: true },
      ),
    );
    await user.type(field, ' of May{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Edit Notes' }));
    const again = await screen.findByRole('textbox', { name: 'Title of “Notes”' });
    await user.type(again, ' of June');
    answer();
    expect(await screen.findByText('The document was not changed. There is no such document.')).toBeVisible();
    expect(again).toHaveValue('Notes of June');
    expect(again).toHaveAccessibleDescription('');
  });

  it('changes nothing when it is left', async () => {
    const { user, field, dialog } = await openDialog('Notes');
    await user.type(field, ' x');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(titles()).toContain('Notes');
    expect(screen.getByRole('button', { name: 'Edit Notes' })).toHaveFocus();
  });
});
