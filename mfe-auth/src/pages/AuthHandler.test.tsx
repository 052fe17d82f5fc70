import { acceptSignIn, addRoles, useSession } from '@cytocomm/session';
import { type FakeUser, problem, type RenderedRemote, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { StrictMode } from 'react';
import AuthHandler from './AuthHandler.tsx';

const one: FakeUser = { email: 'ada@lab.example', name: 'Ada', roles: ['investor'] };
const several: FakeUser = { email: 'grace@lab.example', name: 'Grace', roles: ['admin', 'investor', 'customer'] };
const none: FakeUser = { email: 'vera@lab.example', name: 'Vera', roles: [] };

const portal = startFakePortal(() => ({
  users: [{ ...one }, { ...several }, { ...none }],
  links: [one, several, none].map(({ email }) => ({
    email,
    token: `token of ${email}`,
    code: '123456',
    returnTo: '/dashboard',
  })),
}));

/** Opens the link of a person, in the browser that asked for it unless told otherwise. */
function openLink({ email }: FakeUser, { remembered = email }: { remembered?: string | null } = {}): RenderedRemote {
  if (remembered !== null) localStorage.setItem('emailForSignIn', remembered);
  return openAddress(`/auth-handler#${new URLSearchParams({ token: `token of ${email}` })}`);
}

const openAddress = (path: string) =>
  renderRemote(
    <StrictMode>
      <AuthHandler />
    </StrictMode>,
    { path },
  );

const button = (name: string) => screen.findByRole('button', { name });

describe('a good link', () => {
  it('signs in, takes the token out of the address at once, and greets a person with one role by name', async () => {
    const { location } = openLink(one);
    expect(location()).toBe('/auth-handler');
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Signing you in...');

    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(localStorage.getItem('emailForSignIn')).toBeNull();
    expect(sessionStorage.getItem('auth')).toBe('investor');
    expect(sessionStorage.getItem('userName')).toBe('Ada');
  });

  it('is completed once, even where effects run twice', async () => {
    let completions = 0;
    portal.server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/complete')) completions += 1;
    });
    openLink(one);
    await screen.findByText('Welcome, Ada');
    expect(completions).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes to the default role and greets with it', async () => {
    Object.assign(portal.data.users[1] ?? {}, { defaultRole: 'customer' });
    const { location } = openLink(several);
    expect(await screen.findByText('Welcome, customer')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(sessionStorage.getItem('auth')).toBe('customer');
  });

  it('leads to the page that was asked for', async () => {
    portal.data.links = [{ email: one.email, token: `token of ${one.email}`, code: '1', returnTo: '/account/devices' }];
    const { location } = openLink(one);
    await screen.findByText('Welcome, Ada');
    await waitFor(() => expect(location()).toBe('/account/devices'));
  });

  it.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'leads to the dashboard when the answer says %s',
    async (returnTo) => {
      portal.server.use(
        http.post('/api/auth/complete', () => HttpResponse.json({ name: 'Ada', roles: ['admin'], returnTo })),
      );
      const { location } = openLink(one);
      await screen.findByText('Welcome, Ada');
      await waitFor(() => expect(location()).toBe('/dashboard'));
    },
  );

  it('takes roles that are neither list nor text for no roles', async () => {
    portal.server.use(
      http.post('/api/auth/complete', () => HttpResponse.json({ name: 'Ada', roles: { admin: true }, returnTo: '/' })),
    );
    openLink(one);
    expect(await screen.findByRole('alert')).toHaveTextContent('No roles assigned. Contact administrator.');
  });
});

