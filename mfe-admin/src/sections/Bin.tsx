import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { ChoiceField, FilterBar, GridPages } from '@cytocomm/portal-api';
import { BinTable } from '../bin/BinTable.tsx';
import { useBinPages } from '../bin/bin-api.ts';
import { KIND_CHOICES, useBinListState } from '../bin/bin-kinds.ts';

/** How many are read at once. */
const PAGE = 20;

/** The bin: people, documents, press releases and events that can be taken back for 30 days. */
export default function Bin() {
  const [{ kind }, change] = useBinListState();
  const limit = useRowsAtOnce(PAGE);
  const pending = <TableSkeleton label="Loading the bin" columns={4} rows={3} />;
  return (
    <Panel title="Bin" lead="What was deleted within the last 30 days. Restored, it is where it was.">
      <FilterBar>
        <ChoiceField
          label="Kind of what was deleted"
          hideLabel
          value={kind}
          all="Everything"
          choices={KIND_CHOICES}
          onChange={(chosen) => change({ kind: chosen })}
        />
      </FilterBar>
      <GridPages
        query={useBinPages({ query: { limit, ...(kind !== undefined && { kind }) } })}
        pending={pending}
        failed="The bin could not be loaded."
      >
        {(items, busy) =>
          items.length === 0 && busy ? pending : <BinTable items={items} isFiltered={kind !== undefined} busy={busy} />
        }
      </GridPages>
    </Panel>
  );
}
