import { restoreFromBin } from '@cytocomm/contract';
import { buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Bin from './Bin.tsx';
import Users from './Users.tsx';

const ada = buildUser({ email: 'ada@x.example', name: 'Ada', roles: ['admin'] });
const ines = buildUser({ email: 'ines@x.example', name: 'Ines', roles: ['investor'] });
const olaf = buildUser({ email: 'olaf@x.example', name: 'Olaf', roles: ['investor'] });
const portal = startFakePortal(() => ({ users: [ada, ines] }));
const session = { email: ada.email, roles: ['admin' as const] };

async function press(user: ReturnType<typeof renderRemote>['user'], email: string) {
  await user.click(await screen.findByRole('button', { name: `Delete ${email}` }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete user' }));
  await screen.findByText('User deleted');
}

async function pressChosen(user: ReturnType<typeof renderRemote>['user']) {
  await user.click(screen.getByRole('checkbox', { name: `Select ${ines.email}` }));
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete users' }));
  await screen.findByText(/1 user deleted/);
}

/** Somebody else got the e-mail of Ines, and was deleted. */
function deletedByAnother() {
  for (const { item } of portal.data.bin) Object.assign(item, { deletedAt: '2020-01-01T00:00:00.000Z' });
}

async function deleteInes() {
  const { user, unmount } = renderRemote(<Users />, { session });
  await press(user, ines.email);
  return { user, unmount };
}

function entryOfInes() {
  const [latest] = portal.data.bin;
  if (latest === undefined) throw new Error('the bin is empty');
  return latest.item;
}

it('a deletion says so with Undo, which brings the person back', async () => {
  const { user } = await deleteInes();
  await waitFor(() => expect(screen.queryByRole('row', { name: /ines@x\.example/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“Ines” is back')).toBeVisible();
  expect(await screen.findByRole('row', { name: /ines@x\.example/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('of two deletions the later one alone offers its Undo', async () => {
  portal.data.users.push(olaf);
  const { user } = await deleteInes();
  await press(user, olaf.email);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1), { timeout: 3000 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“Olaf” is back')).toBeVisible();
});

it.each([
  ['a user', (user: ReturnType<typeof renderRemote>['user']) => press(user, ines.email), /“Ines” was not taken back\./],
  ['the chosen users', pressChosen, /1 user could not be taken back: ines@x\.example\./],
])('an Undo of %s does not take back another person who had the e-mail since', async (_, remove, words) => {
  const { user } = renderRemote(<Users />, { session });
  await screen.findByRole('row', { name: /ines@x\.example/ });
  await remove(user);
  deletedByAnother();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(words)).toHaveTextContent('This item is not in the bin.');
  expect(portal.data.users.map(({ email }) => email)).toEqual([ada.email]);
});

it('lists what was deleted and by whom, restores it, and deletes it for good after asking', async () => {
  const { unmount } = await deleteInes();
  unmount();
  const { user } = renderRemote(<Bin />, { session });
  const row = await screen.findByRole('row', { name: /Ines/ });
  expect(row).toHaveTextContent('Person, ines@x.example');
  expect(row).toHaveTextContent('by ada@x.example');
  await user.click(within(row).getByRole('button', { name: 'Delete Ines for good' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await user.click(within(row).getByRole('button', { name: 'Restore Ines' }));
  expect(await screen.findByText('The bin is empty.')).toBeVisible();
  expect(portal.data.users.map(({ email }) => email)).toContain('ines@x.example');
});

it('is filtered by kind, and its address says so', async () => {
  (await deleteInes()).unmount();
  const { user, location } = renderRemote(<Bin />, { session });
  await screen.findByRole('row', { name: /Ines/ });
  const kinds = screen.getByLabelText('Kind of what was deleted');
  await user.selectOptions(kinds, 'Event');
  expect(await screen.findByText('Nothing of this kind is in the bin.')).toBeVisible();
  expect(location()).toBe('/?kind=event');
  await user.selectOptions(kinds, 'Person');
  expect(await screen.findByRole('row', { name: /Ines/ })).toBeVisible();
  await user.selectOptions(kinds, 'Everything');
  expect(location()).toBe('/');
});

it('shows of two people who had one address after the other that address with both', async () => {
  (await deleteInes()).unmount();
  const item = { ...entryOfInes(), id: '65a000000000000000000001', title: 'Ines the first' };
  portal.data.bin.push({ item, restore: () => void portal.data.users.push({ ...ines, name: item.title }) });
  const { user } = renderRemote(<Bin />, { session });
  expect(await screen.findAllByRole('row', { name: /Person, ines@x\.example/ })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Restore Ines the first' }));
  await waitFor(() => expect(screen.queryByText('Ines the first')).toBeNull());
  expect(portal.data.users.map(({ name }) => name)).toContain('Ines the first');
  expect(screen.getByRole('button', { name: 'Restore Ines' })).toBeVisible();
});

it('restores what the row shows; an outdated row is removed', async () => {
  (await deleteInes()).unmount();
  const { user } = renderRemote(<Bin />, { session });
  const button = await screen.findByRole('button', { name: 'Restore Ines' });
  const item = { ...entryOfInes(), title: 'Ines the second', deletedAt: new Date(0).toISOString() };
  const restored = jest.fn();
  portal.data.bin = [{ item, restore: restored }];
  portal.refuse(restoreFromBin, 'conflict', { detail: 'Something else was deleted from this address since.' });
  await user.click(button);
  expect(
    await screen.findByText(/“Ines” was not restored\. Something else was deleted from this address/),
  ).toBeVisible();
  expect(await screen.findByRole('row', { name: /Ines the second/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Restore Ines' })).toBeNull();
  expect(restored).not.toHaveBeenCalled();
  portal.data.bin = [];
  await user.click(screen.getByRole('button', { name: 'Restore Ines the second' }));
  expect(await screen.findByText('The bin is empty.')).toBeVisible();
});

it('says when something was not restored or deleted, and when the bin could not be loaded', async () => {
  const { unmount } = await deleteInes();
  unmount();
  portal.server.use(
    http.get('/api/admin/bin', () => problem('internal'), { once: true }),
    http.post('/api/admin/bin/:kind/:id/restore', () => problem('conflict', 'Somebody else is restoring it.')),
    http.delete('/api/admin/bin/:kind/:id', () => problem('not-found', 'It is gone.')),
  );
  const { user } = renderRemote(<Bin />, { session });
  expect(await screen.findByRole('alert')).toHaveTextContent('The bin could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Restore Ines' }));
  expect(await screen.findByText(/“Ines” was not restored\. Somebody else is restoring it\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete Ines for good' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText(/“Ines” was not deleted\. It is gone\./)).toBeVisible();
});
