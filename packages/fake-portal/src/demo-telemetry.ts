import type { FailureCause, LockItem, TelemetryPhase } from '@cytocomm/contract';
import type { FakeData } from './portal/state.ts';
import { buildFailureCause, buildReleaseHealth } from './telemetry-builders.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

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
  // One remote has just been released, and nobody has loaded it yet.
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
