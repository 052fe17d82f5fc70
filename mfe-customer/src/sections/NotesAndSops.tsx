import type { SectionProps, StoredDocument } from '@cytocomm/contract';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { DocumentSearch, GridPages, useDocumentSearch } from '@cytocomm/portal-api';
import { useState } from 'react';
import { AcknowledgeDialog } from '../acknowledgements/AcknowledgeDialog.tsx';
import { useOpenedHere } from '../acknowledgements/use-opened-here.ts';
import { DocumentTable } from '../documents/DocumentTable.tsx';
import { useDocumentPages } from '../documents/document-api.ts';
import { labSoftware } from '../lab-software.ts';

/** The documents for customers, and the way to the lab software. */
export default function NotesAndSops({ preview = false }: Partial<Pick<SectionProps, 'preview'>>) {
  return (
    <Panel
      title="Notes & SOPs"
      lead="Documents and links to standard operating procedures for your studies."
      actions={
        <ButtonLink
          href={labSoftware(document)}
          target="_blank"
          variant="secondary"
          size="small"
          trailingIcon="external"
        >
          Open the lab software
        </ButtonLink>
      }
    >
      <DocumentList preview={preview} />
    </Panel>
  );
}

function DocumentList({ preview }: { readonly preview: boolean }) {
  const { state, change, query, isAll } = useDocumentSearch();
  // Notes and SOPs are of no fiscal year.
  const { year: _, ...asked } = query;
  const pages = useDocumentPages(asked);
  const isWaiting = pages.data?.pages.some(({ items }) => items.some(({ opened }) => opened === false)) === true;
  const onOpen = useOpenedHere(isWaiting, () => void pages.refetch());
  // Above the rows, which may go meanwhile; as it was when the dialog opened: a confirmation is about what the person saw.
  const [confirmed, setConfirmed] = useState<StoredDocument>();
  const pending = <TableSkeleton label="Loading documents" columns={6} rows={3} />;
  return (
    <>
      <DocumentSearch label="Search documents" state={state} onChange={change} />
      <GridPages query={pages} pending={pending} failed="Your documents could not be loaded.">
        {(documents, busy) =>
          documents.length === 0 && busy ? (
            pending
          ) : documents.length === 0 && isAll ? (
            <EmptyState title="No documents yet.">
              Notes and SOPs for your studies appear here as soon as they are published. Until then, write to your
              contact at Cytocomm.
            </EmptyState>
          ) : (
            <DocumentTable
              documents={documents}
              onOpen={onOpen}
              onConfirm={setConfirmed}
              preview={preview}
              busy={busy}
            />
          )
        }
      </GridPages>
      {confirmed && <AcknowledgeDialog document={confirmed} onClose={() => setConfirmed(undefined)} />}
    </>
  );
}
