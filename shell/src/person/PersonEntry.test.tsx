import { MemoryRouter, useLocation } from '@cytocomm/kit';
import { acceptSignIn, endSession, useSession } from '@cytocomm/session';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PersonEntry } from './PersonEntry.tsx';

const initial = useSession.getInitialState();
const requests = jest.fn<Promise<Response>, [string]>();
beforeEach(() => {
  useSession.setState(initial, true);
  sessionStorage.clear();
  localStorage.clear();
  requests.mockReset();
  globalThis.fetch = ((address: string) => requests(address)) as typeof fetch;
});

function Address() {
  return <output>{useLocation().pathname}</output>;
}
const open = () =>
  render(
    <MemoryRouter initialEntries={['/about']}>
      <PersonEntry
        accountLinks={[{ group: 'account', label: 'Signed-in devices', path: '/account/devices', order: 1 }]}
      />
      <button type="button">Page content</button>
      <Address />
    </MemoryRouter>,
  );
const address = () => screen.getByRole('status').textContent;
const ada = { email: 'ada@lab.example', name: 'Ada', roles: ['investor'], role: 'investor' };
const account = () => screen.getByRole('button', { name: 'Account of Ada' });

test('a visitor is offered to sign in over the page, and the server is not asked', async () => {
  open();
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link).toHaveAttribute('href', '/dashboard');
  await userEvent.click(link);
  expect(useSession.getState().signIn).toEqual({ open: true, returnTo: '/dashboard' });
  expect(address()).toBe('/about');
  expect(requests).not.toHaveBeenCalled();
});

test('a press for a new tab is left to the browser', () => {
  open();
  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }), { ctrlKey: true });
  expect(useSession.getState().signIn.open).toBe(false);
});

test('a browser with an earlier sign-in asks the server; without a session the person is a visitor', async () => {
  acceptSignIn(ada);
  useSession.setState(initial, true);
  requests.mockResolvedValue(
    new Response(JSON.stringify({ title: 'Unauthorized', status: 401, detail: 'Not signed in.' }), {
      status: 401,
      headers: { 'content-type': 'application/problem+json' },
    }),
  );
  open();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  expect(requests).toHaveBeenCalledTimes(1);
  expect(localStorage).toHaveLength(0);
});

test('somebody signed in has the way to the dashboard, and a menu of their own that closes as menus do', async () => {
  acceptSignIn(ada);
  open();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await userEvent.click(account());
  expect(account()).toHaveAttribute('aria-expanded', 'true');
  const devices = await screen.findByRole('link', { name: 'Signed-in devices' });
  expect(screen.getByText('ada@lab.example')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(account()).toHaveAttribute('aria-expanded', 'false');
  expect(account()).toHaveFocus();
  await userEvent.click(account());
  await userEvent.click(screen.getByRole('button', { name: 'Page content' }));
  expect(account()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(account());
  await userEvent.click(devices);
  expect(address()).toBe('/account/devices');
  expect(account()).toHaveAttribute('aria-expanded', 'false');
});

test('Logout ends the session and goes home; an end elsewhere takes the menu away', async () => {
  requests.mockResolvedValue(new Response(null, { status: 204 }));
  acceptSignIn(ada);
  open();
  await userEvent.click(account());
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  expect(localStorage).toHaveLength(0);

  act(() => acceptSignIn(ada));
  expect(within(document.body).getByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
  act(() => endSession('It is over.'));
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
});
