import { giveSecondFactor } from '@cytocomm/contract';
import { useSession } from '@cytocomm/session';
import { type FakeData, type FakeUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import AuthHandler from '../pages/AuthHandler.tsx';
import { provideAuthenticator, removeAuthenticator, type TestAuthenticator } from '../testing/authenticator.ts';

const ada: FakeUser = { email: 'ada@lab.example', name: 'Ada', roles: ['investor'] };
const passkeys: FakeData['passkeys'] = [
  { id: 'passkey-00000001', name: 'Key', createdAt: '2030-01-01T10:00:00.000Z', lastUsedAt: null, synced: false },
];
const portal = startFakePortal(() => ({
  users: [{ ...ada }],
  passkeys,
  recoveryCodes: ['FAKE-0000-0001'],
  links: [{ email: ada.email, token: 'right', code: '123456', returnTo: '/dashboard' }],
}));

let authenticator: TestAuthenticator;
beforeEach(() => {
  authenticator = provideAuthenticator();
  localStorage.setItem('emailForSignIn', ada.email);
});
afterEach(removeAuthenticator);

const open = () => renderRemote(<AuthHandler />, { path: '/auth-handler#token=right' });
const button = (name: string) => screen.findByRole('button', { name });

it('asks for the passkey after the link, and signs in by it', async () => {
  const { user, location } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
  expect(useSession.getState().status).not.toBe('signed-in');
  authenticator.failNext('NotAllowedError');
  await user.click(await button('Use my passkey'));
  expect(await screen.findByRole('alert')).toHaveTextContent('It was cancelled, or took too long. Try again.');
  await user.click(await button('Use my passkey'));
  expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  await waitFor(() => expect(location()).toBe('/dashboard'));
});

it('takes a recovery code instead, once', async () => {
  const { user } = open();
  await user.click(await button('Use a recovery code instead'));
  const field = screen.getByLabelText('Recovery code');
  await user.type(field, 'fake{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('twelve letters and digits');
  await user.clear(field);
  portal.refuse(giveSecondFactor, 'second-factor-refused', { detail: 'This recovery code was not accepted.' });
  await user.type(field, 'FAKE-0000-9999{Enter}');
  expect(await screen.findByText('This recovery code was not accepted.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'fake 0000 0001{Enter}');
  expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  expect(portal.data.recoveryCodes).toEqual([]);
  expect(authenticator.countCeremonies()).toBe(0);
});

it('that took too long leads to a new link', async () => {
  const { user } = open();
  portal.server.use(
    http.post('/api/auth/second-factor/options', () => problem('invalid-link', 'This sign-in took too long.')),
  );
  await user.click(await button('Use my passkey'));
  expect(await screen.findByRole('heading', { name: 'Invalid or expired sign-in link.' })).toBeVisible();
  expect(screen.getByText(/This sign-in took too long\./)).toBeVisible();
  await user.click(await button('Ask for a new link'));
  expect(useSession.getState().signIn.open).toBe(true);
});

it('a person whose role demands a passkey is led to where they add one', async () => {
  portal.data.passkeys = [];
  portal.server.use(
    http.post('/api/auth/complete', () =>
      Response.json({ name: 'Ada', roles: ['admin'], returnTo: '/dashboard', passkeyNeeded: true }),
    ),
  );
  const { location } = open();
  await waitFor(() => expect(location()).toBe('/account/security'));
  expect(useSession.getState().passkeyNeeded).toBe(true);
});
