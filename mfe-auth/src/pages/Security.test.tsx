import { createRecoveryCodes, type Passkey } from '@cytocomm/contract';
import { askConfirmation, useSession } from '@cytocomm/session';
import { BAD_ANSWERS, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { provideAuthenticator, removeAuthenticator, type TestAuthenticator } from '../testing/authenticator.ts';
import Security from './Security.tsx';

const laptop: Passkey = {
  id: 'passkey-00000001',
  name: 'Laptop',
  createdAt: '2030-01-01T10:00:00.000Z',
  lastUsedAt: null,
  synced: true,
};
const phone: Passkey = { ...laptop, id: 'passkey-00000002', name: 'Phone', synced: false };
const portal = startFakePortal(() => ({
  devices: ['desk', 'phone', 'tablet'].map((id) => ({
    ...{ id, current: id === 'desk', userAgent: 'Firefox' },
    ...{ createdAt: laptop.createdAt, lastSeenAt: laptop.createdAt },
  })),
}));

let authenticator: TestAuthenticator;
beforeEach(() => {
  authenticator = provideAuthenticator();
});
afterEach(removeAuthenticator);

const open = () => renderRemote(<Security />, { session: { email: 'ada@lab.example', name: 'Ada', roles: ['admin'] } });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('passkeys', () => {
  it('are added under a name; the first one leads to recovery codes', async () => {
    const { user } = open();
    expect(await screen.findByText(/You have none/)).toBeVisible();
    await user.click(await button('Add a passkey'));
    const name = await screen.findByLabelText('Name of the passkey');
    expect(screen.getByText(/your sessions in other browsers end now/)).toBeVisible();
    await user.clear(name);
    await user.click(await button('Continue'));
    expect(name).toHaveAccessibleDescription('Give it a name, so that you know it again.');
    await user.type(name, 'Key on my desk');
    await user.click(await button('Continue'));
    expect(await screen.findByText('Passkey added')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Your passkeys' });
    expect(within(table).getByRole('rowheader', { name: 'Key on my desk' })).toBeVisible();
    expect(within(table).getByRole('cell', { name: 'Never' })).toBeVisible();
    expect(screen.getByText(/a lost passkey locks you out/)).toBeVisible();
    expect(portal.data.passkeys).toMatchObject([{ name: 'Key on my desk' }]);
  });

  it.each([
    ['NotAllowedError', 'It was cancelled, or took too long. Try again.'],
    ['InvalidStateError', 'This device holds one of your passkeys already.'],
    ['SomethingElse', 'This browser could not do it. Try another browser or another device.'],
  ])('say why the browser made none (%s), and can be tried again', async (name, told) => {
    const { user } = open();
    await user.click(await button('Add a passkey'));
    authenticator.failNext(name);
    await user.click(await button('Continue'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`No passkey was added.${told}`);
    expect(portal.data.passkeys).toEqual([]);
    await user.click(await button('Continue'));
    expect(await screen.findByText('Passkey added')).toBeVisible();
  });

  it('are renamed and removed; the last one takes the recovery codes along', async () => {
    Object.assign(portal.data, { passkeys: [laptop, phone], recoveryCodes: ['A', 'B'] });
    const { user } = open();
    await user.click(await button('Rename Laptop'));
    const name = await screen.findByLabelText('Name of the passkey');
    await user.clear(name);
    await user.type(name, 'Old laptop{Enter}');
    expect(await button('Rename Old laptop')).toBeVisible();
    await user.click(await button('Remove Phone'));
    const asking = await screen.findByRole('dialog', { name: 'Remove “Phone”?' });
    expect(asking).not.toHaveTextContent('your recovery codes go with it');
    await user.click(within(asking).getByRole('button', { name: 'Remove' }));
    await user.click(await button('Remove Old laptop'));
    const last = await screen.findByRole('dialog', { name: 'Remove “Old laptop”?' });
    expect(last).toHaveTextContent('your recovery codes go with it');
    await user.click(within(last).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/You have none/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
  });

  it('cannot be added in a browser that knows none', async () => {
    removeAuthenticator();
    open();
    expect(await screen.findByText(/This browser knows no passkeys/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('that a role demands: the way to the dashboard opens with the first one, which stays', async () => {
    portal.data.passkeyNeeded = true;
    const { user } = open();
    act(() => useSession.setState({ passkeyNeeded: true }));
    expect(await screen.findByText('Your role demands a passkey.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
    await user.click(await button('Add a passkey'));
    await user.click(await button('Continue'));
    await waitFor(() => expect(useSession.getState().passkeyNeeded).toBe(false));
    expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });
});

describe('recovery codes', () => {
  it('are shown once, to be copied or saved; new ones are asked about', async () => {
    portal.data.passkeys = [laptop];
    const { user } = open();
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await button('Make recovery codes'));
    const list = await screen.findByRole('list', { name: 'New recovery codes' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    await user.click(await button('Copy'));
    expect(copied).toHaveBeenCalledWith(portal.data.recoveryCodes.join('\n'));
    expect(await button('Download')).toBeVisible();
    await user.click(await button('I have kept them'));
    expect(screen.queryByRole('list', { name: 'New recovery codes' })).toBeNull();
    expect(screen.getByText(/10 codes are left/)).toBeVisible();
    await user.click(await button('Make new codes'));
    const asking = await screen.findByRole('dialog', { name: 'Make new recovery codes?' });
    await user.click(within(asking).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('list', { name: 'New recovery codes' })).toBeNull();
  });

  it('that are few are told', async () => {
    Object.assign(portal.data, { passkeys: [laptop], recoveryCodes: ['A'] });
    open();
    expect(await screen.findByText(/1 code is left.*Make new ones soon\./)).toBeVisible();
  });
});

it('a change in a session that is not fresh is asked about; without a confirmation nothing happens', async () => {
  portal.data.passkeys = [laptop];
  portal.refuse(createRecoveryCodes, 'fresh-sign-in-needed');
  const { user } = open();
  await user.click(await button('Make recovery codes'));
  await waitFor(() => expect(useSession.getState().confirming).toBe(true));
  const confirmation = askConfirmation();
  act(() => useSession.setState({ confirming: false }));
  expect(await confirmation).toBe(false);
  expect(await screen.findByText(/Nothing was done: you did not confirm/)).toBeVisible();
  expect(portal.data.recoveryCodes).toEqual([]);
});

it('signs out all other devices, and this one never', async () => {
  const { user } = open();
  expect(await screen.findByText(/2 other devices/)).toBeVisible();
  await user.click(await button('Sign out all other devices'));
  expect(await screen.findByText('Signed out on all other devices')).toBeVisible();
  expect(await screen.findByText(/on this device only/)).toBeVisible();
  expect(portal.data.devices.map(({ id }) => id)).toEqual(['desk']);
});

it('a visitor is asked to sign in, and comes back', async () => {
  const { user } = renderRemote(<Security />);
  await user.click(await button('Sign in'));
  expect(useSession.getState().signIn).toEqual({ open: true, returnTo: '/account/security' });
});

it('a failure heals on Retry', async () => {
  portal.server.use(http.get('/api/auth/passkeys', () => problem('database-unavailable'), { once: true }));
  const { user } = open();
  expect(await screen.findByText('Your passkeys could not be loaded.')).toBeVisible();
  await user.click(await button('Retry'));
  expect(await screen.findByText(/You have none/)).toBeVisible();
});

it.each(BAD_ANSWERS)('%s removes no passkey', async (_, respond, told) => {
  portal.data.passkeys = [laptop];
  portal.server.use(http.delete('/api/auth/passkeys/:id', respond));
  const { user } = open();
  await user.click(await button('Remove Laptop'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('Passkey removed')).toBeNull();
});
