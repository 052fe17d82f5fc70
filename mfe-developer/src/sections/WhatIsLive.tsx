import type { LockItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, RelativeTime } from '@cytocomm/kit';
import { DashboardTitle, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { LivePartTable } from '../live/LivePartTable.tsx';
import classes from '../live/live.module.css';
import { LOCK_PAGE, useLiveLock, useLockPages, useRemotes, useRunningCanary } from '../live/live-api.ts';
import { shortId } from '../live/lock-parts.ts';
import { RunningCanary } from '../live/RunningCanary.tsx';
import { useLocalRemoteLink } from '../local-remote/use-local-remote-link.ts';

/** Opens the developer dashboard with what visitors get: since when, by whom and why. */
export default function WhatIsLive() {
  const live = useLiveLock();
  const remotes = useRemotes();
  const locks = useLockPages({ query: { limit: LOCK_PAGE } });
  useLocalRemoteLink();
  // Whichever came later would move what is there.
  const isAwaited = [live, remotes, locks].some(({ isLoading, error }) => isLoading && !error);
  return (
    <>
      <DashboardTitle title="Developer Dashboard">
        What runs here, how it got there, and what went wrong.
      </DashboardTitle>
      <Panel title="What is live" lead={live.data && !isAwaited ? <Origin lock={live.data} /> : null}>
        <Live live={live} isAwaited={isAwaited} />
      </Panel>
    </>
  );
}

function Origin({ lock: { id, createdAt, createdBy, reason } }: { readonly lock: LockItem }) {
  return (
    <>
      Lock <code title={id}>{shortId(id)}</code>, made <RelativeTime date={createdAt} /> by {createdBy}
      {reason === '' ? '.' : `: “${reason}”`}
    </>
  );
}

interface LiveProps {
  readonly live: ReturnType<typeof useLiveLock>;
  /** This, the remotes or the locks have not come yet. */
  readonly isAwaited: boolean;
}

function Live({ live: { data, error, isFetching, refetch }, isAwaited }: LiveProps) {
  const remotes = useRemotes();
  const locks = useLockPages({ query: { limit: LOCK_PAGE } });
  const canary = useRunningCanary();
  if (isApiProblem(error) && error.code === 'not-found')
    return (
      <EmptyState title="Nothing is live yet.">
        A team publishes a release with its token; then it is promoted under Releases.
      </EmptyState>
    );
  if (!data || isAwaited)
    return error && !isAwaited ? (
      <QueryFailure
        title="What is live could not be loaded."
        error={error}
        onRetry={() => {
          void refetch();
          // What failed with it would only show when it has healed.
          for (const each of [locks, remotes]) if (each.error) void each.refetch();
        }}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading what is live" columns={4} rows={7} />
    );
  const failures = [
    { query: locks, title: 'Whether a canary runs could not be read.' },
    { query: remotes, title: 'Which remotes are switched off could not be read.' },
  ].filter((each) => each.query.error && !each.query.data);
  return (
    <>
      {failures.map((each) => (
        <div key={each.title} className={classes.failure}>
          <QueryFailure
            title={each.title}
            error={each.query.error}
            onRetry={() => void each.query.refetch()}
            retrying={each.query.isFetching}
          />
        </div>
      ))}
      {canary ? <RunningCanary canary={canary} live={data} /> : null}
      <LivePartTable live={data} canary={canary} remotes={remotes.data?.items} />
      {error ? (
        <QueryFailure
          title="What is live could not be read again."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
    </>
  );
}
