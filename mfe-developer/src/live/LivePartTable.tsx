import { isNeeded, type LockItem, type RemoteItem } from '@cytocomm/contract';
import { type DataColumn, DataTable, RelativeTime, Tag } from '@cytocomm/kit';
import { AskButton } from '../asking/AskButton.tsx';
import { RollBackRemote } from '../promoting/RollBackRemote.tsx';
import { FirstRows } from '../rows/FirstRows.tsx';
import classes from './live.module.css';
import { useSwitchOff, useSwitchOn } from './live-api.ts';
import { type LockPart, partNamed, partsOf, shortHash } from './lock-parts.ts';

/** Properties of {@link SwitchRemote}. */
interface SwitchRemoteProps {
  readonly remote: string;
  readonly switchedOff: RemoteItem['switchedOff'];
}

/** Switches a remote off after asking why, or on again. */
function SwitchRemote({ remote, switchedOff }: SwitchRemoteProps) {
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

/** Properties of {@link LivePartTable}. */
export interface LivePartTableProps {
  readonly live: LockItem;
  readonly canary: LockItem | null;
  /** Undefined until the list of remotes has been read. */
  readonly remotes: readonly RemoteItem[] | undefined;
}

/** The shell and each remote that visitors get, with what can be done about it. */
export function LivePartTable({ live, canary, remotes }: LivePartTableProps) {
  const switchOf = (name: string) => remotes?.find(({ remote }) => remote === name)?.switchedOff ?? null;
  const columns: readonly DataColumn<LockPart>[] = [
    { key: 'name', header: 'Part', rowHeader: true, cell: ({ name }) => name },
    {
      key: 'version',
      header: 'Version',
      cell: (part) => (
        <span className={classes.two}>
          <span className="tabular">{part.version}</span>
          <code className={classes.small}>{shortHash(part)}</code>
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: (part) => (
        <PartState part={part} inCanary={partNamed(canary, part.name)} switchedOff={switchOf(part.name)} />
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ name, version }) => (
        <span className={classes.rowActions}>
          <RollBackRemote remote={name} version={version} />
          {isNeeded(name) || remotes === undefined ? null : <SwitchRemote remote={name} switchedOff={switchOf(name)} />}
        </span>
      ),
    },
  ];
  return (
    <FirstRows rows={partsOf(live)}>
      {(parts) => <DataTable caption="What is live" columns={columns} rows={parts} rowKey={({ name }) => name} />}
    </FirstRows>
  );
}

interface PartStateProps {
  readonly part: LockPart;
  readonly inCanary: LockPart | null;
  readonly switchedOff: RemoteItem['switchedOff'];
}

function PartState({ part, inCanary, switchedOff }: PartStateProps) {
  return (
    <span className={classes.two}>
      {switchedOff ? (
        <>
          <Tag tone="coral">Switched off</Tag>
          <span className={classes.small}>
            <RelativeTime date={switchedOff.at} /> by {switchedOff.by}: {switchedOff.reason}
          </span>
        </>
      ) : (
        <Tag tone="teal">Live</Tag>
      )}
      {inCanary && inCanary.release !== part.release ? <Tag tone="amber">Canary: {inCanary.version}</Tag> : null}
    </span>
  );
}
