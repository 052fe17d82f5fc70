import type { FailureCause, GateReport, LockItem, ReleaseItem } from '@cytocomm/contract';
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

const TEAMS = ['admin', 'auth', 'calendar', 'customer', 'developer', 'investor', 'marketing'];
const REMOTES = TEAMS.map((team) => `mfe-${team}`);
const REASONS = ['Charts of the third quarter', '', 'Smaller first page', 'The calendar begins on Monday', ''];
const PEOPLE = ['developer@cytocomm.example', 'admin@cytocomm.example', 'investor pipeline'];

const pick = (items: readonly string[], index: number): string => items[index % items.length] ?? '';

const refused: GateReport = {
  outcome: 'refused',
  checks: [
    { rule: 'files', outcome: 'passed', message: 'All 14 files are what release.json says.' },
    {
      rule: 'styles',
      outcome: 'refused',
      message: 'A selector reaches beyond the remote: put “body” inside a class of a CSS module.',
      place: 'Home.3f2a1b7c.css:1:2048',
    },
  ],
};

/** What was published: the newest of each remote first, some of it refused or still being looked at. */
function demoReleases(): ReleaseItem[] {
  return Array.from({ length: 100 }, (_, number) =>
    buildRelease({
      remote: pick(REMOTES, number + 4),
      version: `1.${20 - Math.floor(number / 6)}.0`,
      publishedAt: hoursAgo(0.2 + number * 5),
      publishedBy: pick(PEOPLE, number),
      size: 90_000 + ((number * 7919) % 900_000),
      ...(number === 0 && { gate: { outcome: 'running', checks: [] } }),
      ...(number % 9 === 4 && { gate: refused }),
    }),
  );
}

/** The history of deployments, newest first: each lock changes one remote of the one before. */
function demoLocks(): LockItem[] {
  const locks: LockItem[] = [];
  const remotes = Object.fromEntries(REMOTES.map((remote) => [remote, '1.10.0']));
  for (let number = 0; number < 40; number += 1) {
    remotes[pick(REMOTES, number)] = `1.${10 + Math.floor(number / 6)}.0`;
    locks.unshift(
      buildLock({
        base: locks[0]?.id ?? null,
        createdAt: hoursAgo(1 + (39 - number) * 13),
        createdBy: pick(PEOPLE, number),
        reason: pick(REASONS, number),
        shell: '1.4.0',
        remotes,
      }),
    );
  }
  return locks;
}

const REASON = 'TypeError: Cannot read properties of undefined (reading "year")';
const PHASES = ['render', 'entry', 'component'] as const;

/** The cause of failures of a number; one in three has a stack. */
function demoCause(number: number, { name: remote, release }: LockItem['shell']): FailureCause {
  const [phase, frames] = [PHASES[number % 3] ?? 'render', number % 3 === 0 ? FRAMES : []];
  const times = { firstAt: hoursAgo(number * 1.5 + 30), lastAt: hoursAgo(number * 1.5) };
  const reason = number === 4 ? `RangeError: ${'formatDistance/'.repeat(18)}describe` : `${REASON} (${number})`;
  return buildFailureCause({ remote, release, phase, frames, reason, clients: 1 + ((number * 37) % 61), ...times });
}

const FRAMES = [{ function: 'yearOf', file: 'mfe-investor/src/reports/report-years.ts', line: 12, column: 18 }];

/**
 * What the harness shows of releases: a canary that fails more often than what is live, a remote that is switched off, a
 * long history, and what browsers reported.
 */
export function demoReleaseData(): Partial<FakeData> {
  const [live, ...earlier] = demoLocks();
  if (live === undefined) return {};
  const versions = Object.fromEntries(live.remotes.map(({ name, version }) => [name, version]));
  const canary = buildLock({
    base: live.id,
    createdAt: hoursAgo(0.4),
    reason: 'Try the new charts on a few',
    shell: '1.4.0',
    remotes: { ...versions, 'mfe-investor': '1.18.0' },
    canary: { percent: 10 },
  });
  const tried = canary.remotes.filter(({ name }) => name === 'mfe-investor');
  // One remote was just released and has no loads yet.
  const watched = [...live.remotes.slice(1), ...tried];
  return {
    releases: demoReleases(),
    locks: [canary, live, ...earlier],
    liveLock: live.id,
    remotes: REMOTES.map((remote) => {
      const switchedOff = { reason: 'Notes are empty', at: hoursAgo(2), by: 'admin@cytocomm.example' };
      return buildRemote({ remote, ...(remote === 'mfe-customer' && { switchedOff }) });
    }),
    teamTokens: [buildTeamToken({ expiresAt: hoursAgo(-24 * 6) })],
    releaseHealth: watched.map((part, number) => {
      const isTried = tried.includes(part);
      return buildReleaseHealth({
        ...{ remote: part.name, release: part.release },
        loads: isTried ? 412 : 9100 - ((number * 3571) % 8000),
        slow: number % 3 === 0 ? 37 : 0,
        failures: { entry: number % 3 === 1 ? 14 : 0, component: 0, render: isTried ? 61 : 0 },
        p50: 90 + ((number * 173) % 400),
        p95: 420 + ((number * 977) % 2400),
        since: hoursAgo(isTried ? 0.3 : 6 + number * 25),
      });
    }),
    failureCauses: Array.from({ length: 100 }, (_, number) =>
      demoCause(number, watched[number % watched.length] ?? live.shell),
    ),
  };
}
