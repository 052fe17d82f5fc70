import { useLogout } from '@cytocomm/portal-api';
import { hasUnsavedWork, saveWork, useSession } from '@cytocomm/session';
import { renderRemote } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  DRAFT,
  last,
  PATH,
  portal,
  saveNow,
  stored,
  submit,
  Tool,
  title,
  unsavedKeys,
  write,
} from './testing/editing-page.tsx';

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
  expect(unsavedKeys()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('What you wrote is saved.')).toBeVisible();
  await isSignedOut();
  expect(last()).toMatchObject({ title: 'Typed at last', content: '<p>Something new.</p>', status: 'draft' });
  expect(unsavedKeys()).toEqual([]);
  await waitFor(() => expect(location()).toBe('/'));
});

it('goes on when that cannot be saved: it is kept in the browser, and the person is told', async () => {
  portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error()));
  const { user } = await begin();
  await write(user, 'Typed at last');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText(/could not be saved\. It is kept in this browser/)).toBeVisible();
  await isSignedOut();
  expect(unsavedKeys()).toHaveLength(1);
  localStorage.clear();
});

it('leaves nothing in the browser after a logout in another tab, also of what was typed last', async () => {
  const { user } = await begin();
  await write(user, 'Typed at last');
  expect(unsavedKeys()).toHaveLength(1);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'session', newValue: 'signed-out' })));
  await isSignedOut();
  expect(useSession.getState().ended).toMatch(/The text that was not saved here is discarded\.$/);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Press release' })).toBeNull());
  expect(unsavedKeys()).toEqual([]);
});

it('asks before it goes on when it can neither be saved nor kept', async () => {
  portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error()));
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { user } = await begin();
  await write(user, 'Nowhere else');
  saveNow();
  expect(await screen.findByText(/This browser cannot keep what you wrote/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(useSession.getState().status).toBe('signed-in');
  expect(title()).toHaveValue('Nowhere else');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await user.click(await screen.findByRole('button', { name: 'Discard it and log out' }));
  await isSignedOut();
  expect(screen.queryByText(/It is kept in this browser/)).toBeNull();
  full.mockRestore();
});

it('saves the one that was chosen of two texts', async () => {
  const { user } = renderRemote(<Dashboard />, { session: { roles: ['admin'] }, path: `${PATH}/${DRAFT}/edit` });
  await user.click(within(await screen.findByRole('form', { name: 'Press release' })).getByLabelText('Now'));
  await user.type(title(), ' by me');
  saveNow();
  await screen.findByText('Saved 12:00');
  Object.assign(stored(DRAFT) ?? {}, { title: 'Theirs', etag: '"7"', changedBy: 'bob@x.example' });
  await user.click(submit());
  portal.server.use(http.put(`/api/admin/press-releases/${DRAFT}/text`, () => Response.error()));
  const view = within(await screen.findByRole('region', { name: 'Two versions' }));
  await user.click(view.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText(/What you wrote is kept in this browser/);
  portal.server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('What you wrote is saved.')).toBeVisible();
  await isSignedOut();
  expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by me' });
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

it('a text that could not be saved is not tried again after its form was left', async () => {
  portal.server.use(http.post('/api/admin/press-releases/drafts', () => Response.error()));
  const { user } = await begin();
  await user.type(title(), 'Left');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(async () => expect(await saveWork()).toBeNull());
  expect(hasUnsavedWork()).toBe(false);
  expect(unsavedKeys()).toHaveLength(1);
  localStorage.clear();
});
