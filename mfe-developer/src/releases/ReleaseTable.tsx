import type { ReleaseItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, type DataColumn, DataTable, Dialog, RelativeTime, Tag } from '@cytocomm/kit';
import { describeBytes, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useLiveLock } from '../live/live-api.ts';
import { shortHash } from '../live/lock-parts.ts';
import { PromoteDialog } from '../promoting/PromoteDialog.tsx';
import { RollBackRemote } from '../promoting/RollBackRemote.tsx';
import { GateReportButton, OUTCOMES } from './GateReport.tsx';
import classes from './releases.module.css';

/** Properties of {@link PromoteRelease}. */
interface PromoteReleaseProps {
  readonly release: ReleaseItem;
  readonly onClose: () => void;
}

/** Promotes a release after asking. A promotion is a change of what is live, so it begins when that is known. */
function PromoteRelease({ release, onClose }: PromoteReleaseProps) {
  const { data, error, isFetching, refetch } = useLiveLock();
  // Nothing is live before the first promotion.
  const isFirst = isApiProblem(error) && error.code === 'not-found';
  if (data || isFirst) return <PromoteDialog release={release} live={data ?? null} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`Promote ${release.remote} ${release.version}`}>
      {error ? (
        <QueryFailure
          title="What is live could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton label="Loading what is live" columns={2} rows={3} />
      )}
    </Dialog>
  );
}

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
