import type { LockItem } from '@cytocomm/contract';
import { RelativeTime, Skeleton, SkeletonGroup, Tag } from '@cytocomm/kit';
import { AskButton } from '../asking/AskButton.tsx';
import { useLock, useRollBack } from '../live/live-api.ts';
import { changesBetween, partsOf, shortId } from '../live/lock-parts.ts';
import { PartChanges } from '../live/PartChanges.tsx';
import { describeShare } from '../live/share.ts';
import classes from './deployments.module.css';

/** Properties of {@link ChangesOf}. */
interface ChangesOfProps {
  readonly lock: LockItem;
  /** The locks that have been read, by id. */
  readonly known: ReadonlyMap<string, LockItem>;
}

/** What a lock changed against the one that it was made from. */
function ChangesOf({ lock, known }: ChangesOfProps) {
  if (lock.base === null)
    return <p className={classes.small}>The first deployment, of {partsOf(lock).length} parts.</p>;
  const base = known.get(lock.base);
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
  readonly known: ReadonlyMap<string, LockItem>;
  /** Whether a way back is offered: not while it is unknown which lock is live. */
  readonly canRollBack: boolean;
}

/** One deployment: when, who, why, what changed, and the way back to it. */
export function DeploymentEntry({ lock, live, known, canRollBack }: DeploymentEntryProps) {
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
        <ChangesOf lock={lock} known={known} />
      </div>
      {isLive || canary || !canRollBack ? null : <RollBackTo lock={lock} live={live} />}
    </li>
  );
}
