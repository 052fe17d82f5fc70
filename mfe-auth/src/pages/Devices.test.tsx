import { deviceName, type Role } from '@cytocomm/contract';
import { acceptDefaultRole, useSession } from '@cytocomm/session';
import { BAD_ANSWERS, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import Devices from './Devices.tsx';

const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const day = (number: number) => `2030-01-0${number}T10:00:00.000Z`;

const portal = startFakePortal(() => ({
  devices: [
    { id: 'phone', current: false, createdAt: day(1), lastSeenAt: day(3), userAgent: iPhone },
    { id: 'desk', current: true, createdAt: day(2), lastSeenAt: day(2), userAgent: firefox },
  ],
}));
const open = () => renderRemote(<Devices />, { session: {} });

it('lists this device first, and signs out another', async () => {
  const { user } = open();
  const rows = await screen.findAllByRole('row');
  expect(rows.map((row) => within(row).queryByRole('rowheader')?.textContent)).toEqual([
    undefined,
    'Firefox on macOSThis device',
    'Safari on iPhone',
  ]);
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(await screen.findByText('Device signed out')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(portal.data.devices.map(({ id }) => id)).toEqual(['desk']);
});

it('logs out everywhere after asking', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log out everywhere?' });
  expect(useSession.getState().status).toBe('signed-in');
  await user.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }));
  expect(await screen.findByText('You are logged out on all devices.')).toBeVisible();
  expect(portal.data.devices).toEqual([]);
});

it('shows a failure with its reference and heals on Retry', async () => {
  portal.server.use(http.get('/api/auth/sessions', () => problem('database-unavailable'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your devices could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

it('tells a device that could not be signed out', async () => {
  portal.server.use(http.delete('/api/auth/sessions/:id', () => problem('internal', 'It broke.')));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /Sign out Safari/ }));
  expect(await screen.findByText(/It broke/)).toBeVisible();
  expect(screen.getByText('Safari on iPhone')).toBeVisible();
});

describe('the dashboard that opens at sign-in', () => {
  const choice = () => screen.getByRole('combobox', { name: 'When I sign in, open' });
  function openAs(roles: Role[], defaultRole?: Role) {
    const rendered = renderRemote(<Devices />, { session: { email: 'ada@lab.example', roles } });
    if (defaultRole) Object.assign(portal.data.users[0] ?? {}, { defaultRole });
    act(() => acceptDefaultRole(defaultRole ?? null));
    return rendered;
  }

  it('can be chosen, and the choice taken back', async () => {
    const { user } = openAs(['admin', 'investor'], 'investor');
    expect(choice()).toHaveValue('investor');
    await user.selectOptions(choice(), 'Ask me each time');
    expect(await screen.findByText('You are asked at each sign-in')).toBeVisible();
    expect(portal.data.users[0]?.defaultRole).toBeUndefined();
    expect(choice()).toHaveValue('');
    await user.selectOptions(choice(), 'Admin Dashboard');
    expect(await screen.findByText('Signing in opens the Admin Dashboard')).toBeVisible();
    expect(portal.data.users[0]?.defaultRole).toBe('admin');
  });

  it('stays as it was when the choice could not be kept, which is told', async () => {
    portal.server.use(http.put('/api/auth/default-role', () => problem('internal', 'It broke.')));
    const { user } = openAs(['admin', 'investor'], 'investor');
    await user.selectOptions(choice(), 'Ask me each time');
    expect(await screen.findByText('Your choice could not be kept. It broke.')).toBeVisible();
    expect(choice()).toHaveValue('investor');
  });

  it('is no question for a person with one', () => {
    openAs(['investor']);
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

it('invites a visitor to sign in', async () => {
  const { user } = renderRemote(<Devices />);
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(useSession.getState().signIn).toEqual({ open: true, returnTo: '/account/devices' });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.1', 'Unknown device'],
  ['', 'Unknown device'],
])('names %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

describe.each(BAD_ANSWERS)('%s', (_, respond, told) => {
  it('signs out no device', async () => {
    portal.server.use(http.delete('/api/auth/sessions/:id', respond));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Sign out Safari/ }));
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.queryByText('Device signed out')).toBeNull();
    expect(screen.getByText('Safari on iPhone')).toBeVisible();
  });

  it('logs out nowhere', async () => {
    portal.server.use(http.post('/api/auth/logout-everywhere', respond));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out everywhere?' });
    await user.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.queryByText('You are logged out on all devices.')).toBeNull();
    expect(useSession.getState().status).toBe('signed-in');
  });
});
