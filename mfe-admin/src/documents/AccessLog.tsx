import type { DocumentAccess, StoredDocument } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, Dialog, RelativeTime, VisuallyHidden } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useAccessPages } from './document-api.ts';
import classes from './documents.module.css';

/** Who opened or downloaded a document, and when. */
export function AccessLog({ document }: { readonly document: StoredDocument }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="eye"
        aria-label={`Accesses of ${document.title}`}
        onClick={() => setOpen(true)}
      >
        <VisuallyHidden>Accesses</VisuallyHidden>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Accesses of “${document.title}”`}>
        <Accesses id={document.id} />
      </Dialog>
    </>
  );
}

const columns: readonly DataColumn<DocumentAccess>[] = [
  { key: 'by', header: 'Who', rowHeader: true, cell: ({ by }) => by ?? 'a visitor' },
  { key: 'action', header: 'What', cell: ({ action }) => action },
  { key: 'at', header: 'When', cell: ({ at }) => <RelativeTime date={at} /> },
  { key: 'from', header: 'From', cell: ({ from }) => from },
];

function Accesses({ id }: { readonly id: string }) {
  return (
    <PagedList
      query={useAccessPages({ params: { id }, query: { limit: 50 } })}
      pending={<TableSkeleton label="Loading accesses" columns={4} rows={4} />}
      failed="The accesses could not be loaded."
    >
      {(accesses) => (
        <DataTable
          caption="Accesses"
          columns={columns}
          rows={accesses}
          rowKey={({ at, by, action }) => `${at} ${by} ${action}`}
          empty={<p className={classes.none}>Nobody has opened this document yet.</p>}
        />
      )}
    </PagedList>
  );
}
