import { useLogout } from '@cytocomm/portal-api';
import { hasUnsavedWork, saveWork, useSession } from '@cytocomm/session';
import { renderRemote } from '@cytocomm/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { kept, last, PATH, portal, saveNow, Tool, title, write } from './testing/editing-page.tsx';

/** The tool below a Logout, as the shell shows it: gone with the session. */
function Dashboard() {
  const { logOut, question } = useLogout();
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return (
    <>
      <button type="button" onClick={logOut}>
        Logout
      </button>
      {question}
      {isSignedIn ? <Tool /> : null}
    </>
  );
}

const begin = async () => {
  const rendered = renderRemote(<Dashboard />, { session: { roles: ['admin'] }, path: `${PATH}/new` });
  await screen.findByRole('form', { name: 'Press release' });
  return rendered;
};
const isSignedOut = () => waitFor(() => expect(useSession.getState().status).toBe('signed-out'));

it('saves what was typed just before, and keeps nothing of it in the browser', async () => {
  const { user, location } = await begin();
  await write(user, 'Typed at last');
  expect(kept()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('What you wrote is saved.')).toBeVisible();
  await isSignedOut();
  expect(last()).toMatchObject({ title: 'Typed at last', content: '<p>Something new.</p>', status: 'draft' });
  expect(kept()).toEqual([]);
  await waitFor(() => expect(location()).toBe('/'));
});

it('goes on when that cannot be saved: it is kept in the browser, and the person is told', async () => {
  portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error()));
  const { user } = await begin();
  await write(user, 'Typed at last');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText(/could not be saved\. It is kept in this browser/)).toBeVisible();
  await isSignedOut();
  expect(kept()).toHaveLength(1);
  localStorage.clear();
});

it('has nothing to save, and says nothing, when all is saved', async () => {
  const { user } = await begin();
  await user.type(title(), 'Saved');
  saveNow();
  await screen.findByText('Saved 12:00');
  expect(await saveWork()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await isSignedOut();
  expect(screen.queryByText('What you wrote is saved.')).toBeNull();
});

it('what was left, and could not be saved, is not tried again', async () => {
  portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error()));
  const { user } = await begin();
  await user.type(title(), 'Left');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(async () => expect(await saveWork()).toBeNull());
  expect(hasUnsavedWork()).toBe(false);
  expect(kept()).toHaveLength(1);
  localStorage.clear();
});
