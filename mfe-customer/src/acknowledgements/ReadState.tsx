import type { StoredDocument } from '@cytocomm/contract';
import { Button, LocalDate } from '@cytocomm/kit';
import { useId, useState } from 'react';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import classes from './acknowledgements.module.css';

/** Properties of {@link ReadState}. */
export interface ReadStateProps {
  readonly document: StoredDocument;
  /** In a preview nothing can be confirmed. */
  readonly preview: boolean;
}

/** When the person confirmed to have read a document as it is now, or what confirms it. */
export function ReadState({ document, preview }: ReadStateProps) {
  const { title, opened, acknowledgedAt, acknowledgedRevision } = document;
  // As it was when the dialog opened: a confirmation is about what the person saw.
  const [confirmed, setConfirmed] = useState<StoredDocument>();
  const hintId = useId();
  const hint = preview ? 'Not in a preview.' : opened ? undefined : 'Open it first.';
  if (opened === undefined) return '–';
  return (
    <div className={classes.state}>
      {acknowledgedAt === undefined ? (
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={hint !== undefined}
            aria-label={`I have read it: ${title}`}
            aria-describedby={hint && hintId}
            onClick={() => setConfirmed(document)}
          >
            I have read it
          </Button>
          {hint === undefined ? null : (
            <span id={hintId} className={classes.note}>
              {hint}
            </span>
          )}
        </>
      ) : (
        <span>
          Read on <LocalDate date={acknowledgedAt} className={classes.day} />
          {acknowledgedRevision === undefined ? null : ` (revision ${acknowledgedRevision})`}
        </span>
      )}
      {confirmed && <AcknowledgeDialog document={confirmed} onClose={() => setConfirmed(undefined)} />}
    </div>
  );
}
