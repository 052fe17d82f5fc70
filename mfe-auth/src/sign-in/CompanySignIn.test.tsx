import { closeSignIn, openSignIn, useSession } from '@cytocomm/session';
import { type FakeData, type FakeUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { StrictMode } from 'react';
import SignInDialog from '../overlays/SignInDialog.tsx';
import AuthHandler from '../pages/AuthHandler.tsx';
import { provideAuthenticator, removeAuthenticator } from '../testing/authenticator.ts';
import { leaveFor } from './leave.ts';

jest.mock('./leave.ts');
const leave = jest.mocked(leaveFor);

const ada: FakeUser = { email: 'ada@lab.example', name: 'Ada', roles: ['investor'] };
const passkeys: FakeData['passkeys'] = [
  { id: 'passkey-00000001', name: 'Key', createdAt: '2030-01-01T10:00:00.000Z', lastUsedAt: null, synced: false },
];
const portal = startFakePortal(() => ({
  users: [{ ...ada }],
  company: { name: 'Cytocomm ID', email: ada.email, pendingSignIns: [] },
}));

function Host() {
  const open = useSession((session) => session.signIn.open);
  return <SignInDialog open={open} onClose={closeSignIn} />;
}
function openDialog(returnTo = '/dashboard') {
  openSignIn({ returnTo });
  return renderRemote(<Host />);
}
const companyButton = () => screen.findByRole('button', { name: 'Sign in with Cytocomm ID' });

beforeEach(() => {
  leave.mockReset().mockReturnValue(true);
});

describe('the button beside the mailed link', () => {
  it('goes to the provider, and comes back to the page that was asked for', async () => {
    const { user } = openDialog('/account/devices');
    await user.click(await companyButton());
    await waitFor(() =>
      expect(leave).toHaveBeenCalledWith(expect.stringMatching(/^https:\/\/login\.company\.example\//)),
    );
    expect(portal.data.company?.pendingSignIns).toMatchObject([{ returnTo: '/account/devices' }]);
    const busy = screen.getByRole('button', { name: 'Opening...' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    // The browser's "back" shows the page as it was left.
    fireEvent(window, new Event('pageshow'));
    expect(await companyButton()).toBeVisible();
  });

  it('answers the keyboard, and leaves the focus where the address is typed', async () => {
    const { user } = openDialog();
    const button = await companyButton();
    expect(screen.getByLabelText('Enter your approved email')).toHaveFocus();
    await user.tab();
    await user.tab();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalled());
  });

  it('is not there where the portal has none, nor while that is not known', async () => {
    if (portal.data.company) portal.data.company = null;
    let hasReadOptions = false;
    portal.server.events.on('response:mocked', ({ request }) => {
      hasReadOptions ||= request.url.endsWith('/sign-in-options');
    });
    openDialog();
    await waitFor(() => expect(hasReadOptions).toBe(true));
    expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send sign-in link' })).toBeVisible();
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['that fails', () => problem('internal')],
    ['that is no answer', () => HttpResponse.json({ company: { name: 7 } })],
    ['that is a page', () => HttpResponse.html('<p>hi')],
    ['that does not come', () => delay('infinite').then(() => HttpResponse.error())],
  ])('needs an answer: one %s leaves the mailed link', async (_, respond) => {
    portal.server.use(http.get('/api/auth/sign-in-options', respond));
    const { user } = openDialog();
    await user.type(screen.getByLabelText('Enter your approved email'), 'ada@lab.example');
    expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('✅ A secure login link has been sent to your email.')).toBeVisible();
  });

  it.each<[string, () => Response, RegExp]>([
    ['the provider is away', () => problem('unavailable', 'It is away.', { status: 503 }), /^It is away\.$/],
    [
      'it was asked too often',
      () => problem('rate-limited', 'Too many.', { headers: { 'retry-after': '60' } }),
      /in a minute/,
    ],
    ['the network is gone', () => HttpResponse.error(), /cannot/],
  ])('says so when %s, and can be pressed again', async (_, respond, message) => {
    portal.server.use(http.post('/api/auth/company', respond));
    const { user } = openDialog();
    await user.click(await companyButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(leave).not.toHaveBeenCalled();
    expect(await companyButton()).toBeVisible();
  });

  it('goes to addresses of the web alone', async () => {
    leave.mockImplementation(jest.requireActual<{ leaveFor: typeof leaveFor }>('./leave.ts').leaveFor);
    portal.server.use(http.post('/api/auth/company', () => HttpResponse.json({ url: 'javascript:alert(1)' })));
    const { user } = openDialog();
    await user.click(await companyButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be opened');
  });
});

describe('the page that the provider comes back to', () => {
  const state = 's'.repeat(43);
  const comeBack = (search: string) =>
    renderRemote(
      <StrictMode>
        <AuthHandler />
      </StrictMode>,
      { path: `/auth-handler?${search}` },
    );
  beforeEach(() => portal.data.company?.pendingSignIns.push({ state, returnTo: '/account/devices' }));

  it('signs in once, takes the answer out of the address, and leads on', async () => {
    let completions = 0;
    portal.server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/company/complete')) completions += 1;
    });
    const { location } = comeBack(`code=right&state=${state}&iss=https%3A%2F%2Flogin.company.example&session_state=x`);
    expect(location()).toBe('/auth-handler');
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/account/devices'));
    expect(useSession.getState().email).toBe(ada.email);
    expect(completions).toBe(1);
  });

  it('asks for the passkey of a person who has one', async () => {
    Object.assign(portal.data, { passkeys });
    provideAuthenticator();
    const { user, location } = comeBack(`code=right&state=${state}`);
    await user.click(await screen.findByRole('button', { name: 'Use my passkey' }));
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/account/devices'));
    expect(useSession.getState().email).toBe(ada.email);
    removeAuthenticator();
  });

  it.each([
    ['that the person said no', `error=access_denied&state=${state}`, /did not sign you in/],
    ['neither a code nor an error', `state=${state}`, /did not sign you in/],
    ['an answer of another sign-in', `code=right&state=${'o'.repeat(43)}`, /did not sign you in/],
    ['a state that is none', 'code=right&state=short', /Not accepted/],
  ])('says what happened for %s, and leads back to the dialog', async (_, search, detail) => {
    const { user } = comeBack(search);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Login failed. Try again or contact admin.');
    expect(alert).toHaveTextContent(detail);
    expect(screen.getByRole('link', { name: 'Contact the administrator' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Begin again' }));
    expect(useSession.getState().signIn.open).toBe(true);
  });
});
