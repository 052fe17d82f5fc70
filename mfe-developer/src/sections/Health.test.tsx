import { buildLock, buildReleaseHealth, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import Health from './Health.tsx';

const live = buildLock({ remotes: { 'mfe-investor': '1.2.0', 'mfe-admin': '1.0.0' } });
const canary = buildLock({
  base: live.id,
  canary: { percent: 10 },
  remotes: { 'mfe-investor': '1.3.0', 'mfe-admin': '1.0.0' },
});

const portal = startFakePortal(() => ({
  locks: [{ ...live }],
  liveLock: live.id,
  releaseHealth: [
    buildReleaseHealth({ version: '1.1.0', loads: 77 }),
    buildReleaseHealth({
      version: '1.2.0',
      loads: 4210,
      slow: 41,
      failures: { entry: 3, component: 0, render: 1200 },
      p50: 180,
      p95: 2449,
    }),
  ],
}));
const open = () => renderRemote(<Health />, { session: { roles: ['developer'] } });
const rowNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const cells = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const lengths = (row: HTMLElement) => [...row.querySelectorAll('rect')].map((rect) => rect.getAttribute('width'));

it('shows loads, failures by phase and load times of what is live as text', async () => {
  open();
  expect(await cells(/mfe-investor/)).toEqual([
    expect.stringMatching(/^4,210since /),
    '1,203 28.6 per 100 loads3 entry, 1,200 render',
    '180 ms median95 % within 2.4 s, 41 slow',
  ]);
  expect(await cells(/mfe-admin/)).toEqual(['No loads yet', 'None', 'Not timed yet']);
  expect(rowNames()).toEqual([expect.stringMatching(/^mfe-admin 1\.0\.0Live/), expect.stringMatching(/^mfe-investor/)]);
});

it('shows a canary below the live release that it is compared with, its bars on the same scale', async () => {
  portal.data.locks = [{ ...canary }, { ...live }];
  portal.data.releaseHealth.push(
    buildReleaseHealth({
      version: '1.3.0',
      loads: 421,
      failures: { entry: 0, component: 0, render: 0 },
      p50: 0,
      p95: 0,
    }),
  );
  open();
  const tried = await screen.findByRole('row', { name: /Canary/ });
  expect(rowNames().map((name) => /^(\S+ [\d.]+)(Live|Canary)/.exec(name)?.slice(1))).toEqual([
    ['mfe-admin 1.0.0', 'Live'],
    ['mfe-investor 1.2.0', 'Live'],
    ['mfe-investor 1.3.0', 'Canary'],
  ]);
  expect(await cells(/1\.3\.0/)).toEqual([expect.stringMatching(/^421/), 'None', '0 ms median95 % within 0 ms']);
  // Track and bar of loads; track, bar and inner bar of load times.
  expect(lengths(tried)).toEqual(['100%', '10%', '100%', '0%', '0%']);
  const now = screen.getByRole('row', { name: /1\.2\.0/ });
  expect(lengths(now).slice(0, 3)).toEqual(['100%', '100%', '100%']);
  expect(Number.parseFloat(lengths(now)[3] ?? '')).toBeCloseTo((100 * 1203) / 4210);
});

it('a failure among very many loads can still be seen', async () => {
  portal.data.releaseHealth = [
    buildReleaseHealth({ version: '1.2.0', loads: 900_000, failures: { entry: 1, component: 0, render: 0 } }),
  ];
  open();
  expect(lengths(await screen.findByRole('row', { name: /mfe-investor/ }))[3]).toBe('2%');
  expect((await cells(/mfe-investor/))[1]).toBe('1 under 0.1 per 100 loads1 entry');
});

it('shows failures of a release that never loaded', async () => {
  portal.data.releaseHealth = [
    buildReleaseHealth({
      version: '1.2.0',
      loads: 0,
      failures: { entry: 5, component: 0, render: 0 },
      p50: null,
      p95: null,
    }),
  ];
  open();
  expect(await cells(/mfe-investor/)).toEqual([
    expect.stringMatching(/^0since/),
    '5 and no loads5 entry',
    'Not timed yet',
  ]);
});

it('says when there are no loads yet, also of other releases alone', async () => {
  portal.data.releaseHealth = [buildReleaseHealth({ version: '1.1.0' })];
  open();
  expect(await screen.findByText('No loads yet.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says when nothing is live yet', async () => {
  portal.data.liveLock = null;
  open();
  expect(await screen.findByText('Nothing is live yet.')).toBeVisible();
});

it('says that it is loading', () => {
  portal.server.use(http.get('/api/telemetry/health', () => delay('infinite')));
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading the health of releases');
});

it.each(['/api/telemetry/health', '/api/locks/live'])(
  'says that %s could not be read, and heals on Retry',
  async (path) => {
    portal.server.use(http.get(path, () => problem('internal', 'It broke.'), { once: true }));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The health of releases could not be loaded.It broke.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /mfe-investor/ })).toBeVisible();
  },
);

it('heals when both reads failed', async () => {
  for (const path of ['/api/telemetry/health', '/api/locks/live'])
    portal.server.use(http.get(path, () => problem('internal'), { once: true }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /mfe-investor/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
