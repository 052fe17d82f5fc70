import type { FailureCause, GateReport, LockItem, ReleaseItem, TelemetryPhase } from '@cytocomm/contract';
import {
  buildFailureCause,
  buildLock,
  buildRelease,
  buildReleaseHealth,
  buildRemote,
  buildTeamToken,
} from './builders.ts';
import type { FakeData } from './portal/state.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const REMOTES = [
  'mfe-admin',
  'mfe-auth',
  'mfe-calendar',
  'mfe-customer',
  'mfe-developer',
  'mfe-investor',
  'mfe-marketing',
];
const REASONS = ['Charts of the third quarter', '', 'Smaller first page', 'The calendar begins on Monday', ''];
const PEOPLE = ['developer@cytocomm.example', 'admin@cytocomm.example', 'investor pipeline'];

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

const refused: GateReport = {
  outcome: 'refused',
  checks: [
    { rule: 'files', outcome: 'passed', message: 'All 14 files are what release.json says.' },
    { rule: 'claims', outcome: 'passed', message: 'It claims what the platform team allows.' },
    {
      rule: 'styles',
      outcome: 'refused',
      message: 'A selector reaches beyond the remote: put “body” inside a class of a CSS module.',
      place: 'Home.3f2a1b7c.css:1:2048',
    },
    {
      rule: 'globals',
      outcome: 'refused',
      message: 'It sets window.fetch, which is everybody’s: keep your own function under your own name.',
      place: 'remote-entry.js:2:118',
    },
    { rule: 'trial-run', outcome: 'skipped', message: 'There is no browser on this machine.' },
  ],
};

/** What was published: the newest of each remote first, some of it refused or still being looked at. */
function demoReleases(): ReleaseItem[] {
  return Array.from({ length: 100 }, (_, number) => {
    const gate: GateReport | undefined =
      number === 0 ? { outcome: 'running', checks: [] } : number % 9 === 4 ? refused : undefined;
    return buildRelease({
      remote: pick(REMOTES, number + 4) ?? 'mfe-investor',
      version: `1.${20 - Math.floor(number / 6)}.0`,
      publishedAt: hoursAgo(0.2 + number * 5),
      publishedBy: pick(PEOPLE, number) ?? '',
      size: 90_000 + ((number * 7919) % 900_000),
      ...(gate && { gate }),
    });
  });
}

/** The history of deployments, newest first: each lock changes one remote of the one before. */
function demoLocks(): LockItem[] {
  const locks: LockItem[] = [];
  const versions: Record<string, string> = Object.fromEntries(REMOTES.map((remote) => [remote, '1.10.0']));
  for (let number = 0; number < 40; number += 1) {
    const remote = pick(REMOTES, number) ?? 'mfe-admin';
    if (number > 0) versions[remote] = `1.${10 + Math.floor(number / 6)}.0`;
    locks.unshift(
      buildLock({
        base: locks[0]?.id ?? null,
        createdAt: hoursAgo(1 + (39 - number) * 13),
        createdBy: pick(PEOPLE, number) ?? '',
        reason: pick(REASONS, number) ?? '',
        shell: '1.4.0',
        remotes: { ...versions },
      }),
    );
  }
  return locks;
}

/** What the harness shows of releases: a canary runs, a remote is switched off, and there is a long history. */
export function demoReleaseData(): Partial<FakeData> {
  const locks = demoLocks();
  const [live] = locks;
  const remotes = Object.fromEntries((live?.remotes ?? []).map(({ name, version }) => [name, version]));
  const canary = buildLock({
    base: live?.id ?? null,
    createdAt: hoursAgo(0.4),
    reason: 'Try the new charts on a few',
    shell: '1.4.0',
    remotes: { ...remotes, 'mfe-investor': '1.18.0' },
    canary: { percent: 10 },
  });
  return {
    releases: demoReleases(),
    locks: [canary, ...locks],
    liveLock: live?.id ?? null,
    remotes: REMOTES.map((remote) =>
      buildRemote({
        remote,
        ...(remote === 'mfe-customer' && {
          switchedOff: { reason: 'Notes are empty', at: hoursAgo(2), by: 'admin@cytocomm.example' },
        }),
      }),
    ),
    teamTokens: [
      buildTeamToken({ name: 'investor pipeline', expiresAt: hoursAgo(-24 * 60) }),
      buildTeamToken({ remote: 'mfe-marketing', name: 'Marketing, nightly build', expiresAt: hoursAgo(-24 * 6) }),
    ],
  };
}

const CAUSES: readonly (readonly [component: string, phase: TelemetryPhase, reason: string])[] = [
  ['AnnualReports', 'render', 'TypeError: Cannot read properties of undefined (reading "year")'],
  ['InvestorNews', 'entry', 'Failed to fetch https://portal.example/releases/mfe-investor/remote-entry.js'],
  ['CalendarOverview', 'component', 'ChunkLoadError: Loading chunk 418 failed after 15 s'],
  [
    'CompanyNews',
    'render',
    `RangeError: Invalid time value at ${'formatDistance/'.repeat(18)}describe: the date of a press release is empty`,
  ],
  ['Home', 'component', ''],
];

const FRAMES = [
  { function: 'yearOf', file: 'mfe-investor/src/reports/report-years.ts', line: 12, column: 18 },
  { function: 'AnnualReports', file: 'mfe-investor/src/sections/AnnualReports.tsx', line: 42, column: 7 },
  { file: '/releases/shell/1.0.0-0123456789ab/react-dom.js', line: 1, column: 90_210 },
];

/** What browsers reported: a canary that fails more often than what is live, and a long list of causes. */
export function demoTelemetry(locks: readonly LockItem[]): Partial<FakeData> {
  const [canary, live] = locks;
  const tried = canary?.remotes.filter(({ release }) => !live?.remotes.some((each) => each.release === release)) ?? [];
  // One remote was just released and has no loads yet.
  const watched = [...(live?.remotes ?? []).slice(1), ...tried];
  const failing = [...tried, ...(live?.remotes ?? [])];
  return {
    releaseHealth: watched.map(({ name, release }, number) =>
      buildReleaseHealth({
        remote: name,
        release,
        loads: tried.some((each) => each.release === release) ? 412 : 9100 - ((number * 3571) % 8000),
        slow: number % 3 === 0 ? 37 : 0,
        failures: {
          entry: number % 3 === 1 ? 14 : 0,
          component: number % 3 === 2 ? 3 : 0,
          render: tried.some((each) => each.release === release) ? 61 : 0,
        },
        p50: 90 + ((number * 173) % 400),
        p95: 420 + ((number * 977) % 2400),
        since: hoursAgo(tried.some((each) => each.release === release) ? 0.3 : 6 + number * 25),
      }),
    ),
    failureCauses: Array.from({ length: 100 }, (_, number): FailureCause => {
      const { name, release } = failing[number % Math.max(1, failing.length)] ?? { name: 'mfe-investor' };
      const [component, phase, reason] = CAUSES[number % CAUSES.length] ?? ['Home', 'entry', ''];
      return buildFailureCause({
        remote: name,
        ...(release !== undefined && { release }),
        component,
        phase,
        frames: phase === 'render' ? FRAMES : [],
        reason: number < CAUSES.length ? reason : `${reason || 'Script error.'} (${number})`,
        clients: 1 + ((number * 37) % 61),
        firstAt: hoursAgo(number * 1.5 + 30),
        lastAt: hoursAgo(number * 1.5),
      });
    }),
  };
}
