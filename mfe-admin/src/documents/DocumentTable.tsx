import type { StoredDocument } from '@cytocomm/contract';
import { RelativeTime, Tag } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, describeBytes, type GridColumn } from '@cytocomm/kit/dashboard';
import { AccessLog } from './AccessLog.tsx';
import { DeleteDocument } from './DeleteDocument.tsx';
import { visibilities } from './document.ts';
import classes from './documents.module.css';

const columns: readonly GridColumn<StoredDocument>[] = [
  {
    key: 'title',
    header: 'Title',
    rowHeader: true,
    sortable: true,
    width: 280,
    grow: 3,
    cell: ({ title, name, url }) => (
      <span className={classes.title}>
        <a href={url} target="_blank" rel="noopener">
          {title}
        </a>
        <span className={classes.meta}>{name}</span>
      </span>
    ),
  },
  {
    key: 'visibility',
    header: 'Visible to',
    grow: 0,
    width: 130,
    cell: ({ visibility }) => (
      <Tag tone={visibility === 'public' ? 'amber' : 'teal'}>
        {visibilities.find(({ value }) => value === visibility)?.label ?? visibility}
      </Tag>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    sortable: true,
    grow: 0,
    width: 110,
    cell: ({ size }) => <span className="tabular">{describeBytes(size)}</span>,
  },
  {
    key: 'uploadedAt',
    header: 'Uploaded',
    sortable: true,
    width: 240,
    cell: ({ uploadedAt, uploadedBy }) => (
      <span className={classes.title}>
        <RelativeTime date={uploadedAt} />
        {uploadedBy ? <span className={classes.meta}>by {uploadedBy}</span> : null}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    grow: 0,
    width: 100,
    cell: (document) => (
      <span className={classes.rowActions}>
        <AccessLog document={document} />
        <DeleteDocument document={document} />
      </span>
    ),
  },
];

/** Properties of {@link DocumentTable}. */
export interface DocumentTableProps
  extends Pick<DataGridProps<StoredDocument>, 'sort' | 'onSort' | 'selected' | 'onSelect' | 'busy'> {
  readonly documents: readonly StoredDocument[];
}

/** Documents that were uploaded. */
export function DocumentTable({ documents, ...grid }: DocumentTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="Uploaded documents"
      columns={columns}
      rows={documents}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      empty={<p className={classes.none}>No documents found.</p>}
      viewKey="documents"
    />
  );
}
