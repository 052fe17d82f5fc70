import { confirmPerson } from '@cytocomm/contract';
import { askConfirmation, closeSignIn, useSession } from '@cytocomm/session';
import { type FakeData, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { provideAuthenticator, removeAuthenticator, type TestAuthenticator } from '../testing/authenticator.ts';
import SignInDialog from './SignInDialog.tsx';

const portal = startFakePortal();
const passkeys: FakeData['passkeys'] = [
  { id: 'passkey-00000001', name: 'Key', createdAt: '2030-01-01T10:00:00.000Z', lastUsedAt: null, synced: false },
];

let authenticator: TestAuthenticator;
beforeEach(() => {
  authenticator = provideAuthenticator();
});
afterEach(removeAuthenticator);

function Host() {
  const open = useSession((session) => session.signIn.open);
  return <SignInDialog open={open} onClose={closeSignIn} />;
}

function ask(data: Partial<FakeData>) {
  const rendered = renderRemote(<Host />, { session: { email: 'ada@lab.example', name: 'Ada', roles: ['admin'] } });
  Object.assign(portal.data, { stale: true, ...data });
  let confirmation = Promise.resolve(false);
  act(() => {
    confirmation = askConfirmation();
  });
  return { ...rendered, confirmation };
}
const button = (name: string) => screen.findByRole('button', { name });

it('of a person with a passkey is by the passkey; what fails can be tried again', async () => {
  const { user, confirmation } = ask({ passkeys });
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  expect(await screen.findByText(/sign in again with one of your recovery codes/)).toBeVisible();
  authenticator.failNext('NotAllowedError');
  await user.click(await button('Use my passkey'));
  expect(await screen.findByRole('alert')).toHaveTextContent('It was cancelled, or took too long. Try again.');
  await user.click(await button('Use my passkey'));
  expect(await confirmation).toBe(true);
  expect(portal.data.stale).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('of a person without one is by a mailed code', async () => {
  const { user, confirmation } = ask({});
  const code = await screen.findByLabelText('6-digit code');
  expect(screen.getByText(/A code was mailed to ada@lab.example/)).toBeVisible();
  await user.type(code, 'abc{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter the six digits from the mail.');
  await user.clear(code);
  portal.refuse(confirmPerson, 'second-factor-refused', { detail: 'This code does not work.' });
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('This code does not work.')).toBeVisible();
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  expect(await confirmation).toBe(true);
});

it('closed is not given', async () => {
  const { user, confirmation } = ask({ passkeys });
  await button('Use my passkey');
  await user.keyboard('{Escape}');
  expect(await confirmation).toBe(false);
  expect(portal.data.stale).toBe(true);
});

it('that cannot be asked for says so, and is asked for again', async () => {
  portal.server.use(
    http.post('/api/auth/confirmation/options', () => problem('rate-limited', 'Too many.'), { once: true }),
  );
  const { user } = ask({ passkeys });
  expect(await screen.findByText(/Too many\./)).toBeVisible();
  await user.click(await button('Retry'));
  expect(await button('Use my passkey')).toBeVisible();
});

it.each([
  ['before it was asked for', '/api/auth/confirmation/options'],
  ['before it was given', '/api/auth/confirmation'],
])('in a session that was ended %s leads to the sign-in', async (_, path) => {
  portal.server.use(http.post(path, () => problem('not-signed-in', 'Sign in.')));
  const { user, confirmation } = ask({});
  if (path === '/api/auth/confirmation') {
    await user.type(await screen.findByLabelText('6-digit code'), '000000{Enter}');
  }
  const ended = 'Your session has ended. Sign in again to go on.';
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-out', ended }));
  expect(await confirmation).toBe(false);
});

it('another code is mailed without the form, what is typed in it, or the focus going', async () => {
  const { user } = ask({});
  await user.type(await screen.findByLabelText('6-digit code'), '12');
  const another = await button('Mail another code');
  await user.click(another);
  await waitFor(() => expect(another).not.toHaveAttribute('aria-busy'));
  expect(another).toBeInTheDocument();
  expect(another).toHaveFocus();
  expect(screen.getByLabelText('6-digit code')).toHaveValue('12');
});
