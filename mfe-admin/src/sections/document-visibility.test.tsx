import { changeDocument } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { buildDocument, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import DocumentsAdmin from './DocumentsAdmin.tsx';

const portal = startFakePortal(() => ({
  documents: [
    buildDocument({ title: 'Minutes', visibility: 'investor', groups: ['board'] }),
    buildDocument({ title: 'Cap table', visibility: 'investor', groups: ['board', 'series-a'] }),
    buildDocument({ title: 'Report', visibility: 'investor' }),
    buildDocument({ title: 'Manual', visibility: 'customer' }),
  ],
}));

const PATH = '/dashboard/admin/documents';

function Tool() {
  const { pathname } = useLocation();
  return <DocumentsAdmin place={{ path: PATH, rest: pathname.slice(PATH.length + 1) }} />;
}

const seen = () => portal.data.documents.map(({ title, visibility, groups = [] }) => [title, visibility, ...groups]);
const MINUTES = ['Minutes', 'investor', 'board'];
const CAP_TABLE = ['Cap table', 'investor', 'board', 'series-a'];

/** Chooses documents, and presses Change visibility. */
async function change(titles: readonly string[], readers: string) {
  const { user } = renderRemote(<Tool />, { session: { roles: ['admin'] }, path: PATH });
  for (const title of titles)
    await user.click(within(await screen.findByRole('row', { name: new RegExp(title) })).getByRole('checkbox'));
  await user.selectOptions(screen.getByLabelText('Who may read them'), readers);
  await user.click(screen.getByRole('button', { name: 'Change visibility' }));
  const dialog = async (name: string) => {
    const found = await screen.findByRole('dialog', { name });
    return {
      words: found.textContent,
      confirm: () => user.click(within(found).getByRole('button', { name: 'Change visibility' })),
    };
  };
  return { user, dialog };
}

it('a document for a group stays for it alone, and the question says so', async () => {
  const { dialog } = await change(['Minutes'], 'Customers');
  const { words, confirm } = await dialog('Show 1 document to Customers in their groups alone?');
  expect(words).toContain('It stays for groups alone (board): only Customers in these can read it at once.');
  expect(words).not.toContain('Customers can read them');
  await confirm();
  expect(await screen.findByText('1 document for Customers from now on, for groups alone (board).')).toBeVisible();
  expect(seen()).toContainEqual(['Minutes', 'customer', 'board']);
});

it('the question says how many of several stay for groups, and how many are for these readers already', async () => {
  const { dialog } = await change(['Minutes', 'Cap table', 'Report', 'Manual'], 'Customers');
  const { words, confirm } = await dialog('Show 3 documents to Customers alone?');
  expect(words).toContain('Customers can read 1 of them at once.');
  expect(words).toContain(
    '2 of them stay for groups alone (board, series-a): each can be read at once only by Customers in its groups.',
  );
  expect(words).toContain('1 more is for Customers already.');
  await confirm();
  const done = '3 documents for Customers from now on, 2 of them for groups alone (board, series-a).';
  expect(await screen.findByText(done)).toBeVisible();
});

it('documents for groups are left out when others are published; the question says so, and they stay chosen', async () => {
  const { dialog } = await change(['Minutes', 'Report', 'Manual'], 'Public');
  const { words, confirm } = await dialog('Publish 2 documents?');
  expect(words).toContain(
    '1 document is for groups alone, and it stays as it is: “Minutes”. Take the groups away first, with Edit.',
  );
  await confirm();
  expect(await screen.findByText('2 documents for Public from now on.')).toBeVisible();
  expect(seen()).toEqual([MINUTES, CAP_TABLE, ['Report', 'public'], ['Manual', 'public']]);
  expect(await screen.findByText('1 selected')).toBeVisible();
});

it('publishing only documents for groups is refused without a question', async () => {
  await change(['Minutes', 'Cap table'], 'Public');
  expect(
    await screen.findByText(/^Nothing is published\. 2 documents are for groups alone, and they stay as they are/),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('2 selected')).toBeVisible();
  expect(seen().slice(0, 2)).toEqual([MINUTES, CAP_TABLE]);
});

it('documents that are for the same readers already are named, with their groups', async () => {
  await change(['Minutes', 'Report'], 'Investors');
  const already = 'All of them are for Investors already, 1 of them for groups alone (board).';
  expect(await screen.findByText(already)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

it('a document that was limited to groups meanwhile is refused, with what to do', async () => {
  const { dialog } = await change(['Report'], 'Public');
  const { confirm } = await dialog('Publish 1 document?');
  portal.refuse(changeDocument, 'validation', { errors: [{ path: 'body.groups', message: 'none' }] });
  await confirm();
  expect(
    await screen.findByText(/^Report: It is for groups alone\. Take the groups away first, with Edit\./),
  ).toBeVisible();
});
