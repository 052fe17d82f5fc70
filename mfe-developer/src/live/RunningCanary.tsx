import type { LockItem } from '@cytocomm/contract';
import { Notice, RelativeTime } from '@cytocomm/kit';
import { AskButton } from '../asking/AskButton.tsx';
import classes from './live.module.css';
import { usePromoteCanary, useStopCanary } from './live-api.ts';
import { changesBetween } from './lock-parts.ts';
import { PartChanges } from './PartChanges.tsx';
import { describeShare } from './share.ts';

/** Properties of {@link RunningCanary}. */
export interface RunningCanaryProps {
  readonly canary: LockItem;
  readonly live: LockItem;
}

/** The canary that runs: who gets it, since when, what is new in it, and how it ends. */
export function RunningCanary({ canary, live }: RunningCanaryProps) {
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
