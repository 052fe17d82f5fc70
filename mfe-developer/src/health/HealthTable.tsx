import { classNames, type DataColumn, DataTable, RelativeTime } from '@cytocomm/kit';
import classes from './health.module.css';
import { describeCount, describeMs, describePhases, describeRate, failuresOf } from './health-words.ts';
import { ReleaseName } from './ReleaseName.tsx';
import type { WatchedRelease } from './watched-releases.ts';

/** Properties of {@link Bar}. */
interface BarProps {
  /** How long it is, from 0 to 1; what is not nothing can be seen. */
  readonly share: number;
  readonly tone: 'good' | 'bad';
  /** A part of it that stands out, from 0 to 1. */
  readonly inner?: number;
}

const MIN_SHARE = 0.02;
const width = (share: number) => `${share > 0 ? 100 * Math.max(MIN_SHARE, share) : 0}%`;

/** A number beside others of its kind; the number stands as text next to it. */
function Bar({ share, tone, inner }: BarProps) {
  return (
    <svg aria-hidden="true" focusable="false" className={classNames(classes.bar, tone === 'bad' && classes.bad)}>
      <rect width="100%" height="100%" className={classes.track} />
      <rect width={width(share)} height="100%" className={inner === undefined ? classes.full : classes.pale} />
      {inner === undefined ? null : <rect width={width(inner)} height="100%" className={classes.full} />}
    </svg>
  );
}

const shareOf = (value: number, most: number) => (most === 0 ? 0 : value / most);

/** The health of each release. Loads and load times have one scale each; failures are drawn against the release's own loads. */
export function HealthTable({ releases }: { readonly releases: readonly WatchedRelease[] }) {
  const healths = releases.flatMap(({ health }) => health ?? []);
  const mostLoads = Math.max(0, ...healths.map(({ loads }) => loads));
  const slowest = Math.max(0, ...healths.map(({ p95 }) => p95 ?? 0));

  const columns: readonly DataColumn<WatchedRelease>[] = [
    {
      key: 'release',
      header: 'Release',
      rowHeader: true,
      cell: ({ part, stage }) => <ReleaseName remote={part.name} release={part.release} stage={stage} />,
    },
    {
      key: 'loads',
      header: 'Loads',
      cell: ({ health }) =>
        health ? (
          <span className={classes.figure}>
            <span className="tabular">{describeCount(health.loads)}</span>
            <Bar share={shareOf(health.loads, mostLoads)} tone="good" />
            <span className={classes.small}>
              since <RelativeTime date={health.since} />
            </span>
          </span>
        ) : (
          <span className={classes.none}>No loads yet</span>
        ),
    },
    {
      key: 'failures',
      header: 'Failures',
      cell: ({ health }) => {
        const failures = health ? failuresOf(health) : 0;
        if (!health || failures === 0) return <span className={classes.none}>None</span>;
        return (
          <span className={classes.figure}>
            <span>
              <span className="tabular">{describeCount(failures)}</span>{' '}
              <span className={classes.small}>{describeRate(health)}</span>
            </span>
            <Bar share={Math.min(1, failures / health.loads)} tone="bad" />
            <span className={classes.small}>{describePhases(health)}</span>
          </span>
        );
      },
    },
    {
      key: 'times',
      header: 'Load time',
      cell: ({ health }) => {
        const { p50 = null, p95 = null } = health ?? {};
        if (p50 === null || p95 === null) return <span className={classes.none}>Not timed yet</span>;
        return (
          <span className={classes.figure}>
            <span>
              <span className="tabular">{describeMs(p50)}</span> <span className={classes.small}>median</span>
            </span>
            <Bar share={shareOf(p95, slowest)} inner={shareOf(p50, slowest)} tone="good" />
            <span className={classes.small}>
              95 % within {describeMs(p95)}
              {health && health.slow > 0 ? `, ${describeCount(health.slow)} slow` : null}
            </span>
          </span>
        );
      },
    },
  ];
  return (
    <DataTable
      caption="Health"
      columns={columns}
      rows={releases}
      rowKey={({ part }) => `${part.name} ${part.release}`}
    />
  );
}
