import type { RemoteItem } from '@cytocomm/contract';
import { AskButton } from '../asking/AskButton.tsx';
import { useSwitchOff, useSwitchOn } from './live-api.ts';

/** Properties of {@link SwitchRemote}. */
export interface SwitchRemoteProps {
  readonly remote: string;
  readonly switchedOff: RemoteItem['switchedOff'];
}

/** Switches a remote off after asking why, or on again. */
export function SwitchRemote({ remote, switchedOff }: SwitchRemoteProps) {
  const [switchOff] = useSwitchOff();
  const [switchOn] = useSwitchOn();
  if (switchedOff !== null)
    return (
      <AskButton
        label="Switch on"
        name={`Switch on ${remote}`}
        icon="play"
        question={`Switch ${remote} on again?`}
        confirmLabel="Switch on"
        onConfirm={() => switchOn({ params: { remote } })}
        done={`${remote} is on again`}
      >
        <p>
          {switchedOff.by} switched it off: “{switchedOff.reason}”
        </p>
      </AskButton>
    );
  return (
    <AskButton
      label="Switch off"
      name={`Switch off ${remote}`}
      icon="pause"
      question={`Switch ${remote} off?`}
      confirmLabel="Switch off"
      isLoss
      reason="required"
      onConfirm={(reason) => switchOff({ params: { remote }, body: { reason } })}
      done={`${remote} is switched off`}
    >
      <p>Its pages and sections say that this part is away. Everything else goes on.</p>
    </AskButton>
  );
}
