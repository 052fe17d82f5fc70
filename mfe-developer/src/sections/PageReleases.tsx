import { LOCK_ELEMENT_ID, readLock } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { type DataColumn, DataTable, EmptyState, RelativeTime } from '@cytocomm/kit';
import { describeBytes, Panel } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { shortId } from '../live/lock-parts.ts';
import { FirstRows } from '../rows/FirstRows.tsx';

/** Returns the lock that this page runs on; null without one, as in the stand-alone harness. Throws LockUnreadable. */
function runningLock(page: Document): Lock | null {
  return page.getElementById(LOCK_ELEMENT_ID) ? readLock(page) : null;
}

const columns: readonly DataColumn<LockedRelease>[] = [
  { key: 'title', header: 'Part', rowHeader: true, cell: ({ title }) => title },
  { key: 'name', header: 'Remote', cell: ({ name }) => <code>{name}</code> },
  { key: 'release', header: 'Release', cell: ({ release }) => <code className="tabular">{release}</code> },
  { key: 'contract', header: 'Contract', cell: ({ contract }) => <code>{contract}</code> },
  { key: 'files', header: 'Files', kind: 'number', cell: ({ files }) => files.length },
  {
    key: 'bytes',
    header: 'Size',
    kind: 'number',
    cell: ({ files }) => describeBytes(files.reduce((sum, { bytes }) => sum + bytes, 0)),
  },
];

/** The releases that this very page runs on. */
export default function PageReleases() {
  const [lock] = useState(() => runningLock(document));
  return (
    <Panel
      title="Releases in this page"
      lead={
        lock ? (
          <>
            Lock <code title={lock.id}>{shortId(lock.id)}</code>, made <RelativeTime date={lock.createdAt} />. A deploy
            shows after a reload.
          </>
        ) : null
      }
    >
      {lock ? (
        <FirstRows rows={[lock.shell, ...lock.remotes]}>
          {(parts) => (
            <DataTable caption="Releases in this page" columns={columns} rows={parts} rowKey={({ name }) => name} />
          )}
        </FirstRows>
      ) : (
        <EmptyState title="This page runs without a lock.">
          The stand-alone harness runs one remote from its sources. Open the portal to see releases.
        </EmptyState>
      )}
    </Panel>
  );
}
