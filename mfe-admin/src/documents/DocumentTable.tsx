import type { StoredDocument } from '@cytocomm/contract';
import { type DataColumn, DataTable, EmptyState, RelativeTime, Tag } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { AccessLog } from './AccessLog.tsx';
import { DeleteDocument } from './DeleteDocument.tsx';
import { visibilities } from './document.ts';
import classes from './documents.module.css';

/** Every document that was uploaded, newest first. */
export function DocumentTable({ documents }: { readonly documents: readonly StoredDocument[] }) {
  if (documents.length === 0) {
    return <EmptyState title="No documents yet.">Upload the first PDF with the form above.</EmptyState>;
  }
  const columns: readonly DataColumn<StoredDocument>[] = [
    {
      key: 'title',
      header: 'Title',
      rowHeader: true,
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
      cell: ({ visibility }) => (
        <Tag tone={visibility === 'public' ? 'amber' : 'teal'}>
          {visibilities.find(({ value }) => value === visibility)?.label ?? visibility}
        </Tag>
      ),
    },
    { key: 'size', header: 'Size', kind: 'number', cell: ({ size }) => describeBytes(size) },
    {
      key: 'uploadedAt',
      header: 'Uploaded',
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
      kind: 'actions',
      cell: (document) => (
        <span className={classes.rowActions}>
          <AccessLog document={document} />
          <DeleteDocument document={document} />
        </span>
      ),
    },
  ];
  return <DataTable caption="Uploaded documents" columns={columns} rows={documents} rowKey={({ id }) => id} />;
}
