import type { LockItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, RelativeTime, Skeleton, SkeletonGroup, Tag } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList, QueryFailure } from '@cytocomm/portal-api';
import { AskButton } from '../asking/AskButton.tsx';
import classes from '../deployments/deployments.module.css';
import { LOCK_PAGE, useLiveLock, useLock, useLockPages, useRollBack } from '../live/live-api.ts';
import { changesBetween, describeShare, partsOf, shortId } from '../live/lock-parts.ts';
import { PartChanges } from '../live/PartChanges.tsx';

/** Properties of {@link ChangesOf}. */
interface ChangesOfProps {
  readonly lock: LockItem;
  /** The locks that have been read, by id. */
  readonly locksById: ReadonlyMap<string, LockItem>;
}

/** What a lock changed against the one that it was made from. */
function ChangesOf({ lock, locksById }: ChangesOfProps) {
  if (lock.base === null)
    return <p className={classes.small}>The first deployment, of {partsOf(lock).length} parts.</p>;
  const base = locksById.get(lock.base);
  return base ? <Changes from={base} to={lock} /> : <ChangesSince base={lock.base} lock={lock} />;
}

function Changes({ from, to }: { readonly from: LockItem; readonly to: LockItem }) {
  return <PartChanges label="What changed" changes={changesBetween(from, to)} />;
}

/** The oldest lock that is shown was made from one that is not. */
function ChangesSince({ base, lock }: { readonly base: string; readonly lock: LockItem }) {
  const { data, error } = useLock({ params: { id: base } });
  if (data) return <Changes from={data} to={lock} />;
  if (error) return <p className={classes.small}>What changed could not be read.</p>;
  return (
    <SkeletonGroup label="Loading what changed">
      <Skeleton />
    </SkeletonGroup>
  );
}

/** Properties of {@link RollBackTo}. */
interface RollBackToProps {
  readonly lock: LockItem;
  /** Undefined where it was altered: then this is the way out. */
  readonly live: LockItem | undefined;
}

/** Makes the releases of an earlier lock live again, after showing what that changes. */
function RollBackTo({ lock, live }: RollBackToProps) {
  const [rollBack] = useRollBack();
  const { id } = lock;
  return (
    <AskButton
      label="Roll back to this"
      name={`Roll back to this: lock ${shortId(id)}`}
      question={`Roll back to lock ${shortId(id)}?`}
      confirmLabel="Roll back"
      isLoss
      reason="optional"
      onConfirm={(reason) => rollBack({ body: { to: id, ...(reason !== '' && { reason }) } })}
      done={`The releases of lock ${shortId(id)} are live again`}
    >
      <p>
        New visitors get the releases of that lock at once. Open tabs keep what they run on.{' '}
        {live ? 'This changes:' : 'What is live now cannot be read, so what this changes is not known.'}
      </p>
      {live ? <PartChanges label="What the roll back changes" changes={changesBetween(live, lock)} /> : null}
    </AskButton>
  );
}

/** Properties of {@link DeploymentEntry}. */
export interface DeploymentEntryProps {
  readonly lock: LockItem;
  /** Undefined where it is not known, or was altered. */
  readonly live: LockItem | undefined;
  /** The locks that have been read, by id. */
  readonly locksById: ReadonlyMap<string, LockItem>;
  /** Whether a way back is offered: not while it is unknown which lock is live. */
  readonly canRollBack: boolean;
}

/** One deployment: when, who, why, what changed, and the way back to it. */
function DeploymentEntry({ lock, live, locksById, canRollBack }: DeploymentEntryProps) {
  const { id, createdAt, createdBy, reason, canary } = lock;
  const isLive = id === live?.id;
  return (
    <li className={classes.entry}>
      <div className={classes.text}>
        <p className={classes.head}>
          <RelativeTime date={createdAt} className={classes.when} />
          <span className={classes.small}>
            {createdBy} · lock <code title={id}>{shortId(id)}</code>
          </span>
          {isLive ? (
            <Tag tone="teal" live>
              Live
            </Tag>
          ) : null}
          {canary ? <Tag tone="amber">Canary for {describeShare(canary)}</Tag> : null}
        </p>
        {reason === '' ? null : <p>{reason}</p>}
        <ChangesOf lock={lock} locksById={locksById} />
      </div>
      {isLive || canary || !canRollBack ? null : <RollBackTo lock={lock} live={live} />}
    </li>
  );
}

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
          const locksById = new Map(items.map((lock) => [lock.id, lock]));
          return items.length === 0 ? (
            <EmptyState title="No deployments yet.">The first promotion begins the history.</EmptyState>
          ) : (
            <ol aria-label="Deployments" className={classes.timeline}>
              {items.map((lock) => (
                <DeploymentEntry
                  key={lock.id}
                  lock={lock}
                  live={live}
                  locksById={locksById}
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
