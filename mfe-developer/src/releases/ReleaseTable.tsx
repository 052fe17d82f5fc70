import type { ReleaseItem } from '@cytocomm/contract';
import { type DataColumn, DataTable, RelativeTime, Tag } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
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
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (release) => <Actions release={release} />,
  },
];

/** Releases, newest first. */
export function ReleaseTable({ releases }: { readonly releases: readonly ReleaseItem[] }) {
  return (
    <DataTable
      caption="Releases"
      columns={columns}
      rows={releases}
      rowKey={({ remote, release }) => `${remote} ${release}`}
    />
  );
}

function Actions({ release }: { readonly release: ReleaseItem }) {
  if (release.live) return <RollBackRemote remote={release.remote} version={release.version} />;
  // What the gate refuses cannot be promoted: its report says what to do.
  return release.gate.outcome === 'passed' ? <PromoteRelease release={release} /> : null;
}
