import { buildUser, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Users from '../sections/Users.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const ada = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'] });

const portal = startFakePortal(() => ({ users: [admin, ada] }));

const open = () => renderRemote(<Users />, { session: admin });
const signInsOf = async (user: ReturnType<typeof open>['user'], email: string) => {
  await user.click(await screen.findByRole('button', { name: `Sign-ins: ${email}` }));
  return within(await screen.findByRole('dialog', { name: `Sign-ins of ${email}` }));
};

it.each([
  [0, `${ada.email} was signed in nowhere`],
  [1, `${ada.email} was signed out in one browser`],
  [3, `${ada.email} was signed out in 3 browsers`],
])('%i sessions end, and are counted', async (ended, told) => {
  portal.server.use(http.delete('/api/admin/users/:email/sessions', () => HttpResponse.json({ ended })));
  const { user } = open();
  const dialog = await signInsOf(user, ada.email);
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText(told)).toBeVisible();
});

it('lost passkeys are reset after a question', async () => {
  const resets: string[] = [];
  portal.server.use(
    http.delete('/api/admin/users/:email/passkeys', ({ params }) => {
      resets.push(String(params.email));
      return HttpResponse.json({ removed: 1 });
    }),
  );
  const { user } = open();
  const dialog = await signInsOf(user, ada.email);
  await user.click(dialog.getByRole('button', { name: 'Reset passkeys' }));
  const question = within(await screen.findByRole('dialog', { name: `Reset the passkeys of ${ada.email}?` }));
  expect(resets).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Reset passkeys' }));
  expect(await screen.findByText(`${ada.email} signs in by mail alone, and is told so`)).toBeVisible();
  expect(resets).toEqual([ada.email]);
});

it("one's own are not ended here", async () => {
  const { user } = open();
  const dialog = await signInsOf(user, admin.email);
  expect(await dialog.findByText('Nothing stands in the way.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
});
