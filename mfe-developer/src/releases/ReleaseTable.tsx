import type { ReleaseItem } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, RelativeTime, Tag } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { shortHash } from '../live/lock-parts.ts';
import { PromoteRelease } from '../promoting/PromoteRelease.tsx';
import { RollBackRemote } from '../promoting/RollBackRemote.tsx';
import { GateReportButton } from './GateReportDialog.tsx';
import { OUTCOMES } from './gate-words.ts';
import classes from './releases.module.css';

const columns: readonly DataColumn<ReleaseItem>[] = [
  {
    key: 'release',
    header: 'Release',
    rowHeader: true,
    cell: (release) => (
      <span className={classes.two}>
        <span className={classes.name}>
          {release.remote} <span className="tabular">{release.version}</span>
          {release.live ? (
            <Tag tone="teal" live>
              Live
            </Tag>
          ) : null}
        </span>
        <code className={classes.small}>{shortHash(release)}</code>
      </span>
    ),
  },
  {
    key: 'published',
    header: 'Published',
    cell: ({ publishedAt, publishedBy }) => (
      <span className={classes.two}>
        <RelativeTime date={publishedAt} />
        <span className={classes.small}>by {publishedBy}</span>
      </span>
    ),
  },
  { key: 'size', header: 'Size', kind: 'number', cell: ({ size }) => describeBytes(size) },
  {
    key: 'gate',
    header: 'Gate',
    cell: (release) => (
      <span className={classes.gate}>
        <Tag tone={OUTCOMES[release.gate.outcome].tone}>{OUTCOMES[release.gate.outcome].words}</Tag>
        <GateReportButton release={release} />
      </span>
    ),
  },
];

/** Releases, newest first. */
export function ReleaseTable({ releases }: { readonly releases: readonly ReleaseItem[] }) {
  // Here and not in its row, which may change or go while the person decides.
  const [promoting, setPromoting] = useState<ReleaseItem | null>(null);
  const actions: DataColumn<ReleaseItem> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (release) => <Actions release={release} onPromote={() => setPromoting(release)} />,
  };
  return (
    <>
      <DataTable
        caption="Releases"
        columns={[...columns, actions]}
        rows={releases}
        rowKey={({ remote, release }) => `${remote} ${release}`}
      />
      {promoting ? <PromoteRelease release={promoting} onClose={() => setPromoting(null)} /> : null}
    </>
  );
}

interface ActionsProps {
  readonly release: ReleaseItem;
  readonly onPromote: () => void;
}

function Actions({ release: { remote, version, live, gate }, onPromote }: ActionsProps) {
  if (live) return <RollBackRemote remote={remote} version={version} />;
  // What the gate refuses cannot be promoted: its report says what to do.
  if (gate.outcome !== 'passed') return null;
  return (
    <Button variant="quiet" size="small" icon="upload" aria-label={`Promote ${remote} ${version}`} onClick={onPromote}>
      Promote
    </Button>
  );
}
