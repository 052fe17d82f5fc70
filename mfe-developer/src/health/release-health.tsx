import {
  type LockItem,
  listFailureCauses,
  type ReleaseHealth,
  readReleaseHealth,
  type TelemetryPhase,
} from '@cytocomm/contract';
import { Tag } from '@cytocomm/kit';
import { endpoint } from '@cytocomm/portal-api';
import { type LockPart, partNamed, partsOf } from '../live/lock-parts.ts';
import classes from './health.module.css';

/** The phases in the order in which a part of a page goes through them. */
const phases: readonly TelemetryPhase[] = ['entry', 'component', 'render'];

/** Returns a whole number: `4,210`. */
export function describeCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns a time in the unit that suits it: `180 ms`, `2.4 s`. */
export function describeMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
}

/** Returns how many failures there were in all phases. */
export function failuresOf({ failures }: ReleaseHealth): number {
  return phases.reduce((sum, phase) => sum + failures[phase], 0);
}

/** Returns the phases that failed, with how often: `3 entry, 1 render`; empty without failures. */
export function describePhases({ failures }: ReleaseHealth): string {
  return phases
    .filter((phase) => failures[phase] > 0)
    .map((phase) => `${describeCount(failures[phase])} ${phase}`)
    .join(', ');
}

/** Returns how many failures there were for a hundred loads: `1.5 per 100 loads`. */
export function describeRate(health: ReleaseHealth): string {
  if (health.loads === 0) return 'and no loads';
  const rate = (100 * failuresOf(health)) / health.loads;
  const words = rate < 0.1 ? 'under 0.1' : rate.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${words} per 100 loads`;
}

/** Who gets a release: everybody, or those of the canary. */
type Stage = 'live' | 'canary';

/** A release that visitors get now, and what their browsers reported of it. */
export interface WatchedRelease {
  readonly part: LockPart;
  readonly stage: Stage;
  /** Null until a browser has reported. */
  readonly health: ReleaseHealth | null;
}

/** Returns who gets a release; null for one that is no longer served. */
export function stageOf(
  { remote, release }: Pick<ReleaseHealth, 'remote' | 'release'>,
  live: LockItem | null,
  canary: LockItem | null,
): Stage | null {
  if (partNamed(live, remote)?.release === release) return 'live';
  return partNamed(canary, remote)?.release === release ? 'canary' : null;
}

/** Returns the live release of each remote, by name, each before the one that the canary has in its place. */
export function watchedReleases(
  live: LockItem,
  canary: LockItem | null,
  healths: readonly ReleaseHealth[],
): WatchedRelease[] {
  const watched = (part: LockPart, stage: Stage): WatchedRelease => ({
    part,
    stage,
    health: healths.find(({ remote, release }) => remote === part.name && release === part.release) ?? null,
  });
  const names = [...partsOf(live), ...(canary ? partsOf(canary) : [])].map(({ name }) => name);
  // Browsers report of remotes; the shell is what reports.
  return [...new Set(names)]
    .filter((name) => name !== live.shell.name)
    .sort()
    .flatMap((name) => {
      const now = partNamed(live, name);
      const tried = partNamed(canary, name);
      return [
        ...(now ? [watched(now, 'live')] : []),
        ...(tried && tried.release !== now?.release ? [watched(tried, 'canary')] : []),
      ];
    });
}

/** Reports come in all the time, and live events tell of new causes alone. */
export const READ_AGAIN = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

export const { useQuery: useReleaseHealth } = endpoint(readReleaseHealth);
export const { useQuery: useFailureCauses } = endpoint(listFailureCauses);

/** Properties of {@link ReleaseName}. */
export interface ReleaseNameProps {
  readonly remote: string;
  /** Its version, and the beginning of its hash. */
  readonly release: string;
  readonly stage: Stage | null;
}

/** A release of a remote, and who gets it. */
export function ReleaseName({ remote, release, stage }: ReleaseNameProps) {
  const end = release.lastIndexOf('-');
  return (
    <span className={classes.two}>
      <span className={classes.name}>
        {remote} <span className="tabular">{release.slice(0, end)}</span>
        {stage === 'live' ? <Tag tone="teal">Live</Tag> : null}
        {stage === 'canary' ? <Tag tone="amber">Canary</Tag> : null}
      </span>
      <code className={classes.small}>{release.slice(end + 1, end + 9)}</code>
    </span>
  );
}
