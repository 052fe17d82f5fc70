import type { AcknowledgementExportQuery, DocumentAcknowledgement } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, type GridColumn, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { GridPages } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';
import { useAcknowledgementPages } from './acknowledgement-api.ts';

const PAGE_SIZE = 50;

const columns: readonly GridColumn<DocumentAcknowledgement>[] = [
  {
    key: 'email',
    header: 'Who',
    rowHeader: true,
    grow: 2,
    cell: ({ email }) => <span className={lists.address}>{email}</span>,
  },
  { key: 'name', header: 'Name given', cell: ({ name }) => <span className={lists.address}>{name}</span> },
  { key: 'revision', header: 'Revision', grow: 0, width: 110, cell: ({ revision = '–' }) => revision },
  { key: 'version', header: 'File', grow: 0, width: 110, cell: ({ version }) => `Version ${version}` },
  {
    key: 'acknowledgedAt',
    header: 'When',
    sortable: 'time',
    grow: 0,
    width: 240,
    cell: ({ acknowledgedAt }) => <ExactTime date={acknowledgedAt} />,
  },
];

/** Properties of {@link GivenList}. */
export interface GivenListProps extends Pick<DataGridProps<DocumentAcknowledgement>, 'sort' | 'onSort'> {
  /** The id of the document. */
  readonly id: string;
  readonly query: AcknowledgementExportQuery;
}

/** Who acknowledged a document, when, and by what name. */
export function GivenList({ id, query, sort, onSort }: GivenListProps) {
  const pages = useAcknowledgementPages({ params: { id }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const none =
    query.search !== undefined
      ? 'No people found.'
      : query.file === 'earlier'
        ? 'Nobody acknowledged an earlier file.'
        : 'Nobody has acknowledged the current file yet.';
  return (
    <GridPages
      query={pages}
      pending={<TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />}
      failed="The acknowledgements could not be loaded."
    >
      {(acknowledgements, busy) => (
        <DataGrid
          caption="Acknowledgements"
          columns={columns}
          rows={acknowledgements}
          rowKey={({ email, sha256, acknowledgedAt }) => `${email} ${sha256} ${acknowledgedAt}`}
          sort={sort}
          onSort={onSort}
          empty={<p className={lists.none}>{none}</p>}
          busy={busy}
          viewKey="acknowledgements"
        />
      )}
    </GridPages>
  );
}
