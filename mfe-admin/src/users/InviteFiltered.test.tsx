import { buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Users from '../sections/Users.tsx';

const investor = (name: string, lastSignInAt?: string) =>
  buildUser({ email: `${name}@fund.example`, name, roles: ['investor'], ...(lastSignInAt && { lastSignInAt }) });
const boss = buildUser({ email: 'boss@x.example', name: 'Boss', roles: ['admin'] });
const portal = startFakePortal(() => ({
  users: [boss, investor('ada'), investor('bob'), investor('eve', '2025-02-01T08:00:00.000Z')],
}));

const open = (query: string) => renderRemote(<Users />, { session: boss, path: `/dashboard/admin/users${query}` });
const NAME = 'Invite all in this list';
const button = () => screen.findByRole('button', { name: NAME });

it.each(['', '?signed-in=yes', '?q=fund&signed-in=yes', '?sort=name'])('is not offered for %j', async (query) => {
  open(query);
  expect(await screen.findByRole('grid', { name: 'Users' })).toBeVisible();
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

it.each(['?signed-in=never', '?role=investor', '?q=fund'])('is offered for %j', async (query) => {
  open(query);
  expect(await button()).toBeVisible();
});

it('invites those of the list who never signed in, after saying how many they are, by keyboard', async () => {
  const { user } = open('?q=fund&role=investor');
  const opener = await button();
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: /^Invite everyone in this list/ }));
  expect(dialog.getByText('2 people in this list have never signed in and will get an invitation.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  expect(portal.data.mails).toEqual([]);
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Send the invitations' })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('2 people will get a mail.')).toBeVisible();
  expect(portal.data.mails.map(({ kind, to }) => [kind, to]).toSorted()).toEqual([
    ['invitation', 'ada@fund.example'],
    ['invitation', 'bob@fund.example'],
  ]);
  expect(await button()).toHaveFocus();
  portal.server.use(
    http.post('/api/admin/users/invitations', () => HttpResponse.json({ invited: 1, skipped: 2, next: null })),
  );
  await user.click(await button());
  expect(
    await screen.findByText(
      '1 person in this list has never signed in and will get an invitation. 2 people were already invited today.',
    ),
  ).toBeVisible();
});

it('asks nothing when no one is left, and says what failed', async () => {
  portal.data.users = [{ ...boss }, investor('eve', '2025-02-01T08:00:00.000Z')];
  const { user } = open('?role=investor');
  await user.click(await button());
  expect(await screen.findByText('Everyone in this list was already invited today or has signed in.')).toBeVisible();
  portal.server.use(http.post('/api/admin/users/invitations', () => problem('rate-limited', 'Too often.')));
  await user.click(await button());
  expect(await screen.findByText('Failed to count whom to invite')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that no invitation was sent when the first call fails', async () => {
  const { user } = open('?role=investor');
  await user.click(await button());
  const send = await screen.findByRole('button', { name: 'Send the invitations' });
  portal.server.use(http.post('/api/admin/users/invitations', () => problem('internal', 'It broke.')));
  await user.click(send);
  expect(await screen.findByText(/^No invitation was sent\. It broke\./)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: NAME })).toHaveFocus());
});
