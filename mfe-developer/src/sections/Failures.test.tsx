import { buildFailureCause, buildLock, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { delay, http } from 'msw';
import type { ReactNode } from 'react';
import { READ_AGAIN, useReleaseHealth } from '../health/release-health.tsx';
import { LOCK_PAGE, useLiveLock, useLockPages } from '../live/live-api.ts';
import Failures from './Failures.tsx';

const live = buildLock({ remotes: { 'mfe-investor': '1.2.0', 'mfe-admin': '1.0.0' } });
const canary = buildLock({
  base: live.id,
  canary: { percent: 10 },
  remotes: { 'mfe-investor': '1.3.0', 'mfe-admin': '1.0.0' },
});

const portal = startFakePortal(() => ({
  locks: [{ ...canary }, { ...live }],
  liveLock: live.id,
  failureCauses: [
    buildFailureCause({
      version: '1.3.0',
      clients: 1204,
      firstAt: '2025-02-01T08:00:00.000Z',
      lastAt: '2025-02-04T09:00:00.000Z',
    }),
    buildFailureCause({ component: 'InvestorNews', phase: 'entry', reason: 'Failed to fetch', clients: 1 }),
    buildFailureCause({ version: '1.1.0', component: 'Home', phase: 'component', reason: ' ' }),
  ],
}));
const open = (beside?: ReactNode) =>
  renderRemote(
    <>
      <Failures />
      {beside}
    </>,
    { session: { roles: ['developer'] } },
  );
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Failures' });
  return within(table).getAllByRole('row').slice(1);
};

it('lists causes with release, component, phase, reason, clients and times, in the order of the server', async () => {
  open();
  const texts = (await rows()).map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
  expect(texts.map(([reason]) => reason)).toEqual([
    'TypeError: reports is undefinedAnnualReports render',
    'Failed to fetchInvestorNews entry',
    'No reason was reportedHome component',
  ]);
  expect(texts.map((cells) => cells[2])).toEqual(['1,204', '1', '2']);
  const [first] = await rows();
  const times = [...(first?.querySelectorAll('time') ?? [])].map((time) => time.dateTime);
  expect(times).toEqual(['2025-02-04T09:00:00.000Z', '2025-02-01T08:00:00.000Z']);
});

it('tells who gets the release that failed', async () => {
  open();
  await screen.findByText('Live');
  await screen.findByText('Canary');
  const stages = (await rows()).map((row) =>
    /mfe-investor (\d+\.\d\.\d)(Live|Canary)?/.exec(row.textContent)?.slice(1),
  );
  expect(stages).toEqual([
    ['1.3.0', 'Canary'],
    ['1.2.0', 'Live'],
    ['1.1.0', undefined],
  ]);
});

it('shows ten of a hundred causes, and more of them on asking', async () => {
  portal.data.failureCauses = Array.from({ length: 100 }, (_, number) =>
    buildFailureCause({ reason: `Error ${number}` }),
  );
  const { user } = open();
  expect(await rows()).toHaveLength(10);
  for (let pages = 2; pages <= 10; pages += 1) await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await rows()).toHaveLength(100);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows what a browser sent as text', async () => {
  const reason = '<img src=x onerror=alert(1)>';
  portal.data.failureCauses = [buildFailureCause({ reason })];
  open();
  expect((await screen.findByText(reason)).tagName).toBe('BDI');
});

it('lists causes when the live lock cannot be read', async () => {
  portal.server.use(http.get('/api/locks/live', () => problem('internal')));
  portal.server.use(http.get('/api/locks', () => problem('internal')));
  open();
  expect(await rows()).toHaveLength(3);
  expect(screen.queryByText('Live')).toBeNull();
});

it('says when there are none', async () => {
  portal.data.failureCauses = [];
  open();
  expect(await screen.findByText('No failures.')).toBeVisible();
});

it('says that it is loading, once it is known how high the health of releases above it is', async () => {
  portal.server.use(http.get('/api/telemetry/failures', () => delay('infinite')));
  open();
  expect(screen.queryByRole('region', { name: 'Failures' })).toBeNull();
  expect(await screen.findByRole('status')).toHaveTextContent('Loading failures');
});

/** Shows when all that is above is here, but for what one path answers. */
function AllBut({ path }: { readonly path: string }) {
  const answers = {
    '/api/telemetry/health': useReleaseHealth(undefined, READ_AGAIN),
    '/api/locks/live': useLiveLock(),
    '/api/locks': useLockPages({ query: { limit: LOCK_PAGE } }),
  };
  const others = Object.entries(answers).filter(([asked]) => asked !== path);
  return others.every(([, { data }]) => data !== undefined) ? <p>All others are here</p> : null;
}

it.each(['/api/telemetry/health', '/api/locks/live', '/api/locks'])(
  'waits for %s, by which what is above gets its height',
  async (path) => {
    const response = Promise.withResolvers<void>();
    portal.server.use(http.get(path, () => response.promise));
    open(<AllBut path={path} />);
    await screen.findByText('All others are here');
    expect(screen.queryByRole('region', { name: 'Failures' })).toBeNull();
    response.resolve();
    expect(await rows()).toHaveLength(3);
  },
);

it('says that it could not be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/telemetry/failures', () => problem('internal', 'It broke.'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The failures could not be loaded.It broke.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await rows()).toHaveLength(3);
});

it('shows where it failed, the innermost call first, behind a disclosure', async () => {
  const frames = [
    { function: 'yearOf', file: 'mfe-investor/src/years.ts', line: 12, column: 18 },
    { file: '/releases/shell/1.0.0-0123456789ab/main.js', line: 1, column: 7 },
  ];
  portal.data.failureCauses = [buildFailureCause({ frames })];
  const { user } = open();
  const summary = await screen.findByText('mfe-investor/src/years.ts:12:18', { selector: 'summary *' });
  const calls = within(summary.closest('details') ?? document.body).getAllByRole('listitem', { hidden: true });
  expect(calls.map(({ textContent }) => textContent)).toEqual([
    'yearOf mfe-investor/src/years.ts:12:18',
    '/releases/shell/1.0.0-0123456789ab/main.js:1:7',
  ]);
  expect(summary.closest('details')).not.toHaveAttribute('open');
  await user.click(summary);
  expect(summary.closest('details')).toHaveAttribute('open');
});

it('shows no disclosure for a failure without a stack', async () => {
  portal.data.failureCauses = [buildFailureCause({ reason: 'Script error.' })];
  open();
  await screen.findByText('Script error.');
  expect(screen.queryByText(/^Where:/)).toBeNull();
});
