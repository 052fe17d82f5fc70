import { isApiProblem } from '@cytocomm/http';
import { classNames, type DataColumn, DataTable, EmptyState, RelativeTime } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import classes from '../health/health.module.css';
import {
  describeCount,
  describeMs,
  describePhases,
  describeRate,
  failuresOf,
  READ_AGAIN,
  ReleaseName,
  useReleaseHealth,
  type WatchedRelease,
  watchedReleases,
} from '../health/release-health.tsx';
import { LOCK_PAGE, useLiveLock, useLockPages, useRunningCanary } from '../live/live-api.ts';

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
function HealthTable({ releases }: { readonly releases: readonly WatchedRelease[] }) {
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

/** How the releases that visitors get do in their browsers: loads, failures and load times. */
export default function Health() {
  return (
    <Panel title="Health" lead="What browsers reported in the last seven days. A browser counts once an hour.">
      <HealthOfReleases />
    </Panel>
  );
}

function HealthOfReleases() {
  const live = useLiveLock();
  const canary = useRunningCanary();
  // The rows of a canary are among the others.
  const locks = useLockPages({ query: { limit: LOCK_PAGE } });
  const health = useReleaseHealth(undefined, READ_AGAIN);
  const failed = [live, health].filter(({ error }) => error);
  const failure = (title: string) => (
    <QueryFailure
      title={title}
      error={failed[0]?.error}
      onRetry={() => {
        for (const { refetch } of failed) void refetch();
      }}
      retrying={failed.some(({ isFetching }) => isFetching)}
    />
  );
  if (isApiProblem(live.error) && live.error.code === 'not-found')
    return <EmptyState title="No loads yet.">Nothing is live yet.</EmptyState>;
  if (!live.data || !health.data || (locks.isLoading && !locks.error))
    return failed.length > 0 ? (
      failure('The health of releases could not be loaded.')
    ) : (
      <TableSkeleton label="Loading the health of releases" columns={4} rows={7} />
    );
  const releases = watchedReleases(live.data, canary, health.data.items);
  return (
    <>
      {releases.some((release) => release.health) ? (
        <HealthTable releases={releases} />
      ) : (
        <EmptyState title="No loads yet.">
          Browsers report what they load of the releases that are live; the first report opens this table.
        </EmptyState>
      )}
      {failed.length > 0 ? failure('The health of releases could not be read again.') : null}
    </>
  );
}
