import type { LockItem } from '@cytocomm/contract';
import { AskButton } from '../asking/AskButton.tsx';
import { useRollBack } from '../live/live-api.ts';
import { changesBetween, shortId } from '../live/lock-parts.ts';
import { PartChanges } from '../live/PartChanges.tsx';

/** Properties of {@link RollBackTo}. */
export interface RollBackToProps {
  readonly lock: LockItem;
  /** Undefined where it was altered: then this is the way out. */
  readonly live: LockItem | undefined;
}

/** Makes the releases of an earlier lock live again, after showing what that changes. */
export function RollBackTo({ lock, live }: RollBackToProps) {
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
