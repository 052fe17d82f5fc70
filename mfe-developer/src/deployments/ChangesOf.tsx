import type { LockItem } from '@cytocomm/contract';
import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useLock } from '../live/live-api.ts';
import { changesBetween, partsOf } from '../live/lock-parts.ts';
import { PartChanges } from '../live/PartChanges.tsx';
import classes from './deployments.module.css';

/** Properties of {@link ChangesOf}. */
export interface ChangesOfProps {
  readonly lock: LockItem;
  /** The locks that have been read, by id. */
  readonly known: ReadonlyMap<string, LockItem>;
}

/** What a lock changed against the one that it was made from. */
export function ChangesOf({ lock, known }: ChangesOfProps) {
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
