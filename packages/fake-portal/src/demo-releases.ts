import type { GateReport, LockItem, ReleaseItem } from '@cytocomm/contract';
import type { FakeData } from './portal/state.ts';
import { buildLock, buildRelease, buildRemote, buildTeamToken } from './release-builders.ts';

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
