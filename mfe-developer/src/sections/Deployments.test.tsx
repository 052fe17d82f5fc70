import { portalApi, portalStore } from '@cytocomm/portal-api';
import { buildLock, problem, type RenderedRemote, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { LOCK_PAGE, useLockPages } from '../live/live-api.ts';
import Deployments from './Deployments.tsx';

const first = buildLock({ reason: 'Opening', remotes: { 'mfe-investor': '1.0.0', 'mfe-old': '1.0.0' } });
const second = buildLock({
  base: first.id,
  reason: 'Charts',
  createdBy: 'dora@lab.example',
  remotes: { 'mfe-investor': '1.1.0', 'mfe-news': '1.0.0' },
});
const canary = buildLock({
  base: second.id,
  canary: { roles: ['developer'] },
  remotes: { 'mfe-investor': '1.2.0', 'mfe-news': '1.0.0' },
});

const portal = startFakePortal(() => ({ locks: [{ ...canary }, second, first], liveLock: second.id }));
const open = (beside?: ReactNode) =>
  renderRemote(
    <>
      <Deployments />
      {beside}
    </>,
    { session: { roles: ['admin'] } },
  );
const entries = async () => within(await screen.findByRole('list', { name: 'Deployments' })).getAllByText(/lock/);
const entryOf = async (id: string) => {
  const entry = (await screen.findByText(id.slice(0, 8))).closest('li');
  if (!entry) throw new Error('no entry');
  return within(entry);
};
const changes = async (id: string) =>
  within((await entryOf(id)).getByRole('list', { name: 'What changed' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const press = async (user: RenderedRemote['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const short = first.id.slice(0, 8);

/** Shows when the list is here. */
function ListIsHere() {
  return useLockPages({ query: { limit: LOCK_PAGE } }).data ? <p>The list is here</p> : null;
}

it('comes with the ways back at once: no entry grows when it is known what is live', async () => {
  const response = Promise.withResolvers<void>();
  portal.server.use(http.get('/api/locks/live', () => response.promise));
  open(<ListIsHere />);
  await screen.findByText('The list is here');
  expect(screen.queryByRole('list', { name: 'Deployments' })).toBeNull();
  response.resolve();
  const list = await screen.findByRole('list', { name: 'Deployments' });
  expect(within(list).getByRole('button', { name: /^Roll back/ })).toBeVisible();
});

it('lists who changed what, when and why', async () => {
  open();
  await screen.findByText('Live');
  expect(await entries()).toHaveLength(3);
  expect(await changes(second.id)).toEqual([
    'mfe-investor 1.0.0 →to 1.1.0',
    'mfe-news 1.0.0 added',
    'mfe-old 1.0.0 removed',
  ]);
  expect((await entryOf(second.id)).getByText(/dora@lab\.example/)).toBeVisible();
  expect((await entryOf(second.id)).getByText('Charts')).toBeVisible();
  expect((await entryOf(canary.id)).getByText('Canary for people with the role developer')).toBeVisible();
  expect((await entryOf(first.id)).getByText('The first deployment, of 3 parts.')).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('goes back to an earlier lock after showing what that changes', async () => {
  const { user } = open();
  await press(user, `Roll back to this: lock ${short}`);
  const ask = within(screen.getByRole('dialog', { name: `Roll back to lock ${short}?` }));
  const list = within(ask.getByRole('list', { name: 'What the roll back changes' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'mfe-investor 1.1.0 →to 1.0.0',
    'mfe-old 1.0.0 added',
    'mfe-news 1.0.0 removed',
  ]);
  await user.type(ask.getByLabelText('Reason'), 'Charts are empty');
  await user.click(ask.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText(`The releases of lock ${short} are live again`)).toBeVisible();
  await waitFor(async () => expect(await entries()).toHaveLength(4));
  expect(screen.getByText('Charts are empty')).toBeVisible();
  expect(portal.data.locks[0]).toMatchObject({ base: second.id, remotes: first.remotes });
});

it('goes back also where what is live was altered and cannot be read', async () => {
  portal.server.use(http.get('/api/locks/live', () => problem('conflict')));
  const { user } = open();
  await press(user, `Roll back to this: lock ${short}`);
  const ask = within(screen.getByRole('dialog', { name: `Roll back to lock ${short}?` }));
  expect(ask.getByText(/What is live now cannot be read/)).toBeVisible();
  await user.click(ask.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText(`The releases of lock ${short} are live again`)).toBeVisible();
});

it.each([
  ['a process that is busy', () => problem('busy')],
  ['no network', () => HttpResponse.error()],
])('with %s offers no way back, also not to what is live, until a Retry knows what that is', async (_, answer) => {
  portal.server.use(http.get('/api/locks/live', answer));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('What is live could not be read.');
  expect(await entries()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();
  portal.server.resetHandlers();
  await press(user, 'Retry');
  expect(await (await entryOf(second.id)).findByText('Live')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Roll back/ })).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one Retry heals the list and what is live', async () => {
  for (const path of ['/api/locks/live', '/api/locks'])
    portal.server.use(http.get(path, () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The deployments could not be loaded.');
  await press(user, 'Retry');
  expect(await screen.findByText('Live')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the ways back when what is live could not be read again, and says so', async () => {
  open();
  await screen.findByText('Live');
  portal.server.use(http.get('/api/locks/live', () => problem('internal')));
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['Lock'])));
  expect(await screen.findByRole('alert')).toHaveTextContent('What is live could not be read again.');
  expect(screen.getByText('Live')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Roll back/ })).toBeVisible();
});

it('calls nothing live any more once what was live turns out to be altered', async () => {
  open();
  await screen.findByText('Live');
  portal.server.use(http.get('/api/locks/live', () => problem('conflict')));
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['Lock'])));
  await waitFor(() => expect(screen.queryByText('Live')).toBeNull());
  expect(screen.getAllByRole('button', { name: /^Roll back/ })).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('where nothing is live has no way back, and no failure', async () => {
  portal.data.liveLock = null;
  open();
  expect(await entries()).toHaveLength(3);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('that is refused says so in the dialog', async () => {
  portal.server.use(http.post('/api/locks/rollback', () => problem('lock-moved')));
  const { user } = open();
  await press(user, `Roll back to this: lock ${short}`);
  const ask = within(screen.getByRole('dialog'));
  await user.click(ask.getByRole('button', { name: 'Roll back' }));
  expect(await ask.findByRole('alert')).toHaveTextContent('Somebody else promoted meanwhile.');
});

it('shows page after page, and what changed against a lock of the next page', async () => {
  const locks = [buildLock({ remotes: { 'mfe-investor': '2.0.0' } })];
  for (let patch = 1; patch < 16; patch += 1)
    locks.unshift(buildLock({ base: locks[0]?.id ?? null, remotes: { 'mfe-investor': `2.0.${patch}` } }));
  Object.assign(portal.data, { locks, liveLock: locks[0]?.id ?? null });
  const { user } = open();
  const oldestShown = locks[7]?.id ?? '';
  await waitFor(async () => expect(await changes(oldestShown)).toEqual(['mfe-investor 2.0.7 →to 2.0.8']));
  expect(await entries()).toHaveLength(8);
  await press(user, 'Show more');
  await waitFor(async () => expect(await entries()).toHaveLength(16));
  expect(screen.getByText('The first deployment, of 2 parts.')).toBeVisible();
});

it('says that it is loading', () => {
  portal.server.use(http.get('/api/locks', () => delay('infinite')));
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading deployments');
});

it('says when there are none, and when they cannot be read', async () => {
  Object.assign(portal.data, { locks: [], liveLock: null });
  portal.server.use(http.get('/api/locks', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The deployments could not be loaded.');
  await press(user, 'Retry');
  expect(await screen.findByText('No deployments yet.')).toBeVisible();
});
