import { deleteUser, resendInvitation, type User } from '@cytocomm/contract';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { buildAuditEntry, buildRemote, buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Users from './Users.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const other = buildUser({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin', 'developer'] });
const ada = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'] });

const portal = startFakePortal(() => ({
  users: [admin, other, ada].map((user) => ({ ...user, roles: [...user.roles] })),
}));

const open = (session: User = admin) => renderRemote(<Users />, { session });
const row = (email: string) => screen.findByRole('row', { name: new RegExp(email) });
const box = async (email: string, role: string) =>
  within(await row(email)).getByRole<HTMLInputElement>('checkbox', { name: new RegExp(role) });
const stored = (email: string) => portal.data.users.find((user) => user.email === email);

describe('the table', () => {
  it('has e-mail, a box for each role, and actions', async () => {
    open();
    expect(await screen.findByRole('grid', { name: 'Users' })).toBeVisible();
    const heads = ['', 'Email', 'Name', 'Roles', 'Last sign-in', 'Added', 'Actions'];
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(heads);
    const [, ...boxes] = within(await row(ada.email)).getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map((each) => [each.labels?.[0]?.textContent, each.checked])).toEqual([
      ['Admin', false],
      ['Investor', true],
      ['Customer', false],
    ]);
    expect(within(await row(other.email)).getByText('Developer')).toBeVisible();
  });

  it('takes an admin’s role back by Undo, given in the table or with a new person, and offers it of no other role', async () => {
    const { user } = open();
    await user.click(await box(ada.email, 'Customer'));
    expect(await screen.findByText('customer enabled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await user.click(await box(ada.email, 'Admin'));
    expect(await screen.findByText('admin enabled')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('admin removed')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor', 'customer']);

    await user.type(screen.getByLabelText('Email'), 'new@lab.example');
    await user.selectOptions(screen.getByLabelText('Role'), 'Admin');
    await user.click(screen.getByRole('button', { name: 'Add User' }));
    expect(await screen.findByText('User added')).toBeVisible();
    // One alone: that of an earlier notification may be leaving.
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stored('new@lab.example')?.roles).toEqual([]));
  });

  it('stays as it was pressed while the change is under way, for any list that comes in between', async () => {
    const { user } = open();
    const customer = await box(ada.email, 'Customer');
    const [list, change] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const before = portal.data.users.map((each) => ({ ...each, roles: [...each.roles] }));
    const answered = jest.fn();
    portal.server.use(
      http.get('/api/admin/users', async () => {
        await list.promise;
        answered();
        return HttpResponse.json(before, { headers: { 'X-Total-Count': '3' } });
      }),
      http.patch('/api/admin/users/:email', async () => {
        await change.promise;
      }),
    );
    act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['User'])));
    await user.click(customer);
    await act(async () => list.resolve());
    await waitFor(() => expect(answered).toHaveBeenCalled());
    expect(await box(ada.email, 'Customer')).toBeChecked();
    portal.server.resetHandlers();
    await act(async () => change.resolve());
    expect(await screen.findByText('customer enabled')).toBeVisible();
    await waitFor(async () => expect(await box(ada.email, 'Customer')).toBeChecked());
  });

  it('shows a role that no longer exists, which can be removed', async () => {
    portal.data.users[2]?.roles.push('researcher');
    const { user } = open();
    await user.click(await box(ada.email, 'Researcher \\(no more\\)'));
    expect(await screen.findByText('researcher removed')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor']);
    await waitFor(() => expect(screen.queryByLabelText(/no more/)).toBeNull());
  });

  it('says when there is no one', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'zoe');
    expect(await screen.findByText('No users found.')).toBeVisible();
  });

  it('shows page after page of many people', async () => {
    const many = Array.from({ length: 55 }, (_, number) =>
      buildUser({ email: `p${String(number).padStart(3, '0')}@x.example` }),
    );
    portal.data.users.push(...many);
    const { user } = open();
    expect(await screen.findByText('50 of 58')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(51));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('58 of 58')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    // The head is row 1.
    await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).toHaveAttribute('aria-rowindex', '52'));
  });
});

