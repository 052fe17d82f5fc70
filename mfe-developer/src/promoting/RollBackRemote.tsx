import { AskButton } from '../asking/AskButton.tsx';
import { useRemotes, useRollBack } from '../live/live-api.ts';

/** Properties of {@link RollBackRemote}. */
export interface RollBackRemoteProps {
  readonly remote: string;
  /** The version that is live. */
  readonly version: string;
}

/** Takes one remote back to the release that was live before the present one; nothing where there was none. */
export function RollBackRemote({ remote, version }: RollBackRemoteProps) {
  const [rollBack] = useRollBack();
  const { data } = useRemotes();
  const before = data?.items.find((item) => item.remote === remote)?.before;
  if (!before) return null;
  return (
    <AskButton
      label="Roll back"
      name={`Roll back ${remote}`}
      icon="retry"
      question={`Roll back ${remote}?`}
      confirmLabel="Roll back"
      isLoss
      reason="optional"
      onConfirm={(reason) => rollBack({ body: { remote, ...(reason !== '' && { reason }) } })}
      done={`${remote} is rolled back`}
    >
      <p>
        {remote} {version} gives way to {before.version}, which was live before it. Everything else stays as it is; open
        tabs keep what they run on.
      </p>
    </AskButton>
  );
}
