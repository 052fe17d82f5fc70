import type { StoredDocument } from '@cytocomm/contract';
import { Button, LocalDate } from '@cytocomm/kit';
import { useId } from 'react';
import classes from './acknowledgements.module.css';

/** Properties of {@link ReadState}. */
export interface ReadStateProps {
  readonly document: StoredDocument;
  /** In a preview nothing can be confirmed. */
  readonly preview: boolean;
  /** Called with the document as the person saw it. */
  readonly onConfirm: (document: StoredDocument) => void;
}

/** When the person confirmed to have read a document as it is now, or what confirms it. */
export function ReadState({ document, preview, onConfirm }: ReadStateProps) {
  const { title, opened, acknowledgedAt, acknowledgedRevision } = document;
  const hintId = useId();
  const hint = preview ? 'Not in a preview.' : opened ? undefined : 'Open it first.';
  const isLocked = hint !== undefined;
  if (opened === undefined) return '–';
  return (
    <div className={classes.state}>
      {acknowledgedAt === undefined ? (
        <>
          <Button
            variant="secondary"
            size="small"
            aria-disabled={isLocked}
            aria-label={`I have read it: ${title}`}
            aria-describedby={hint && hintId}
            onClick={() => !isLocked && onConfirm(document)}
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
    </div>
  );
}