it('a search that fails does not leave the list before it in its place', async () => {
  const { user } = open();
  await row(ada.email);
  portal.server.use(http.get('/api/admin/users', () => problem('internal', 'It broke.'), { once: true }));
  await user.type(screen.getByRole('searchbox'), 'grace');
  expect(await screen.findByText('Failed to load users')).toBeVisible();
  expect(screen.queryByText(ada.email)).toBeNull();
});

describe('the list', () => {
  const emails = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => /\S+@\S+/.exec(each.textContent ?? '')?.[0] ?? '');

  it('is ordered and filtered by the server, as its address says', async () => {
    const { user, location } = renderRemote(<Users />, {
      session: admin,
      path: '/dashboard/admin/users?preview=admin&sort=-email&role=admin&signed-in=never',
    });
    await row(admin.email);
    expect(emails().map((each) => each.slice(0, 4))).toEqual(['seco', 'boss']);
    expect(screen.getByLabelText('Role of users')).toHaveValue('admin');
    await user.selectOptions(screen.getByLabelText('Role of users'), 'All roles');
    await row(ada.email);
    await user.click(screen.getByRole('columnheader', { name: 'Name' }));
    const expected = '/dashboard/admin/users?preview=admin&sort=name&signed-in=never';
    await waitFor(() => expect(location()).toBe(expected));
    await waitFor(() => expect(emails().map((each) => each.slice(0, 3))).toEqual(['ada', 'bos', 'sec']));
  });

  it('is exported as it is filtered', async () => {
    renderRemote(<Users />, { session: admin, path: '/dashboard/admin/users?q=lab&role=investor&sort=-name' });
    await row(ada.email);
    const link = screen.getByRole('link', { name: 'Export CSV' });
    expect(link).toHaveAttribute('href', '/api/admin/users.csv?search=lab&role=investor&sort=-name');
    // In the head of the panel, as in every tool.
    expect(link.compareDocumentPosition(screen.getByRole('searchbox'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('ignores unknown values in its address', async () => {
    renderRemote(<Users />, { session: admin, path: '/dashboard?sort=password&role=%3Cb%3E&signed-in=x' });
    await row(ada.email);
    expect(emails()).toHaveLength(3);
  });

  it('names a role of its address that does not exist as such', async () => {
    renderRemote(<Users />, { session: admin, path: '/dashboard?role=bar' });
    expect(await screen.findByRole('option', { name: 'Bar (no such role)', selected: true })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Developer' })).toBeInTheDocument();
  });

  it('has the form at an address of its own where it has a page of its own', async () => {
    const place = { path: '/dashboard/admin/users', rest: '' };
    const { unmount } = renderRemote(<Users place={place} />, { session: admin });
    await row(ada.email);
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.getByRole('link', { name: 'New user' })).toHaveAttribute('href', '/dashboard/admin/users/new');
    unmount();
    renderRemote(<Users place={{ ...place, rest: 'new' }} />, { session: admin });
    expect(screen.getByLabelText('Email')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/dashboard/admin/users');
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('several users at once', () => {
  const choose = async (user: ReturnType<typeof open>['user'], ...chosen: readonly string[]) => {
    for (const email of chosen)
      await user.click(within(await row(email)).getByRole('checkbox', { name: `Select ${email}` }));
    return within(screen.getByRole('region', { name: 'Selected users' }));
  };

  it('made admins lose the role by Undo; those who were admins before keep it', async () => {
    const { user } = open();
    const bar = await choose(user, ada.email, other.email);
    await user.selectOptions(bar.getByLabelText('Role to change'), 'Admin');
    await user.click(bar.getByRole('button', { name: 'Give role' }));
    expect(await screen.findByText('admin enabled for 2 users')).toBeVisible();
    expect(stored(ada.email)?.roles).toContain('admin');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stored(ada.email)?.roles).toEqual(['investor']));
    expect(stored(other.email)?.roles).toContain('admin');
  });

  it('are given a role, and lose it', async () => {
    const { user } = open();
    const bar = await choose(user, ada.email, other.email);
    expect(bar.getByText('2 selected')).toBeVisible();
    await user.selectOptions(bar.getByLabelText('Role to change'), 'Customer');
    await user.click(bar.getByRole('button', { name: 'Give role' }));
    expect(await screen.findByText('customer enabled for 2 users')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor', 'customer']);
    expect(stored(other.email)?.roles).toContain('customer');
    expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull();
    expect(screen.getByRole('grid', { name: 'Users' }).contains(document.activeElement)).toBe(true);
  });

  it('are asked about first when the signed-in admin is among them', async () => {
    const { user } = open();
    await user.click(await box(admin.email, 'Admin'));
    const question = await screen.findByRole('dialog', { name: 'Give up your own admin role?' });
    await user.click(within(question).getByRole('button', { name: 'Stay admin' }));
    expect(await box(admin.email, 'Admin')).toBeChecked();
    const bar = await choose(user, ada.email, admin.email);
    await user.selectOptions(bar.getByLabelText('Role to change'), 'Admin');
    await user.click(bar.getByRole('button', { name: 'Take role' }));
    expect(stored(admin.email)?.roles).toContain('admin');
    await user.click(await screen.findByRole('button', { name: 'Give it up' }));
    await waitFor(() => expect(stored(admin.email)?.roles).not.toContain('admin'));
  });

  it('are sent their invitations again; who has signed in is not, and stays chosen', async () => {
    const { user } = open();
    const bar = await choose(user, ada.email, admin.email);
    portal.refuse(resendInvitation, 'conflict', { params: { email: admin.email }, detail: 'They need no invitation.' });
    await user.click(bar.getByRole('button', { name: 'Resend invitation' }));
    expect(await screen.findByText('Invitation resent for 1 user')).toBeVisible();
    expect(screen.getByText(/They need no invitation\./)).toBeVisible();
    expect(portal.data.mails.map(({ kind, to }) => [kind, to])).toEqual([['invitation', ada.email]]);
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('are deleted after asking by their e-mails; the last admin is not, and stays chosen', async () => {
    const { user } = open();
    const bar = await choose(user, ada.email, other.email, admin.email);
    await user.click(bar.getByRole('button', { name: 'Delete selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 users?' }));
    expect(dialog.getByText([ada, other, admin].map(({ email }) => email).join(', '))).toBeVisible();
    expect(dialog.getByText(/signed out everywhere at once.*within 30 days\.$/)).toBeVisible();
    portal.refuse(deleteUser, 'last-admin', { params: { email: admin.email }, detail: 'This is the last admin.' });
    await user.click(dialog.getByRole('button', { name: 'Delete users' }));
    expect(await screen.findByText('1 could not be changed')).toBeVisible();
    expect(screen.getByText(/This is the last admin/)).toBeVisible();
    expect(portal.data.users).toHaveLength(1);
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(screen.getByText('2 users deleted. The bin keeps them for 30 days.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 users taken back.')).toBeVisible();
    expect(await row(ada.email)).toBeVisible();
    expect(portal.data.users.map(({ email }) => email).toSorted()).toEqual(
      [ada, other, admin].map(({ email }) => email).toSorted(),
    );
  });
});

describe('adding a user', () => {
  const submit = () => screen.getByRole('button', { name: 'Add User' });

  it('lower-cases the e-mail and shows the new person', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Email'), ' Grace@Lab.example ');
    await user.selectOptions(screen.getByLabelText('Role'), 'customer');
    await user.click(submit());
    expect(await screen.findByText('User added')).toBeVisible();
    expect(await row('grace@lab.example')).toBeVisible();
    expect(stored('grace@lab.example')).toMatchObject({ name: 'grace', roles: ['customer'] });
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  it('wants an e-mail', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email required');
    expect(portal.data.users).toHaveLength(3);
  });

  it('offers the roles of teams as well, and gives them', async () => {
    const claims = { routes: [], sections: [], roles: ['researcher', 'developer', 'investor'] };
    portal.data.remotes = [buildRemote({ remote: 'mfe-lab', claims })];
    const { user } = open();
    await within(await screen.findByLabelText('Role')).findByRole('option', { name: 'Researcher' });
    const options = within(screen.getByLabelText('Role')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value }) => value)).toEqual(['admin', 'investor', 'customer', 'researcher']);
    await user.type(screen.getByLabelText('Email'), 'rita@lab.example');
    await user.selectOptions(screen.getByLabelText('Role'), 'Researcher');
    await user.click(submit());
    expect(await screen.findByText('User added')).toBeVisible();
    expect(stored('rita@lab.example')).toMatchObject({ roles: ['researcher'] });
    await user.click(await box(ada.email, 'Researcher'));
    expect(await screen.findByText('researcher enabled')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor', 'researcher']);
  });

  it('offers the portal’s own roles when those of teams cannot be read, says so, and heals on Retry', async () => {
    const claims = { routes: [], sections: [], roles: ['researcher'] };
    portal.data.remotes = [buildRemote({ remote: 'mfe-lab', claims })];
    portal.server.use(http.get('/api/remotes', () => problem('internal', 'It broke.')));
    const { user } = open();
    await row(ada.email);
    expect(await screen.findByText('The roles of teams could not be loaded.')).toBeVisible();
    const options = within(screen.getByLabelText('Role')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value }) => value)).toEqual(['admin', 'investor', 'customer']);
    portal.server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(
      await within(screen.getByLabelText('Role')).findByRole('option', { name: 'Researcher' }),
    ).toBeInTheDocument();
    expect(screen.queryByText('The roles of teams could not be loaded.')).toBeNull();
  });

  it.each<[string, () => Response, string]>([
    ['exists', () => problem('already-exists'), 'There is a user with this e-mail already.'],
    [
      'is none',
      () => problem('validation', 'x', { errors: [{ path: 'body.email', message: 'one plain address' }] }),
      'Enter a valid e-mail address, such as name@example.com.',
    ],
    [
      'meets a dead connection',
      () => HttpResponse.error(),
      'The portal cannot be reached. Check your connection and try again.',
    ],
  ])('that %s says so and keeps what was typed', async (_, respond, reason) => {
    portal.server.use(http.post('/api/admin/users', respond));
    const { user } = open();
    await user.type(await screen.findByLabelText('Email'), 'ada@lab.example');
    await user.click(submit());
    expect(await screen.findByText('Failed to add user')).toBeVisible();
    expect(screen.getAllByText(reason)[0]).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@lab.example');
  });

  it('an invalid e-mail is reported at its field until it is changed', async () => {
    portal.server.use(
      http.post('/api/admin/users', () =>
        problem('validation', 'x', { errors: [{ path: 'body.email', message: 'one plain address' }] }),
      ),
    );
    const { user } = open();
    const field = await screen.findByLabelText('Email');
    await user.type(field, 'ada');
    await user.click(submit());
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^Enter a valid e-mail address/));
    await user.type(field, '@lab.example');
    expect(field).not.toHaveAccessibleDescription();
  });
});

describe('a role', () => {
  it('is given and taken by its box', async () => {
    const { user } = open();
    await user.click(await box(ada.email, 'Customer'));
    expect(await screen.findByText('customer enabled')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor', 'customer']);
    await user.click(await box(ada.email, 'Investor'));
    expect(await screen.findByText('investor removed')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['customer']);
  });

  it('shows at once and is taken back when the server refuses', async () => {
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.server.use(
      http.patch('/api/admin/users/:email', async () => {
        await wait;
        return problem('internal', 'It broke.');
      }),
    );
    const { user } = open();
    await user.click(await box(ada.email, 'Customer'));
    // The grid shows changed rows a moment later; the server has not answered yet.
    await waitFor(async () => expect(await box(ada.email, 'Customer')).toBeChecked());
    answer();
    expect(await screen.findByText('Failed to update role')).toBeVisible();
    await waitFor(async () => expect(await box(ada.email, 'Customer')).not.toBeChecked());
  });

  it('of the last admin cannot be taken, nor can they be deleted', async () => {
    portal.data.users = portal.data.users.filter(({ email }) => email !== other.email);
    open();
    expect(within(await row(admin.email)).getByText('Last admin')).toBeVisible();
    expect(await box(admin.email, 'Admin')).toBeDisabled();
    expect(await box(admin.email, 'Investor')).toBeEnabled();
    expect(within(await row(admin.email)).getByRole('button', { name: /Delete/ })).toBeDisabled();
  });

  it('that two admins take from each other at once stays with one', async () => {
    const { user } = open();
    await row(other.email);
    // The other admin was faster, and this page has not heard of it yet.
    portal.server.use(http.patch('/api/admin/users/:email', () => problem('last-admin')));
    await user.click(await box(other.email, 'Admin'));
    expect(await screen.findByText('Failed to update role')).toBeVisible();
    expect(screen.getByText('This is the last admin. Give somebody else the role first.')).toBeVisible();
    expect(await box(other.email, 'Admin')).toBeChecked();
  });

  it('of one’s own shows in the session at once', async () => {
    const { user } = open();
    await user.click(await box(admin.email, 'Investor'));
    await waitFor(() => expect(useSession.getState().roles).toEqual(['admin', 'investor']));
  });
});

describe('a name', () => {
  it('is changed in a dialog', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: `Rename ${ada.email}` });
    // A card shows the words of its buttons.
    expect(button).toHaveTextContent(/^Rename$/);
    await user.click(button);
    const field = screen.getByLabelText(`Name of ${ada.email}`);
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    expect(field).toHaveAccessibleDescription('Enter a name.');
    await user.type(field, ' Ada Lovelace {Enter}');
    expect(await screen.findByText('Name changed')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('row', { name: /Ada Lovelace/ })).toBeVisible();
  });
});

it('an invitation is resent to somebody who never signed in', async () => {
  portal.data.users = [{ ...admin, lastSignInAt: '2025-02-01T08:00:00.000Z' }, { ...ada }];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: `Resend the invitation to ${ada.email}` }));
  expect(await screen.findByText('Invitation is on its way again')).toBeVisible();
  expect(screen.queryByRole('button', { name: `Resend the invitation to ${admin.email}` })).toBeNull();
});

