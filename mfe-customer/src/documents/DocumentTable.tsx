import type { StoredDocument } from '@cytocomm/contract';
import { ButtonLink, CalendarDate, type DataColumn, DataTable, type DataTableProps, RelativeTime } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { kindLabel } from '@cytocomm/portal-api';
import classes from './documents.module.css';

const columns: readonly DataColumn<StoredDocument>[] = [
  {
    key: 'title',
    header: 'Document',
    rowHeader: true,
    cell: ({ title, url }) => (
      <a href={url} target="_blank" rel="noopener">
        {title}
      </a>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel(kind) || '–' },
  { key: 'revision', header: 'Revision', cell: ({ revision = '–' }) => revision },
  {
    key: 'validFrom',
    header: 'Valid from',
    cell: ({ validFrom }) =>
      validFrom === undefined ? '–' : <CalendarDate date={validFrom} className={classes.time} />,
  },
  { key: 'size', header: 'Size', kind: 'number', cell: ({ size }) => describeBytes(size) },
  {
    key: 'uploadedAt',
    header: 'Published',
    cell: ({ uploadedAt }) => <RelativeTime date={uploadedAt} className={classes.time} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ title, url }) => (
      <ButtonLink
        href={`${url}?download=1`}
        download
        variant="quiet"
        size="small"
        icon="download"
        aria-label={`Download ${title}`}
        className={classes.download}
      >
        Download
      </ButtonLink>
    ),
  },
];

/** Properties of {@link DocumentTable}. */
export interface DocumentTableProps extends Pick<DataTableProps<StoredDocument>, 'busy'> {
  readonly documents: readonly StoredDocument[];
}

/** Documents with a way to read and to keep each one. */
export function DocumentTable({ documents, ...table }: DocumentTableProps) {
  return (
    <DataTable
      {...table}
      caption="Notes and SOPs"
      columns={columns}
      rows={documents}
      rowKey={({ id }) => id}
      empty="No documents found."
      className={classes.table}
    />
  );
}
