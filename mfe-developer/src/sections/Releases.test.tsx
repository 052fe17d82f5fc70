import { promoteReleases } from '@cytocomm/contract';
import {
  buildLock,
  buildRelease,
  buildRemote,
  problem,
  type RenderedRemote,
  renderRemote,
  startFakePortal,
} from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import Releases from './Releases.tsx';

const live = buildLock({ remotes: { 'mfe-investor': '1.2.0', 'mfe-admin': '1.0.0' } });
const refused = buildRelease({
  version: '1.4.0',
  gate: {
    outcome: 'refused',
    checks: [
      { rule: 'files', outcome: 'passed', message: 'All 12 files are what release.json says.' },
      { rule: 'trial-run', outcome: 'skipped', message: 'There is no browser here.' },
      {
        rule: 'globals',
        outcome: 'refused',
        message: 'mfe-investor 1.4.0 sets window.fetch: take fetch as it is.',
        place: 'main.js:3:14',
      },
    ],
  },
});
const portal = startFakePortal(() => ({
  locks: [{ ...live }],
  liveLock: live.id,
  remotes: [buildRemote({ remote: 'mfe-investor' }), buildRemote({ remote: 'mfe-admin' })],
  releases: [
    refused,
    buildRelease({ version: '1.5.0', gate: { outcome: 'running', checks: [] } }),
    buildRelease({ version: '1.3.0' }),
    buildRelease({ version: '1.2.0' }),
    buildRelease({ version: '1.0.0', remote: 'mfe-admin' }),
  ],
}));
const open = () => renderRemote(<Releases />, { session: { roles: ['developer'] } });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const press = async (user: RenderedRemote['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const titles = () => screen.getAllByRole('rowheader').map((head) => head.textContent);

/** Somebody else promotes 1.0.0 of a new remote. */
function promoteElsewhere(): string {
  const other = buildLock({
    base: live.id,
    createdBy: 'other@lab.example',
    reason: 'Hotfix',
    remotes: { 'mfe-investor': '1.2.1', 'mfe-admin': '1.0.0' },
  });
  portal.data.locks.unshift(other);
  portal.data.liveLock = other.id;
  return other.id;
}

async function askToPromote(version = '1.3.0') {
  const { user } = open();
  await press(user, `Promote mfe-investor ${version}`);
  const dialog = within(await screen.findByRole('dialog', { name: `Promote mfe-investor ${version}` }));
  return { user, dialog };
}

describe('the list', () => {
  it('has each release with what the gate found and what can be done', async () => {
    const before = buildLock({ remotes: { 'mfe-investor': '1.1.0', 'mfe-admin': '1.0.0' } });
    portal.data.locks = [{ ...live, base: before.id }, before];
    open();
    expect(await row('mfe-investor 1.2.0')).toHaveTextContent('Live');
    expect(await screen.findByRole('button', { name: 'Roll back mfe-investor' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Roll back mfe-admin' })).toBeNull();
    expect(within(await row('mfe-investor 1.3.0')).getByText('Passed')).toBeVisible();
    expect(within(await row('mfe-investor 1.4.0')).getByText('Refused')).toBeVisible();
    expect(within(await row('mfe-investor 1.5.0')).getByText('Running')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Promote/ })).toHaveLength(1);
  });

  it('shows one remote when asked', async () => {
    const { user } = open();
    await screen.findByRole('option', { name: 'mfe-admin' });
    await user.selectOptions(screen.getByLabelText('Which remote'), 'mfe-admin');
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(await row('mfe-admin 1.0.0')).toBeVisible();
  });

  it('shows page after page', async () => {
    portal.data.releases = Array.from({ length: 19 }, (_, patch) => buildRelease({ version: `2.0.${patch}` }));
    const { user } = open();
    await row('mfe-investor 2.0.7');
    expect(titles()).toHaveLength(8);
    await press(user, 'Show more');
    await row('mfe-investor 2.0.15');
    await press(user, 'Show more');
    await row('mfe-investor 2.0.18');
    expect(titles()).toHaveLength(19);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says that it is loading', async () => {
    portal.server.use(http.get('/api/releases', () => delay('infinite')));
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading releases');
  });

  it('says that there are none, and what to do', async () => {
    portal.data.releases = [];
    open();
    expect(await screen.findByText('No releases yet.')).toBeVisible();
  });

  it('that cannot be loaded says so and heals on Retry', async () => {
    portal.server.use(http.get('/api/releases', () => problem('internal'), { once: true }));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The releases could not be loaded.');
    await press(user, 'Retry');
    expect(await row('mfe-investor 1.2.0')).toBeVisible();
  });
});

describe('the gate report', () => {
  it('has the refused checks first, each with its message and place', async () => {
    const { user } = open();
    await press(user, 'Report on mfe-investor 1.4.0');
    const dialog = within(screen.getByRole('dialog', { name: 'Gate report: mfe-investor 1.4.0' }));
    expect(await dialog.findByText(/refused this release for one reason/)).toBeVisible();
    const checks = within(dialog.getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(checks.map(({ textContent }) => textContent)).toEqual([
      'Refusedglobalsmfe-investor 1.4.0 sets window.fetch: take fetch as it is.at main.js:3:14',
      'Skippedtrial-runThere is no browser here.',
      'PassedfilesAll 12 files are what release.json says.',
    ]);
  });

  it('says that it could not be loaded', async () => {
    portal.server.use(http.get('/api/releases/:remote/:release', () => problem('internal'), { once: true }));
    const { user } = open();
    await press(user, 'Report on mfe-investor 1.3.0');
    expect(await screen.findByText('The report could not be loaded.')).toBeVisible();
    await press(user, 'Retry');
    expect(await screen.findByText(/The gate has passed this release/)).toBeVisible();
  });
});

describe('a promotion', () => {
  it('goes to everybody, from the lock that is live, with its reason', async () => {
    const { user, dialog } = await askToPromote();
    expect(dialog.getByText('mfe-investor 1.2.0')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'New charts');
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(await screen.findByText('mfe-investor 1.3.0 is live')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.data.locks[0]).toMatchObject({ base: live.id, reason: 'New charts' });
    await waitFor(async () => expect(await row('mfe-investor 1.3.0')).toHaveTextContent('Live'));
  });

  it('is a canary for a share of visitors', async () => {
    const { user, dialog } = await askToPromote();
    await user.selectOptions(dialog.getByLabelText('For whom'), 'A share of visitors');
    await user.clear(dialog.getByLabelText('Percent of visitors'));
    await user.type(dialog.getByLabelText('Percent of visitors'), '51');
    await user.click(dialog.getByRole('button', { name: 'Start the canary' }));
    expect(await dialog.findByText('A whole number from 1 to 50.')).toBeVisible();
    await user.clear(dialog.getByLabelText('Percent of visitors'));
    await user.type(dialog.getByLabelText('Percent of visitors'), '5');
    await user.click(dialog.getByRole('button', { name: 'Start the canary' }));
    expect(await screen.findByText('mfe-investor 1.3.0 is a canary for 5 % of visitors')).toBeVisible();
    expect(portal.data.locks[0]?.canary).toEqual({ percent: 5 });
    expect(portal.data.liveLock).toBe(live.id);
  });

  it('is a canary for people with a role', async () => {
    const { user, dialog } = await askToPromote();
    await user.selectOptions(dialog.getByLabelText('For whom'), 'People with a role');
    await user.click(dialog.getByRole('button', { name: 'Start the canary' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a role.');
    await user.click(within(dialog.getByRole('group', { name: 'Roles' })).getByLabelText('Investor'));
    await user.click(within(dialog.getByRole('group', { name: 'Roles' })).getByLabelText('Developer'));
    await user.click(dialog.getByRole('button', { name: 'Start the canary' }));
    await screen.findByText('mfe-investor 1.3.0 is a canary for people with the role developer or investor');
    expect(portal.data.locks[0]?.canary).toEqual({ roles: ['developer', 'investor'] });
  });

  it('is a canary for people with a role that a team brings', async () => {
    const claims = { routes: [], sections: [], roles: ['researcher', 'investor'] };
    portal.data.remotes.push(buildRemote({ remote: 'mfe-lab', claims }));
    const { user, dialog } = await askToPromote();
    await user.selectOptions(dialog.getByLabelText('For whom'), 'People with a role');
    await user.click(await dialog.findByLabelText('Researcher'));
    await user.click(dialog.getByRole('button', { name: 'Start the canary' }));
    await screen.findByText('mfe-investor 1.3.0 is a canary for people with the role researcher');
    expect(portal.data.locks[0]?.canary).toEqual({ roles: ['researcher'] });
  });

  it('from a lock that is not live any more changes nothing, shows the other one, and goes on from there', async () => {
    const { user, dialog } = await askToPromote();
    const other = promoteElsewhere();
    portal.refuse(promoteReleases, 'lock-moved');
    await user.type(dialog.getByLabelText('Reason'), 'New charts');
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(await dialog.findByText('Somebody else promoted meanwhile.')).toBeVisible();
    expect(portal.data.liveLock).toBe(other);
    expect(await dialog.findByText('mfe-investor 1.2.1')).toBeVisible();
    expect(dialog.getByText(/by other@lab\.example: “Hotfix”/)).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('New charts');

    // Pressing again without looking does nothing.
    expect(dialog.getByRole('button', { name: 'Promote to everybody' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(portal.data.liveLock).toBe(other);
    await user.click(dialog.getByRole('button', { name: 'Go on from here' }));
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(await screen.findByText('mfe-investor 1.3.0 is live')).toBeVisible();
    expect(portal.data.locks[0]).toMatchObject({ base: other, reason: 'New charts' });
  });

  it('that the gate refuses lists why, and what is live stays', async () => {
    const errors = [
      { path: 'collisions', message: 'mfe-investor 1.3.0 and mfe-news 1.0.0 both claim route /news.' },
      { path: 'shared', message: 'mfe-investor 1.3.0 needs react ^20.0.0, the shell gives 19.3.1.' },
    ];
    portal.server.use(http.post('/api/locks', () => problem('gate-refused', 'Refused.', { errors })));
    const { user, dialog } = await askToPromote();
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The gate refused this. What is live stays.');
    const reasons = within(dialog.getByRole('list', { name: 'Why the gate refused' })).getAllByRole('listitem');
    expect(reasons.map(({ textContent }) => textContent)).toEqual(
      errors.map(({ path, message }) => `${path} ${message}`),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tells that it ends the canary that runs', async () => {
    portal.data.locks.unshift(buildLock({ base: live.id, canary: { percent: 10 } }));
    const { user, dialog } = await askToPromote();
    expect(await dialog.findByText('The canary that runs ends with this.')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('For whom'), 'People with a role');
    expect(dialog.getByText('A canary runs already: promote or stop it first.')).toBeVisible();
  });

  it('that fails says so and keeps what was typed', async () => {
    portal.server.use(http.post('/api/locks', () => problem('gate-running', 'The gate is still looking.')));
    const { user, dialog } = await askToPromote();
    await user.type(dialog.getByLabelText('Reason'), 'New charts');
    await user.click(dialog.getByRole('button', { name: 'Promote to everybody' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The gate is still looking.');
    expect(dialog.getByLabelText('Reason')).toHaveValue('New charts');
  });

  it('waits until it is known what is live', async () => {
    portal.server.use(http.get('/api/locks/live', () => problem('internal')));
    const { user } = open();
    await press(user, 'Promote mfe-investor 1.3.0');
    expect(await screen.findByText('What is live could not be loaded.')).toBeVisible();
    portal.server.resetHandlers();
    await press(user, 'Retry');
    expect(await screen.findByRole('button', { name: 'Promote to everybody' })).toBeVisible();
  });
});
