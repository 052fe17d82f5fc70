import { EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { FailureTable } from '../failures/FailureTable.tsx';
import { READ_AGAIN, useFailureCauses, useReleaseHealth } from '../health/health-api.ts';
import { LOCK_PAGE, useLiveLock, useLockPages, useRunningCanary } from '../live/live-api.ts';
import { FirstRows } from '../rows/FirstRows.tsx';

/** The error log: why parts of pages failed in browsers, cause by cause. */
export default function Failures() {
  // The health of releases stands above; nobody knows how high before all that it shows is here.
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
