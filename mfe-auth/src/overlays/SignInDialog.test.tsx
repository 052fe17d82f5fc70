import { closeSignIn, endSession, openSignIn, useSession } from '@cytocomm/session';
import { BAD_ANSWERS, type FakeUser, problem, renderRemote, signIn, startFakePortal } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import SignInDialog from './SignInDialog.tsx';

const ada: FakeUser = { email: 'ada@lab.example', name: 'Ada', roles: ['investor'] };
const portal = startFakePortal(() => ({ users: [{ ...ada }] }));

function Host() {
  const open = useSession((session) => session.signIn.open);
  return <SignInDialog open={open} onClose={closeSignIn} />;
}

function open(returnTo = '/dashboard') {
  openSignIn({ returnTo });
  const rendered = renderRemote(<Host />);
  return { ...rendered, field: screen.getByLabelText('Enter your approved email') };
}
const send = () => screen.getByRole('button', { name: 'Send sign-in link' });
const dialog = () => screen.queryByRole('dialog');

describe('asking for a link', () => {
  it('sends it, keeps the address, and says so', async () => {
    const { user, field } = open('/dashboard?section=investor');
    expect(field).toHaveFocus();
    await user.type(field, ' Ada@Lab.example ');
    await user.click(send());
    expect(await screen.findByText('✅ A secure login link has been sent to your email.')).toBeVisible();
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@lab.example');
    expect(portal.data.links).toMatchObject([{ email: 'ada@lab.example', returnTo: '/dashboard?section=investor' }]);
  });

  it('prefills the address of the person whose session has ended', () => {
    signIn(ada);
    endSession('Over.');
    expect(open().field).toHaveValue('ada@lab.example');
  });

  it('says the same for an unapproved address', async () => {
    const { user, field } = open();
    await user.type(field, 'mallory@lab.example{Enter}');
    expect(await screen.findByText('✅ A secure login link has been sent to your email.')).toBeVisible();
  });

  it('reads Sending... and is disabled meanwhile', async () => {
    portal.server.use(
      http.post('/api/auth/magic-link', async () => {
        await delay(50);
        return HttpResponse.json({ message: 'ok' }, { status: 202 });
      }),
    );
    const { user, field } = open();
    await user.type(field, 'ada@lab.example');
    await user.click(send());
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    await screen.findByText(/secure login link/);
  });

  it('wants an address', async () => {
    const { user, field } = open();
    await user.click(send());
    expect(field).toHaveAccessibleDescription('Please enter your email.');
    expect(field).toHaveFocus();
    await user.type(field, 'a@x.example, b@x.example{Enter}');
    expect(field).toHaveAccessibleDescription(/one e-mail address/);
  });

  it.each<[string, () => Response, RegExp]>([
    [
      'the network',
      () => HttpResponse.error(),
      /^❌ Failed to send sign-in link\. Please try again\.The portal cannot/,
    ],
    ['a limit', () => problem('rate-limited', 'Too many links.', { headers: { 'retry-after': '60' } }), /in a minute/],
    ['a server in trouble', () => problem('internal'), /^❌ Failed to send sign-in link\. Please try again\./],
    ['a page', () => HttpResponse.html('<p>hi'), /^⚠️ Frontend is calling itself\. Check VITE_API_BASE_URL\.$/],
  ])('tells a failure of %s and keeps what was typed', async (_, respond, message) => {
    portal.server.use(http.post('/api/auth/magic-link', respond));
    const { user, field } = open();
    await user.type(field, 'ada@lab.example{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));
    expect(field).toHaveValue('ada@lab.example');
    expect(localStorage.getItem('emailForSignIn')).toBeNull();
  });
});

describe('closing', () => {
  it('answers Escape, a press outside, and the close button', async () => {
    const { user } = open();
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();

    act(() => openSignIn());
    const outside = (await screen.findByRole('dialog')).parentElement ?? document.body;
    fireEvent.pointerDown(outside);
    fireEvent.pointerUp(outside);
    await waitFor(() => expect(dialog()).toBeNull());

    act(() => openSignIn());
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(dialog()).toBeNull();
  });
});

describe('the code of a mail that was opened elsewhere', () => {
  async function ask() {
    const { user, field, location } = open();
    await user.type(field, 'ada@lab.example{Enter}');
    const code = await screen.findByLabelText('6-digit code');
    return { user, code, location };
  }

  it('signs in and closes the dialog', async () => {
    const { user, code, location } = await ask();
    await user.type(code, `${portal.data.links[0]?.code}{Enter}`);
    expect(await screen.findByText('Welcome, Ada')).toBeVisible();
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(dialog()).toBeNull();
  });

  it('is taken out of what is pasted', async () => {
    const { user, code } = await ask();
    await user.click(code);
    await user.paste(`Code: ${portal.data.links[0]?.code}`);
    expect(code).toHaveValue(portal.data.links[0]?.code);
  });

  it('leads to the choice of a dashboard where there are several', async () => {
    Object.assign(portal.data.users[0] ?? {}, { roles: ['investor', 'customer'] });
    const { user, code, location } = await ask();
    await user.type(code, `${portal.data.links[0]?.code}{Enter}`);
    await waitFor(() => expect(location()).toBe('/auth-handler?returnTo=%2Fdashboard'));
    expect(dialog()).toBeNull();
  });

  it('that is wrong may be typed again', async () => {
    const { user, code } = await ask();
    await user.type(code, '000000{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Invalid or expired sign-in link.');
    expect(alert).toHaveTextContent('in the browser that asked for it. After several wrong codes only the link');
    expect(code).toHaveValue('000000');
    await user.clear(code);
    await user.type(code, 'abc{Enter}');
    expect(code).toHaveAccessibleDescription('Enter the six digits from the mail.');
  });

  it('can be requested again', async () => {
    const { user } = await ask();
    await user.click(screen.getByRole('button', { name: 'Send another link' }));
    expect(screen.getByLabelText('Enter your approved email')).toHaveValue('ada@lab.example');
  });
});

describe('somebody who is signed in already', () => {
  it('is noticed on opening', async () => {
    portal.cookie = ada.email;
    const { user, location } = open('/account/devices');
    expect(await screen.findByText('You are signed in as ada@lab.example.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location()).toBe('/account/devices'));
    expect(dialog()).toBeNull();
  });

  it('is noticed while both tabs are in view', async () => {
    const { user, field } = open();
    await user.type(field, 'ada@lab.example{Enter}');
    await screen.findByText(/secure login link/);
    portal.cookie = ada.email;
    fireEvent(window, new StorageEvent('storage', { key: 'session', newValue: 'signed-in' }));
    expect(await screen.findByText('You are signed in as ada@lab.example.')).toBeVisible();
  });

  it('is noticed on coming back from the tab where the link was opened', async () => {
    const { user, field } = open();
    await user.type(field, 'ada@lab.example{Enter}');
    await screen.findByText(/secure login link/);
    portal.cookie = ada.email;
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('You are signed in as ada@lab.example.')).toBeVisible();
  });
});

it.each(BAD_ANSWERS)('%s is no link that was sent, and the address stays', async (_, respond) => {
  portal.server.use(http.post('/api/auth/magic-link', respond));
  const { user, field } = open();
  await user.type(field, 'ada@lab.example{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText(/has been sent/)).toBeNull();
  expect(field).toHaveValue('ada@lab.example');
});
