import type { LockItem } from '@cytocomm/contract';
import { RelativeTime, Tag } from '@cytocomm/kit';
import { shortId } from '../live/lock-parts.ts';
import { describeShare } from '../live/share.ts';
import { ChangesOf } from './ChangesOf.tsx';
import classes from './deployments.module.css';
import { RollBackTo } from './RollBackTo.tsx';

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