describe('several roles', () => {
  it('are chosen from, and the choice is stored', async () => {
    const { user, location } = openLink(several);
    expect(await screen.findByRole('heading', { level: 1, name: 'Select Your Dashboard' })).toBeVisible();
    expect(screen.getByText('You have access to multiple areas. Where would you like to go?')).toBeVisible();
    const names = screen.getAllByRole('button').map((each) => each.textContent);
    expect(names).toEqual(['Admin Dashboard', 'Investor Dashboard', 'Customer Dashboard']);

    await user.click(await button('Investor Dashboard'));
    expect(await screen.findByText('Switched to investor dashboard')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(sessionStorage.getItem('auth')).toBe('investor');
    expect(portal.data.users[1]?.defaultRole).toBeUndefined();
  });

  it('may be a team’s, under the words that its remote has for it', async () => {
    addRoles([{ name: 'researcher', label: 'Research staff' }]);
    portal.data.users[1]?.roles.push('researcher');
    const { user } = openLink(several);
    await user.click(await button('Research staff Dashboard'));
    expect(await screen.findByText('Switched to researcher dashboard')).toBeVisible();
    expect(sessionStorage.getItem('auth')).toBe('researcher');
  });

  it.each([
    ['is not chosen again on a return to it', '/dashboard/investor', 'Welcome, Grace'],
    ['is not chosen again on a return to one of its tools', '/dashboard/investor/news/6b00', 'Welcome, Grace'],
    ['is not chosen again on a return to its earlier address', '/dashboard?section=investor', 'Welcome, Grace'],
    ['of the address counts more than the default', '/dashboard/investor', 'Welcome, customer'],
  ])('a dashboard %s', async (_, returnTo, greeting) => {
    if (greeting === 'Welcome, customer') Object.assign(portal.data.users[1] ?? {}, { defaultRole: 'customer' });
    portal.data.links = portal.data.links.map((link) => ({ ...link, returnTo }));
    const { location } = openLink(several);
    expect(await screen.findByText(greeting)).toBeVisible();
    await waitFor(() => expect(location()).toBe(returnTo));
  });

  it.each([
    ...['/dashboard?section=developer', '/dashboard?section=', '/news?section=investor'],
    ...['/dashboard/developer/tokens', '/dashboard//investor', '/dashboards/investor'],
  ])('are chosen from when %s was asked for', async (returnTo) => {
    portal.data.links = portal.data.links.map((link) => ({ ...link, returnTo }));
    openLink(several);
    expect(await screen.findByRole('heading', { name: 'Select Your Dashboard' })).toBeVisible();
  });

  it('can be kept as the default', async () => {
    const { user } = openLink(several);
    await user.click(await screen.findByRole('checkbox', { name: /every time/ }));
    await user.click(await button('Customer Dashboard'));
    await waitFor(() => expect(portal.data.users[1]?.defaultRole).toBe('customer'));
    await waitFor(() => expect(useSession.getState().defaultRole).toBe('customer'));
  });

  it('open their dashboard even when the default could not be kept, and that is told', async () => {
    portal.server.use(http.put('/api/auth/default-role', () => HttpResponse.error()));
    const { user, location } = openLink(several);
    await user.click(await screen.findByRole('checkbox', { name: /every time/ }));
    await user.click(await button('Admin Dashboard'));
    expect(await screen.findByText(/choice could not be kept/)).toBeVisible();
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});

describe('no roles', () => {
  it('are said, with a way to the administrator and out', async () => {
    portal.server.use(http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })));
    const { user, location } = openLink(none);
    expect(await screen.findByRole('alert')).toHaveTextContent('No roles assigned. Contact administrator.');
    expect(screen.getByRole('link', { name: 'Contact the administrator' })).toHaveAttribute('href', '/contact');
    await user.click(await button('Sign out'));
    await waitFor(() => expect(location()).toBe('/'));
    expect(useSession.getState().status).toBe('signed-out');
  });
});

describe('a link that does not work', () => {
  it('says so, and leads to a new one', async () => {
    portal.data.links = [];
    const { user } = openLink(one);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading')).toHaveTextContent(/^Invalid or expired sign-in link\.$/);
    await user.click(await button('Ask for a new link'));
    expect(useSession.getState().signIn.open).toBe(true);
  });

  it.each(['/auth-handler', '/auth-handler#', '/auth-handler#token=', '/auth-handler#code=7'])(
    'says so at %s',
    async (address) => {
      openAddress(address);
      expect(await screen.findByRole('heading', { name: 'Invalid or expired sign-in link.' })).toBeVisible();
    },
  );

  it('of another address than the one remembered can be tried with the right one', async () => {
    const { user } = openLink(one, { remembered: several.email });
    await user.click(await button('Use another e-mail'));
    await user.type(screen.getByLabelText('Enter your approved email'), ' ADA@lab.example ');
    await user.click(await button('Continue'));
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  });
});

