import type { ReleaseItem } from '@cytocomm/contract';
import { EmptyState, Link, Select } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList, type PagedQuery } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useLiveLock, useRemotes } from '../live/live-api.ts';
import { partsOf } from '../live/lock-parts.ts';
import { useReleasePages, useRemoteReleasePages } from '../releases/GateReport.tsx';
import { ReleaseTable } from '../releases/ReleaseTable.tsx';

const query = { limit: 8 };

/** Everything that was published, with the gate's reports; here releases are promoted. */
export default function Releases() {
  const [remote, setRemote] = useState('');
  const names = useRemoteNames();
  return (
    <Panel
      title="Releases"
      lead="What teams have published, newest first. A release that the gate has passed can be promoted."
      actions={
        <Select label="Which remote" hideLabel value={remote} onChange={(event) => setRemote(event.target.value)}>
          <option value="">All remotes</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      }
    >
      {remote === '' ? <AllReleases /> : <ReleasesOf key={remote} remote={remote} />}
    </Panel>
  );
}

/** The names that there are releases of, as far as they are known: those with a row of claims and those that are live. */
function useRemoteNames(): string[] {
  const live = useLiveLock();
  const remotes = useRemotes();
  const names = [
    ...(remotes.data?.items.map(({ remote }) => remote) ?? []),
    ...(live.data ? partsOf(live.data).map(({ name }) => name) : []),
  ];
  return [...new Set(names)].sort();
}

function AllReleases() {
  return <ReleaseList pages={useReleasePages({ query })} />;
}

function ReleasesOf({ remote }: { readonly remote: string }) {
  return <ReleaseList pages={useRemoteReleasePages({ params: { remote }, query })} />;
}

function ReleaseList({ pages }: { readonly pages: PagedQuery<ReleaseItem> }) {
  return (
    <PagedList
      query={pages}
      pending={<TableSkeleton label="Loading releases" columns={5} rows={6} />}
      failed="The releases could not be loaded."
    >
      {(releases) =>
        releases.length === 0 ? (
          <EmptyState title="No releases yet.">
            Make a <Link to="/dashboard/developer/tokens">team token</Link>; with it a team publishes its remote.
          </EmptyState>
        ) : (
          <ReleaseTable releases={releases} />
        )
      }
    </PagedList>
  );
}
