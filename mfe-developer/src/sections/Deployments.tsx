import { EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { DeploymentEntry } from '../deployments/DeploymentEntry.tsx';
import classes from '../deployments/deployments.module.css';
import { LOCK_PAGE, useLiveLock, useLockPages } from '../live/live-api.ts';

/** The history of what was live: who changed what, when and why, and the way back. */
export default function Deployments() {
  const locks = useLockPages({ query: { limit: LOCK_PAGE } });
  const { data: live, isLoading: isLiveAwaited } = useLiveLock();
  const pending = <TableSkeleton label="Loading deployments" columns={2} rows={6} />;
  // Each entry is longer by the way back to it, which is known with what is live.
  const query = isLiveAwaited ? { ...locks, data: undefined, error: undefined } : locks;
  return (
    <Panel title="Deployments" lead="Every promotion and roll back, newest first.">
      <PagedList query={query} pending={pending} failed="The deployments could not be loaded.">
        {(items) => {
          const known = new Map(items.map((lock) => [lock.id, lock]));
          return items.length === 0 ? (
            <EmptyState title="No deployments yet.">The first promotion begins the history.</EmptyState>
          ) : (
            <ol aria-label="Deployments" className={classes.timeline}>
              {items.map((lock) => (
                <DeploymentEntry key={lock.id} lock={lock} live={live} known={known} />
              ))}
            </ol>
          );
        }}
      </PagedList>
    </Panel>
  );
}