describe('a link that this browser has no more use for', () => {
  const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ destination: one.email }))}.x`;

  it.each([null, one.email])('leads its person on, who is signed in here already (remembered: %s)', async (email) => {
    if (email !== null) localStorage.setItem('emailForSignIn', email);
    const { location } = renderRemote(<AuthHandler />, { session: one, path: `/auth-handler#token=${TOKEN}` });
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });

  it('is invalid for anybody else', async () => {
    renderRemote(<AuthHandler />, { session: several, path: `/auth-handler#token=${TOKEN}` });
    expect(await screen.findByRole('alert')).toHaveTextContent(/Invalid or expired.*enter the 6-digit code/);
  });

  it('goes on in a tab that waits for the address, once another tab has signed in', async () => {
    portal.data.links = [{ email: one.email, token: TOKEN, code: '1', returnTo: '/dashboard' }];
    const { location } = openAddress(`/auth-handler#token=${TOKEN}`);
    await screen.findByLabelText('Enter your approved email');
    act(() => acceptSignIn(one));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});

describe('another browser than the one that asked', () => {
  it('is asked for the e-mail', async () => {
    const { user, location } = openLink(one, { remembered: null });
    const field = await screen.findByLabelText('Enter your approved email');
    expect(location()).toBe('/auth-handler');

    await user.click(await button('Continue'));
    expect(field).toHaveAccessibleDescription('Please enter your email.');

    await user.type(field, 'ada@lab.example');
    await user.click(await button('Continue'));
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  });

  it.each([
    ['was spent', 'token of another mail'],
    ['is too long for any', 'x'.repeat(2001)],
  ])('is told at once when the link %s', async (_, token) => {
    openAddress(`/auth-handler#${new URLSearchParams({ token })}`);
    expect(await screen.findByRole('heading', { name: 'Invalid or expired sign-in link.' })).toBeVisible();
    expect(screen.queryByLabelText('Enter your approved email')).toBeNull();
  });

  it.each([
    ['cannot be asked', () => HttpResponse.error()],
    ['is in trouble', () => problem('internal')],
    ['asks for a pause', () => problem('rate-limited')],
  ])('is asked for the e-mail when the portal %s', async (_, respond) => {
    portal.server.use(http.post('/api/auth/link', respond));
    openLink(one, { remembered: null });
    expect(await screen.findByLabelText('Enter your approved email')).toBeVisible();
  });

  it('is told where the code of the mail works, and offered no field for it', async () => {
    openLink(one, { remembered: null });
    expect(await screen.findByText(/where you asked for it, enter the code of the mail there/)).toBeVisible();
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
  });

  it('that gives none is told so, and may still give it', async () => {
    const { user } = openLink(one, { remembered: null });
    await user.click(await button('Cancel'));
    expect(await screen.findByRole('heading', { name: 'Email is required to complete login.' })).toBeVisible();
    expect(portal.data.links).toHaveLength(3);
    await user.click(await button('Enter my e-mail'));
    await user.type(await screen.findByLabelText('Enter your approved email'), 'ada@lab.example');
    await user.click(await button('Continue'));
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  });
});

describe('other trouble', () => {
  it('keeps the link, so that trying again can help', async () => {
    portal.server.use(http.post('/api/auth/complete', () => HttpResponse.error(), { once: true }));
    const { user } = openLink(one);
    expect(await screen.findByRole('heading', { name: 'Login failed. Try again or contact admin.' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('The portal cannot be reached.');
    await user.click(await button('Try again'));
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
  });

  it('names the pause that the server asks for', async () => {
    portal.server.use(
      http.post('/api/auth/complete', () =>
        HttpResponse.json({ detail: 'Too many tries.' }, { status: 429, headers: { 'retry-after': '600' } }),
      ),
    );
    openLink(one);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Try again in 10 minutes.');
  });

  it('recognises an address that answers with a page', async () => {
    portal.server.use(http.post('/api/auth/complete', () => HttpResponse.html('<!doctype html><title>Portal</title>')));
    openLink(one);
    expect(
      await screen.findByRole('heading', { name: '⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.' }),
    ).toBeVisible();
  });
});

describe('without a link', () => {
  it('somebody who is signed in goes on to the dashboard', async () => {
    const { location } = renderRemote(<AuthHandler />, { session: one, path: '/auth-handler' });
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});
