import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { BinTable } from '../bin/BinTable.tsx';
import { useBinPages } from '../bin/bin-api.ts';

/** How many are read at once. */
const PAGE = 20;

/** The bin: people, documents, press releases and events that can be taken back for 30 days. */
export default function Bin() {
  const limit = useRowsAtOnce(PAGE);
  return (
    <Panel title="Bin" lead="What was deleted within the last 30 days. Restored, it is where it was.">
      <PagedList
        query={useBinPages({ query: { limit } })}
        pending={<TableSkeleton label="Loading the bin" columns={4} rows={3} />}
        failed="The bin could not be loaded."
      >
        {(items) => <BinTable items={items} />}
      </PagedList>
    </Panel>
  );
}
