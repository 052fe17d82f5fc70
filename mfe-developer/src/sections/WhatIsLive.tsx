import type { LockItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, Notice, RelativeTime, useLocation, useNavigate } from '@cytocomm/kit';
import { DashboardTitle, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useEffect } from 'react';
import { AskButton } from '../asking/AskButton.tsx';
import { LivePartTable } from '../live/LivePartTable.tsx';
import classes from '../live/live.module.css';
import {
  LOCK_PAGE,
  useLiveLock,
  useLockPages,
  usePromoteCanary,
  useRemotes,
  useRunningCanary,
  useStopCanary,
} from '../live/live-api.ts';
import { changesBetween, describeShare, shortId } from '../live/lock-parts.ts';
import { PartChanges } from '../live/PartChanges.tsx';

/** Properties of {@link RunningCanary}. */
interface RunningCanaryProps {
  readonly canary: LockItem;
  readonly live: LockItem;
}

/** The canary that runs: who gets it, since when, what is new in it, and how it ends. */
function RunningCanary({ canary, live }: RunningCanaryProps) {
  const [promote] = usePromoteCanary();
  const [stop] = useStopCanary();
  if (canary.canary === undefined) return null;
  const changes = <PartChanges label="New in the canary" changes={changesBetween(live, canary)} />;
  const share = describeShare(canary.canary);
  return (
    <Notice title={`A canary runs for ${share}`} className={classes.canary}>
      <p>
        Started <RelativeTime date={canary.createdAt} /> by {canary.createdBy}
        {canary.reason === '' ? '.' : `: “${canary.reason}”`}
      </p>
      {changes}
      <div className={classes.canaryActions}>
        <AskButton
          label="Promote to everybody"
          variant="primary"
          question="Promote the canary to everybody?"
          confirmLabel="Promote"
          onConfirm={() => promote()}
          done="The canary is live for everybody"
        >
          <p>New visitors get these releases at once. Open tabs keep what they run on.</p>
          {changes}
        </AskButton>
        <AskButton
          label="Stop the canary"
          variant="secondary"
          question="Stop the canary?"
          confirmLabel="Stop"
          isLoss
          onConfirm={() => stop()}
          done="The canary has stopped"
        >
          <p>It ends for {share}. What is live for everybody else stays as it is.</p>
        </AskButton>
      </div>
    </Notice>
  );
}

const TOOL = '/dashboard/developer/local-remote';

/** Leads on to the tool for a local remote where the address names one: older tools print the address of the dashboard. */
function useLocalRemoteLink(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (new URLSearchParams(search).has('local-remote')) navigate(TOOL + search, { replace: true });
  }, [search, navigate]);
}

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
        What runs here, how it got there, and what went wrong. How all of it works is in the{' '}
        <a href="/docs/" target="_blank" rel="noopener">
          handbook
        </a>
        .
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
