import type { FailureCause, FailureFrame, LockItem } from '@cytocomm/contract';
import { type DataColumn, DataTable, EmptyState, RelativeTime, Tag } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import classes from '../failures/failures.module.css';
import {
  describeCount,
  READ_AGAIN,
  ReleaseName,
  stageOf,
  useFailureCauses,
  useReleaseHealth,
} from '../health/release-health.tsx';
import { LOCK_PAGE, useLiveLock, useLockPages, useRunningCanary } from '../live/live-api.ts';
import { FirstRows } from '../rows/FirstRows.tsx';

/** Properties of {@link CallStack}. */
interface CallStackProps {
  readonly frames: readonly FailureFrame[];
}

/** The calls that led to a failure, the innermost first, behind a disclosure. */
function CallStack({ frames }: CallStackProps) {
  const [first] = frames;
  return (
    <details className={classes.stack}>
      <summary>
        Where: <code>{first && placeOf(first)}</code>
      </summary>
      <ol>
        {frames.map((frame, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack is never changed, and a recursive call stands in it many times
          <li key={place}>
            {frame.function && <bdi>{frame.function} </bdi>}
            <code>{placeOf(frame)}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

function placeOf({ file, line, column }: FailureFrame): string {
  return `${file}:${line}:${column}`;
}

/** Properties of {@link FailureTable}. */
export interface FailureTableProps {
  readonly causes: readonly FailureCause[];
  /** Null until the live lock has been read. */
  readonly live: LockItem | null;
  readonly canary: LockItem | null;
}

const keyOf = ({ remote, release, component, phase, reason }: FailureCause) =>
  JSON.stringify([remote, release, component, phase, reason]);

/** The causes of failures: what browsers said, of which release, for how many, and when. */
function FailureTable({ causes, live, canary }: FailureTableProps) {
  const columns: readonly DataColumn<FailureCause>[] = [
    {
      key: 'reason',
      header: 'Reason',
      rowHeader: true,
      cell: ({ reason, component, phase, frames }) => (
        <span className={classes.cause}>
          {/* Browsers send it, and it may be in any script. */}
          <bdi className={classes.reason}>{reason.trim() === '' ? 'No reason was reported' : reason}</bdi>
          <span className={classes.where}>
            <code>{component}</code> <Tag>{phase}</Tag>
          </span>
          {frames.length > 0 && <CallStack frames={frames} />}
        </span>
      ),
    },
    {
      key: 'release',
      header: 'Release',
      cell: (cause) => (
        <ReleaseName remote={cause.remote} release={cause.release} stage={stageOf(cause, live, canary)} />
      ),
    },
    { key: 'clients', header: 'Clients', kind: 'number', cell: ({ clients }) => describeCount(clients) },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ firstAt, lastAt }) => (
        <span className={classes.seen}>
          <RelativeTime date={lastAt} />
          <span className={classes.small}>
            first <RelativeTime date={firstAt} />
          </span>
        </span>
      ),
    },
  ];
  return <DataTable caption="Failures" columns={columns} rows={causes} rowKey={keyOf} />;
}

/** The error log: why parts of pages failed in browsers, cause by cause. */
export default function Failures() {
  // The health of releases stands above; its height is unknown until all of it has loaded.
  const above = [useReleaseHealth(undefined, READ_AGAIN), useLiveLock(), useLockPages({ query: { limit: LOCK_PAGE } })];
  if (above.some(({ isLoading, error }) => isLoading && !error)) return null;
  return (
    <Panel title="Failures" lead="Why parts of pages failed in the last seven days, newest first.">
      <FailureList />
    </Panel>
  );
}

function FailureList() {
  const { data, error, isFetching, refetch } = useFailureCauses(undefined, READ_AGAIN);
  const { data: live = null } = useLiveLock();
  const canary = useRunningCanary();
  const failure = (title: string) => (
    <QueryFailure title={title} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  );
  if (!data)
    return error ? (
      failure('The failures could not be loaded.')
    ) : (
      <TableSkeleton label="Loading failures" columns={4} rows={4} />
    );
  const { items } = data;
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title="No failures.">No browser has reported one in the last seven days.</EmptyState>
      ) : (
        <FirstRows rows={items} step={10}>
          {(causes) => <FailureTable causes={causes} live={live} canary={canary} />}
        </FirstRows>
      )}
      {error ? failure('The failures could not be read again.') : null}
    </>
  );
}
