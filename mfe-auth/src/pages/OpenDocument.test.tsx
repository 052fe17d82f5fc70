import { acceptSignIn, closeSignIn, useSession } from '@cytocomm/session';
import { type FakeUser, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import SignInDialog from '../overlays/SignInDialog.tsx';
import { replaceByFile } from '../sign-in/leave.ts';
import OpenDocument from './OpenDocument.tsx';

jest.mock('../sign-in/leave.ts');
const replaced = jest.mocked(replaceByFile);

const ada: FakeUser = { email: 'ada+reports@lab.example', name: 'Ada', roles: ['investor'] };
const portal = startFakePortal(() => ({ users: [{ ...ada }] }));

function Host() {
  const open = useSession((session) => session.signIn.open);
  return (
    <>
      <OpenDocument />
      <SignInDialog open={open} onClose={closeSignIn} />
    </>
  );
}
const openAt = (path: string, session?: FakeUser) => renderRemote(<Host />, { path, ...(session && { session }) });

beforeEach(() => void replaced.mockReset());

it('opens the file for any visitor, and passes on the recipient of the mail', () => {
  openAt('/documents/65f0#for=ada%40lab.example');
  expect(replaced).toHaveBeenCalledWith('/api/documents/65f0/content#for=ada%40lab.example');
});

it('opens nothing at the address of no document', async () => {
  openAt('/documents');
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(replaced).not.toHaveBeenCalled();
});

it('signs a visitor in by the address that the mail was to, and returns to the document', async () => {
  const { user } = openAt('/documents/65f0?refused=not-found#for=ada%2Breports%40lab.example');
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(screen.getByLabelText('Enter your approved email')).toHaveValue(ada.email);
  await user.click(screen.getByRole('button', { name: 'Send sign-in link' }));
  await waitFor(() => expect(portal.data.links).toMatchObject([{ email: ada.email, returnTo: '/documents/65f0' }]));
  expect(replaced).not.toHaveBeenCalled();
});

it('says to whom it was refused, and tries again', async () => {
  const { user } = openAt('/documents/65f0?refused=not-found', ada);
  expect(await screen.findByText(/not for ada\+reports@lab\.example/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Try again' }));
  expect(replaced).toHaveBeenCalledWith('/api/documents/65f0/content');
});

it('asks again when somebody signs in elsewhere, and once for each', async () => {
  openAt('/documents/65f0?refused=not-found');
  await screen.findByRole('button', { name: 'Sign in' });
  act(() => acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'] }));
  expect(replaced.mock.calls).toEqual([['/api/documents/65f0/content']]);
});

it('says that the portal is busy', () => {
  openAt('/documents/65f0?refused=rate-limited');
  expect(screen.getByText(/busy right now/)).toBeVisible();
  expect(replaced).not.toHaveBeenCalled();
});
