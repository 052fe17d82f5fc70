import { stopCanary } from '@cytocomm/contract';
import {
  buildLock,
  buildRemote,
  problem,
  type RenderedRemote,
  renderRemote,
  startFakePortal,
} from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import type { ReactNode } from 'react';
import { LOCK_PAGE, useLiveLock, useLockPages, useRemotes } from '../live/live-api.ts';
import WhatIsLive from './WhatIsLive.tsx';

const live = buildLock({
  reason: 'New figures',
  createdBy: 'dora@lab.example',
  remotes: { 'mfe-investor': '1.2.0', 'mfe-admin': '1.0.0' },
});
const canary = buildLock({
  base: live.id,
  canary: { percent: 10 },
  remotes: { 'mfe-investor': '1.3.0', 'mfe-admin': '1.0.0' },
});

const portal = startFakePortal(() => ({
  locks: [{ ...live }],
  liveLock: live.id,
  remotes: [buildRemote({ remote: 'mfe-investor' }), buildRemote({ remote: 'mfe-admin' })],
}));
const open = (beside?: ReactNode) =>
  renderRemote(
    <>
      <WhatIsLive />
      {beside}
    </>,
    { session: { email: 'dev@x.example', roles: ['developer'] } },
  );
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const press = async (user: RenderedRemote['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('shows the live lock with its maker and reason, and each part with its version', async () => {
  open();
  expect(screen.getByRole('heading', { name: 'Developer Dashboard' })).toBeVisible();
  expect(await screen.findByText(live.id.slice(0, 8))).toBeVisible();
  expect(screen.getByText(/by dora@lab\.example: “New figures”/)).toBeVisible();
  const names = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent);
  expect(names).toEqual(['shell', 'mfe-admin', 'mfe-investor']);
  expect(await row('mfe-investor')).toHaveTextContent('1.2.0');
  expect(within(await row('shell')).queryByRole('button', { name: /Switch off/ })).toBeNull();
});

it('says that it is loading', () => {
  portal.server.use(http.get('/api/locks/live', () => delay('infinite')));
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading what is live');
});

/** Shows when all that the page asks for is here, but for what one path answers. */
function AllBut({ path }: { readonly path: string }) {
  const answers = {
    '/api/locks/live': useLiveLock(),
    '/api/remotes': useRemotes(),
    '/api/locks': useLockPages({ query: { limit: LOCK_PAGE } }),
  };
  const others = Object.entries(answers).filter(([asked]) => asked !== path);
  return others.every(([, { data }]) => data !== undefined) ? <p>All others are here</p> : null;
}

it.each(['/api/remotes', '/api/locks'])('waits for %s, which would move what is there', async (path) => {
  const response = Promise.withResolvers<void>();
  portal.server.use(http.get(path, () => response.promise));
  open(<AllBut path={path} />);
  await screen.findByText('All others are here');
  expect(screen.queryByRole('table')).toBeNull();
  response.resolve();
  expect(await screen.findByRole('button', { name: 'Switch off mfe-admin' })).toBeVisible();
});

it('says when nothing is live yet', async () => {
  portal.data.liveLock = null;
  open();
  expect(await screen.findByText('Nothing is live yet.')).toBeVisible();
});

it('says what could not be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/locks/live', () => problem('internal', 'It broke.'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('What is live could not be loaded.');
  await press(user, 'Retry');
  expect(await row('mfe-investor')).toBeVisible();
});

