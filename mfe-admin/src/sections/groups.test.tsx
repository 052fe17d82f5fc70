import { buildDocument, buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import DocumentsAdmin from './DocumentsAdmin.tsx';
import PressReleases from './PressReleases.tsx';
import Users from './Users.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const ada = buildUser({ email: 'ada@fund.example', name: 'Ada', roles: ['investor'] });
const report = buildDocument({ title: 'Cap table', visibility: 'investor' });

const portal = startFakePortal(() => ({
  users: [structuredClone(admin), { ...structuredClone(ada), groups: ['series-a'] }],
  documents: [structuredClone(report)],
}));

const groupsOf = (email: string) => portal.data.users.find((user) => user.email === email)?.groups;
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

describe('the groups of a person', () => {
  it('stand in the row; behind a button one is put into another by its name as it is spoken, and taken out', async () => {
    const { user } = renderRemote(<Users />, { session: admin });
    expect(within(await rowOf(/ada@fund/)).getByText('in series-a')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Groups of ada@fund.example' }));
    const dialog = await screen.findByRole('dialog', { name: 'Groups of readers' });
    await user.type(within(dialog).getByLabelText('Put into group'), 'Board 2026{Enter}');
    expect(await within(dialog).findByText('board-2026')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Take out of series-a' }));
    await waitFor(() => expect(groupsOf(ada.email)).toEqual(['board-2026']));
    expect(within(dialog).getByLabelText('Put into group')).toHaveFocus();
  });

  it('are shown with the person’s address; typed text is gone when the dialog closes', async () => {
    const { user } = renderRemote(<Users />, { session: admin });
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Groups of ada@fund.example' }));
      return within(await screen.findByRole('dialog', { name: 'Groups of readers' }));
    };
    const dialog = await open();
    await user.type(dialog.getByLabelText('Put into group'), 'Board{Enter}');
    expect(await screen.findByText('ada@fund.example is in board now')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Take out of board' }));
    expect(await screen.findByText('ada@fund.example is out of board now')).toBeVisible();
    await user.type(dialog.getByLabelText('Put into group'), '!!!{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect((await open()).getByLabelText('Put into group')).toHaveValue('');
  });

  it('stay with a toast when taking out is refused, and are left once however often it is pressed', async () => {
    let calls = 0;
    const pressed = Promise.withResolvers<void>();
    portal.server.use(
      http.patch('/api/admin/users/:email/groups', async () => {
        calls += 1;
        await pressed.promise;
        return problem('internal', 'It broke.');
      }),
    );
    const { user } = renderRemote(<Users />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Groups of ada@fund.example' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Take out of series-a' }));
    pressed.resolve();
    expect(await screen.findByText(/^ada@fund\.example was not taken out of series-a\. It broke\./)).toBeVisible();
    expect(screen.getByLabelText('Put into group')).toBeValid();
    expect(calls).toBe(1);
  });

  it('can still be changed when the person has left the group that the list shows', async () => {
    const { user } = renderRemote(<Users />, { session: admin });
    await user.selectOptions(await screen.findByLabelText('Group of users'), 'series-a');
    await waitFor(() => expect(screen.queryByText(/boss@/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Groups of ada@fund.example' }));
    await user.click(await screen.findByRole('button', { name: 'Take out of series-a' }));
    expect(await screen.findByText('No users found.')).toBeInTheDocument();
    const dialog = within(screen.getByRole('dialog', { name: 'Groups of readers' }));
    expect(dialog.getByText(/^In no group/)).toBeVisible();
    await user.type(dialog.getByLabelText('Put into group'), 'series a{Enter}');
    await waitFor(() => expect(groupsOf(ada.email)).toEqual(['series-a']));
  });

  it('an invalid name is reported at the field', async () => {
    const { user } = renderRemote(<Users />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Groups of ada@fund.example' }));
    await user.type(await screen.findByLabelText('Put into group'), '!!!{Enter}');
    expect(await screen.findByText(/Enter letters and digits/)).toBeVisible();
    expect(groupsOf(ada.email)).toEqual(['series-a']);
  });

  it('filter the list, and are given to several at once', async () => {
    const { user } = renderRemote(<Users />, { session: admin });
    await user.selectOptions(await screen.findByLabelText('Group of users'), 'series-a');
    await waitFor(() => expect(screen.queryByText(/boss@/)).toBeNull());
    await user.click(within(await rowOf(/ada@fund/)).getAllByRole('checkbox')[0] ?? document.body);
    await user.type(await screen.findByLabelText('Group to change'), 'Site X');
    await user.click(screen.getByRole('button', { name: 'Put into group' }));
    expect(await screen.findByText('1 user is in site-x now')).toBeVisible();
    expect(groupsOf(ada.email)).toEqual(['series-a', 'site-x']);
  });
});

it('a person is added into a group', async () => {
  const { user } = renderRemote(<Users />, { session: admin });
  const form = await screen.findByRole('form', { name: 'Add a user' });
  await user.type(within(form).getByLabelText('Email'), 'new@fund.example');
  await user.click(await within(form).findByLabelText('series-a'));
  await user.click(within(form).getByRole('button', { name: 'Add User' }));
  await waitFor(() => expect(groupsOf('new@fund.example')).toEqual(['series-a']));
});

describe('groups that are not there yet', () => {
  const uploads = () => screen.findByRole('form', { name: 'Upload documents' });

  it('show that they are loading, so that a document for a group does not look like one for all', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    portal.server.use(
      http.get('/api/admin/groups', async () => {
        await promise;
        return HttpResponse.json({ items: [{ name: 'series-a', people: 1 }] });
      }),
    );
    renderRemote(<DocumentsAdmin />, { session: admin });
    const form = within(await uploads());
    expect(form.getByText('Loading groups of readers …')).toBeVisible();
    answer();
    expect(await form.findByRole('checkbox', { name: 'series-a' })).toBeVisible();
    expect(form.queryByText('Loading groups of readers …')).toBeNull();
  });

  it('show that they failed to load, and are there after Retry', async () => {
    portal.server.use(http.get('/api/admin/groups', () => problem('internal')));
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    const form = within(await uploads());
    expect(await form.findByRole('alert')).toHaveTextContent('The groups of readers could not be loaded.');
    portal.server.resetHandlers();
    await user.click(form.getByRole('button', { name: 'Retry' }));
    expect(await form.findByRole('checkbox', { name: 'series-a' })).toBeVisible();
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('leave those of a document chosen', async () => {
    portal.data.documents = [{ ...report, groups: ['series-a'] }];
    portal.server.use(http.get('/api/admin/groups', () => problem('internal')));
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Edit Cap table' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    expect(dialog.getByRole('checkbox', { name: 'series-a' })).toBeChecked();
    expect(await dialog.findByRole('alert')).toHaveTextContent('The groups of readers could not be loaded.');
  });
});

describe('a document', () => {
  it('is chosen to be for a group alone, with how many people that is, and for all again', async () => {
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Edit Cap table' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit document' });
    await user.click(within(dialog).getByLabelText('series-a'));
    expect(await within(dialog).findByText('1 person reads it, besides admins.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Save document' }));
    expect(await screen.findByText('only series-a')).toBeVisible();
    expect(portal.data.documents[0]?.groups).toEqual(['series-a']);
    await user.click(screen.getByRole('button', { name: 'Edit Cap table' }));
    await user.click(within(await screen.findByRole('dialog')).getByLabelText('series-a'));
    await user.click(screen.getByRole('button', { name: 'Save document' }));
    await waitFor(() => expect(screen.queryByText('only series-a')).toBeNull());
    expect(portal.data.documents[0]?.groups ?? []).toEqual([]);
  });

  it('says in one live region for whom it is: for all, for some, for no one', async () => {
    portal.data.users.push(buildUser({ email: 'eve@x.example', name: 'Eve', roles: ['customer'] }));
    Object.assign(portal.data.users[2] ?? {}, { groups: ['board'] });
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Edit Cap table' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    const reach = dialog.getByText('None chosen: for all who may read it.');
    expect(reach).toHaveAttribute('aria-live', 'polite');
    await user.click(dialog.getByLabelText('board'));
    await waitFor(() => expect(reach).toHaveTextContent('Only admins read it.'));
    await user.click(dialog.getByLabelText('series-a'));
    await waitFor(() => expect(reach).toHaveTextContent('1 person reads it, besides admins.'));
  });

  it('says at ten groups why no other can be chosen', async () => {
    const ten = Array.from({ length: 10 }, (_, number) => `site-${number}`);
    portal.data.documents = [{ ...report, groups: ten }];
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    await user.click(await screen.findByRole('button', { name: 'Edit Cap table' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    expect(await dialog.findByRole('checkbox', { name: 'series-a' })).toBeDisabled();
    expect(dialog.getByText('At most 10: take one out to choose another.')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'site-3' }));
    expect(dialog.getByRole('checkbox', { name: 'series-a' })).toBeEnabled();
    expect(dialog.queryByText(/^At most 10/)).toBeNull();
  });

  it('has no groups to choose where there are none', async () => {
    delete portal.data.users[1]?.groups;
    const { user } = renderRemote(<DocumentsAdmin />, { session: admin });
    expect(await screen.findByRole('link', { name: 'Cap table' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Cap table' }));
    expect(await screen.findByRole('dialog', { name: 'Edit document' })).toBeVisible();
    expect(screen.queryByText('Only for groups')).toBeNull();
  });
});

it('a press release is for groups of investors, and for no groups as long as it has no readers', async () => {
  const place = { path: '/dashboard/admin/press-releases', rest: 'new' };
  const { user } = renderRemote(<PressReleases place={place} />, { session: admin });
  const box = () => screen.queryByRole('checkbox', { name: 'series-a' });
  await user.click(await screen.findByRole('checkbox', { name: 'Investors' }));
  expect(box()).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Public' }));
  expect(await screen.findByRole('checkbox', { name: 'series-a' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Investors' }));
  expect(box()).toBeNull();
});
