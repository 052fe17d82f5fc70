import { MemoryRouter, Toaster, toast } from '@cytocomm/kit';
import { acceptSignIn, saveWork, setUnderWay, signOut, useSession } from '@cytocomm/session';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLogout } from './use-logout.tsx';

// The real one does not reject, and a test signs out of no server.
jest.mock('@cytocomm/session', () => {
  const session = jest.requireActual<typeof import('@cytocomm/session')>('@cytocomm/session');
  return { ...session, saveWork: jest.fn(session.saveWork), signOut: jest.fn(async () => true) };
});

function Logout() {
  const { logOut, question } = useLogout();
  return (
    <>
      <button type="button" onClick={logOut}>
        Logout
      </button>
      {question}
    </>
  );
}

const page = (isShown: boolean) => (
  <MemoryRouter>
    {isShown ? <Logout /> : null}
    <Toaster />
  </MemoryRouter>
);
const logOut = () => fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
const pass = (time: number) => act(() => jest.advanceTimersByTimeAsync(time));
const begin = () => {
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
  return render(page(true));
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(signOut).mockClear();
});
afterEach(() => {
  setUnderWay('text', false);
  act(() => toast.clear());
  jest.useRealTimers();
});

/** Notes a text that is saved when it is let, and kept nowhere. */
function noteText(): (isSaved: boolean) => void {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setUnderWay('text', { save: () => promise, isKept: () => false });
  return resolve;
}

test('where it fails to save the person is asked, and can log out all the same', async () => {
  jest.mocked(saveWork).mockRejectedValueOnce(new Error('It broke.'));
  begin();
  logOut();
  await pass(1000);
  expect(screen.queryByText('Saving what you wrote …')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard it and log out' }));
  await pass(0);
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('who left while it was saving in vain is told that they are still signed in', async () => {
  const endSaving = noteText();
  const { rerender } = begin();
  logOut();
  await pass(500);
  expect(screen.getByText('Saving what you wrote …')).toBeVisible();
  rerender(page(false));
  endSaving(false);
  await pass(0);
  expect(screen.getByText(/^You are still signed in: /)).toBeVisible();
  await pass(10_000);
  expect(screen.queryByText('Saving what you wrote …')).toBeNull();
  expect(signOut).not.toHaveBeenCalled();
});

test('who is signed out by then is told nothing', async () => {
  const endSaving = noteText();
  const { rerender } = begin();
  logOut();
  rerender(page(false));
  act(() => useSession.setState({ status: 'signed-out' }));
  endSaving(false);
  await pass(0);
  expect(screen.queryByText(/^You are still signed in/)).toBeNull();
});