it('one Retry heals all that failed together', async () => {
  for (const path of ['/api/locks/live', '/api/locks', '/api/remotes'])
    portal.server.use(http.get(path, () => problem('internal'), { once: true }));
  const { user } = open();
  await press(user, 'Retry');
  expect(await screen.findByRole('button', { name: 'Switch off mfe-admin' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('shows what is live without switches while the remotes cannot be read', async () => {
  portal.server.use(http.get('/api/remotes', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByText('Which remotes are switched off could not be read.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Switch/ })).toBeNull();
  await press(user, 'Retry');
  expect(await screen.findByRole('button', { name: 'Switch off mfe-admin' })).toBeVisible();
});

describe('a switch', () => {
  it('takes a remote away with a reason, and brings it back', async () => {
    const { user } = open();
    await press(user, 'Switch off mfe-investor');
    const ask = dialog('Switch mfe-investor off?');
    await user.click(ask.getByRole('button', { name: 'Switch off' }));
    expect(await ask.findByText('Say why.')).toBeVisible();
    expect(ask.getByLabelText('Reason')).toHaveFocus();
    await user.type(ask.getByLabelText('Reason'), 'Wrong figures');
    await user.click(ask.getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('mfe-investor is switched off')).toBeVisible();
    expect(await within(await row('mfe-investor')).findByText('Switched off')).toBeVisible();
    expect(await row('mfe-investor')).toHaveTextContent('by dev@x.example: Wrong figures');

    await press(user, 'Switch on mfe-investor');
    await user.click(dialog('Switch mfe-investor on again?').getByRole('button', { name: 'Switch on' }));
    expect(await screen.findByText('mfe-investor is on again')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Switched off')).toBeNull());
  });

  it('that is refused says so in the dialog, and the reason stays', async () => {
    portal.server.use(http.put('/api/remotes/:remote/switch', () => problem('internal', 'It broke.')));
    const { user } = open();
    await press(user, 'Switch off mfe-investor');
    const ask = dialog('Switch mfe-investor off?');
    await user.type(ask.getByLabelText('Reason'), 'Wrong figures');
    await user.click(ask.getByRole('button', { name: 'Switch off' }));
    expect(await ask.findByRole('alert')).toHaveTextContent('This was not done.It broke.');
    expect(ask.getByLabelText('Reason')).toHaveValue('Wrong figures');
  });
});

describe('a canary', () => {
  beforeEach(() => {
    portal.data.locks = [{ ...canary }, { ...live }];
  });

  it('shows for whom it is and what is new in it', async () => {
    open();
    expect(await screen.findByText('A canary runs for 10 % of visitors')).toBeVisible();
    const news = within(screen.getByRole('list', { name: 'New in the canary' })).getAllByRole('listitem');
    expect(news.map(({ textContent }) => textContent)).toEqual(['mfe-investor 1.2.0 →to 1.3.0']);
    expect(await row('mfe-investor')).toHaveTextContent('Canary: 1.3.0');
    expect(await row('mfe-admin')).not.toHaveTextContent('Canary');
  });

  it('is promoted to everybody after asking', async () => {
    const { user } = open();
    await press(user, 'Promote to everybody');
    await user.click(dialog('Promote the canary to everybody?').getByRole('button', { name: 'Promote' }));
    expect(await screen.findByText('The canary is live for everybody')).toBeVisible();
    await waitFor(async () => expect(await row('mfe-investor')).toHaveTextContent('1.3.0'));
    expect(screen.queryByText(/A canary runs/)).toBeNull();
  });

  it('is stopped after asking, and goes on when the question is cancelled', async () => {
    const { user } = open();
    await press(user, 'Stop the canary');
    await user.click(dialog('Stop the canary?').getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(/A canary runs/)).toBeVisible();
    await press(user, 'Stop the canary');
    await user.click(dialog('Stop the canary?').getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('The canary has stopped')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/A canary runs/)).toBeNull());
    expect(await row('mfe-investor')).toHaveTextContent('1.2.0');
  });

  it('that has ended meanwhile says so', async () => {
    const { user } = open();
    await press(user, 'Stop the canary');
    portal.data.locks = [{ ...live }];
    portal.refuse(stopCanary, 'no-canary', { detail: 'There is no canary.' });
    const ask = dialog('Stop the canary?');
    await user.click(ask.getByRole('button', { name: 'Stop' }));
    // In the dialog, and in a notification when the dialog goes with the canary.
    await waitFor(() => expect(screen.getByText(/There is no canary\./)).toBeVisible());
  });
});

it('rolls one remote back with a reason', async () => {
  const before = buildLock({ remotes: { 'mfe-investor': '1.1.0', 'mfe-admin': '1.0.0' } });
  portal.data.locks = [{ ...live, base: before.id }, before];
  const { user } = open();
  await press(user, 'Roll back mfe-investor');
  const ask = dialog('Roll back mfe-investor?');
  await user.type(ask.getByLabelText('Reason'), 'Charts are empty');
  await user.click(ask.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('mfe-investor is rolled back')).toBeVisible();
  await waitFor(async () => expect(await row('mfe-investor')).toHaveTextContent('1.1.0'));
  expect(screen.getByText(/“Charts are empty”/)).toBeVisible();
});

it('offers no way back for a part that only ever had one release', async () => {
  const first = buildLock({ remotes: { 'mfe-investor': '1.1.0' } });
  const before = buildLock({ remotes: { 'mfe-investor': '1.1.0', 'mfe-admin': '1.0.0' }, base: first.id });
  portal.data.locks = [{ ...live, base: before.id }, before, first];
  open();
  expect(await screen.findByRole('button', { name: 'Roll back mfe-investor' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Roll back mfe-admin' })).toBeNull();
});
