import { type DocumentListQuery, listDocuments, type SectionProps, type StoredDocument } from '@cytocomm/contract';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { DocumentSearch, GridPages, pages, useDocumentSearch } from '@cytocomm/portal-api';
import { useEffect, useRef, useState } from 'react';
import { AcknowledgeDialog } from '../acknowledgements/AcknowledgeDialog.tsx';
import { DocumentTable } from '../documents/DocumentTable.tsx';
import { labSoftware } from '../lab-software.ts';

/** When it is asked again after a document was opened here, in ms: the portal notes it when it has sent the file. */
const ASKED_AFTER_MS = [1000, 3000, 8000, 20_000, 60_000];

/**
 * Asks again, while a document that is shown waits to be opened: some seconds after it was opened here, and whenever the page is
 * looked at again. Returns what is to be called when one is opened.
 */
function useOpenedHere(isWaiting: boolean, ask: () => void): () => void {
  const latest = useRef({ isWaiting, ask });
  useEffect(() => {
    latest.current = { isWaiting, ask };
  });
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  useEffect(() => {
    const onLook = () => {
      if (document.visibilityState === 'visible' && latest.current.isWaiting) latest.current.ask();
    };
    document.addEventListener('visibilitychange', onLook);
    return () => {
      document.removeEventListener('visibilitychange', onLook);
      for (const timer of timers.current) clearTimeout(timer);
    };
  }, []);

  return () => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = ASKED_AFTER_MS.map((ms) =>
      setTimeout(() => {
        if (latest.current.isWaiting) latest.current.ask();
      }, ms),
    );
  };
}

const documents = pages(listDocuments, { tags: ['Document'] });

/** How many are read at once. */
const PAGE = 50;

/** Reads the documents for customers: an admin, who looks in here too, may read every document there is. */
function useDocumentPages(query: Pick<DocumentListQuery, 'search' | 'sort' | 'kind'>) {
  const limit = useRowsAtOnce(PAGE);
  return documents.useInfiniteQuery({ query: { limit, visibility: 'customer', ...query } });
}

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