describe('deleting', () => {
  it('asks first', async () => {
    const { user } = open();
    await user.click(within(await row(ada.email)).getByRole('button', { name: `Delete ${ada.email}` }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(stored(ada.email)).toBeDefined();

    await user.click(within(await row(ada.email)).getByRole('button', { name: `Delete ${ada.email}` }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('User deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /ada@lab/ })).toBeNull());
    expect(stored(ada.email)).toBeUndefined();
  });

  it('that fails says so', async () => {
    portal.server.use(http.delete('/api/admin/users/:email', () => problem('internal', 'It broke.')));
    const { user } = open();
    await user.click(within(await row(ada.email)).getByRole('button', { name: /Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('Failed to delete user')).toBeVisible();
    expect(await row(ada.email)).toBeVisible();
  });
});

describe('why somebody cannot sign in', () => {
  it('is explained for an address that is not listed', async () => {
    portal.data.audit = [
      buildAuditEntry({ action: 'sign-in.refused', actor: null, subject: 'zoe@lab.example', from: '192.0.2.9' }),
    ];
    const { user } = open();
    await user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'zoe@lab.example');
    await user.click(await screen.findByRole('button', { name: 'Why no sign-in: zoe@lab.example' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign-ins of zoe@lab.example' }));
    expect(await dialog.findByText('Nothing stands in the way.')).toBeVisible();
    expect(within(dialog.getByRole('list', { name: 'What happened' })).getByText(/from 192\.0\.2\.9/)).toBeVisible();
  });

  it('is explained for a user, heals on Retry, and says when nothing has happened', async () => {
    portal.server.use(http.get('/api/admin/users/:email/sign-ins', () => problem('internal'), { once: true }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `Sign-ins: ${ada.email}` }));
    expect(await screen.findByText('The history could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing stands in the way.')).toBeVisible();
    expect(screen.getByText('Nothing has happened with this address yet.')).toBeVisible();
  });
});

describe('without a user', () => {
  it('no action is sent', async () => {
    const { user } = open();
    await row(ada.email);
    act(() => useSession.setState({ status: 'signed-out' }));
    await user.click(await box(ada.email, 'Customer'));
    expect(await screen.findByText('No authenticated user')).toBeVisible();
    expect(stored(ada.email)?.roles).toEqual(['investor']);
  });

  it('a session that ended elsewhere shows a toast', async () => {
    const { user } = open();
    await row(ada.email);
    portal.cookie = null;
    await user.click(await box(ada.email, 'Customer'));
    expect(await screen.findByText('No authenticated user')).toBeVisible();
    expect(useSession.getState().status).toBe('signed-out');
  });
});

it('says of an address below it that there is no such user', async () => {
  renderRemote(<Users place={{ path: '/dashboard/admin/users', rest: 'zzz' }} />, { session: admin });
  expect(await screen.findByText('There is no such user.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/dashboard/admin/users');
  expect(screen.queryByRole('grid')).toBeNull();
});
