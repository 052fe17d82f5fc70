import type { DocumentAccess } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, type GridColumn } from '@cytocomm/kit/dashboard';
import lists from '../lists/lists.module.css';

const columns: readonly GridColumn<DocumentAccess>[] = [
  {
    key: 'by',
    header: 'Who',
    rowHeader: true,
    grow: 2,
    cell: ({ by }) => <span className={lists.address}>{by ?? 'a visitor'}</span>,
  },
  { key: 'action', header: 'What', grow: 0, width: 130, cell: ({ action }) => action },
  { key: 'at', header: 'When', sortable: 'time', width: 190, cell: ({ at }) => <ExactTime date={at} /> },
  { key: 'from', header: 'From', width: 140, cell: ({ from }) => from },
];

/** Properties of {@link AccessTable}. */
export interface AccessTableProps extends Pick<DataGridProps<DocumentAccess>, 'sort' | 'onSort' | 'busy'> {
  readonly accesses: readonly DocumentAccess[];
  /** Shown in place of accesses when there are none. */
  readonly empty: string;
}

/** Who opened or downloaded a document, and when. */
export function AccessTable({ accesses, empty, ...grid }: AccessTableProps) {
  // Several visitors may come at the same moment.
  const numbered = accesses.map((access, place) => ({ ...access, place }));
  return (
    <DataGrid
      {...grid}
      caption="Accesses"
      columns={columns}
      rows={numbered}
      rowKey={({ place }) => String(place)}
      empty={<p className={lists.none}>{empty}</p>}
      viewKey="accesses"
    />
  );
}
