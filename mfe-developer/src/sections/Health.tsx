import { isApiProblem } from '@cytocomm/http';
import { EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { HealthTable } from '../health/HealthTable.tsx';
import { READ_AGAIN, useReleaseHealth } from '../health/health-api.ts';
import { watchedReleases } from '../health/watched-releases.ts';
import { LOCK_PAGE, useLiveLock, useLockPages, useRunningCanary } from '../live/live-api.ts';

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
