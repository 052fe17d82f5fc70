import { isApiProblem } from '@cytocomm/http';
import { EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList, QueryFailure } from '@cytocomm/portal-api';
import { DeploymentEntry } from '../deployments/DeploymentEntry.tsx';
import classes from '../deployments/deployments.module.css';
import { LOCK_PAGE, useLiveLock, useLockPages } from '../live/live-api.ts';

/** The history of what was live: who changed what, when and why, and the way back. */
export default function Deployments() {
  const locks = useLockPages({ query: { limit: LOCK_PAGE } });
  const { data, error, isLoading, isFetching, refetch } = useLiveLock();
  const pending = <TableSkeleton label="Loading deployments" columns={2} rows={6} />;
  const code = isApiProblem(error) ? error.code : undefined;
  // The live lock was altered: then the way back is the way out.
  const isUnusable = code === 'conflict';
  const isNone = code === 'not-found';
  const live = isUnusable || isNone ? undefined : data;
  const hasFailed = Boolean(error) && !isUnusable && !isNone;
  // Each entry is longer by the way back to it, which is known with what is live.
  const query = isLoading && !error ? { ...locks, data: undefined, error: undefined } : locks;
  const readAll = () => {
    if (hasFailed) void refetch();
    void locks.refetch();
  };
  return (
    <Panel title="Deployments" lead="Every promotion and roll back, newest first.">
      {hasFailed && query.data ? (
        <div className={classes.failure}>
          <QueryFailure
            title={live ? 'What is live could not be read again.' : 'What is live could not be read.'}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : null}
      <PagedList query={{ ...query, refetch: readAll }} pending={pending} failed="The deployments could not be loaded.">
        {(items) => {
          const known = new Map(items.map((lock) => [lock.id, lock]));
          return items.length === 0 ? (
            <EmptyState title="No deployments yet.">The first promotion begins the history.</EmptyState>
          ) : (
            <ol aria-label="Deployments" className={classes.timeline}>
              {items.map((lock) => (
                <DeploymentEntry
                  key={lock.id}
                  lock={lock}
                  live={live}
                  known={known}
                  canRollBack={live !== undefined || isUnusable}
                />
              ))}
            </ol>
          );
        }}
      </PagedList>
    </Panel>
  );
}
