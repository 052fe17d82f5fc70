import type { StoredDocument } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { FailureNotice } from '../lists/FailureNotice.tsx';
import lists from '../lists/lists.module.css';
import { MAX_CHOSEN, useEach } from '../lists/use-each.ts';
import { useDeleteDocument } from './document-api.ts';

/** Properties of {@link BulkBar}. */
export interface BulkBarProps {
  readonly documents: readonly StoredDocument[];
  /** The ids of those that are chosen. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Deletes all documents that are chosen, after asking. What could not be deleted stays chosen. */
export function BulkBar({ documents, selected, onSelect }: BulkBarProps) {
  const [asking, setAsking] = useState(false);
  const [deleteDocument] = useDeleteDocument();
  const { run, done, failures, dismiss } = useEach(problemMessage);
  const ids = [...selected];
  const count = (number: number) => `${number} ${number === 1 ? 'document' : 'documents'}`;
  const isBusy = done !== undefined;
  const tooMany = ids.length > MAX_CHOSEN;

  const deleteAll = async () => {
    setAsking(false);
    const failed = await run(ids, async (id) => deleteDocument({ params: { id } }));
    onSelect(new Set(failed.map(({ key }) => key)));
    const gone = ids.length - failed.length;
    if (gone > 0) toast.success(`${count(gone)} deleted. The bin keeps them for 30 days.`);
  };

  return (
    <>
      {ids.length > 0 ? (
        <section aria-label="Selected documents" className={lists.bulk}>
          <span className="tabular">{isBusy ? `${done} of ${ids.length} done` : `${ids.length} selected`}</span>
          <Button variant="danger" size="small" busy={isBusy} disabled={tooMany} onClick={() => setAsking(true)}>
            Delete selected
          </Button>
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onSelect(new Set())}>
            Clear selection
          </Button>
          {tooMany ? <span>At most {MAX_CHOSEN} at once: select fewer.</span> : null}
        </section>
      ) : null}
      <FailureNotice
        failures={failures}
        nameOf={(key) => documents.find(({ id }) => id === key)?.title ?? key}
        onClose={dismiss}
      />
      <ConfirmDialog
        open={asking}
        question={`Delete ${count(ids.length)}?`}
        confirmLabel="Delete documents"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsking(false)}
        onConfirm={() => void deleteAll()}
      >
        <p>They are gone for everybody, and links to them stop working. You can take this back within 30 days.</p>
      </ConfirmDialog>
    </>
  );
}
