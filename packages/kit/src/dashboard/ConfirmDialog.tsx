import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';

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
