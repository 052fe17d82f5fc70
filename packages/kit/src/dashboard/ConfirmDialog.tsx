import { type ReactNode, useState } from 'react';
import { Button } from '../actions/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { VisuallyHidden } from '../typography/typography.tsx';

/** Properties of {@link DeleteButton}. */
export interface DeleteButtonProps {
  /** What would be deleted: the button's name is `Delete` and this. */
  readonly name: string;
  readonly question: string;
  /** The word of the button that does it. */
  readonly confirmLabel: string;
  /** Deletes, and says how it ended. */
  readonly onDelete: () => Promise<void>;
  /** Why it cannot be deleted; the button is off then. */
  readonly refusal?: string | undefined;
  /** Its word is spoken only: it stands in a row. */
  readonly iconOnly?: boolean;
  /** What else goes with it. */
  readonly children: ReactNode;
}

/** Deletes something after asking. */
export function DeleteButton({
  name,
  question,
  confirmLabel,
  onDelete,
  refusal,
  iconOnly = false,
  children,
}: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await onDelete();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        disabled={refusal !== undefined}
        title={refusal}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        {iconOnly ? <VisuallyHidden>Delete</VisuallyHidden> : 'Delete'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        <p>{children}</p>
      </Dialog>
    </>
  );
}

/** Properties of {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly question: string;
  /** The word of the button that goes on. */
  readonly confirmLabel: string;
  /** The word of the button that does not. */
  readonly cancelLabel: string;
  /** What is lost by it, is marked as such. */
  readonly isLoss?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  open,
  question,
  confirmLabel,
  cancelLabel,
  isLoss = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={question}
      size="narrow"
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={isLoss ? 'danger' : 'primary'} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
