import { Button, Dialog } from '@cytocomm/kit';
import type { ReactNode } from 'react';

/** Properties of {@link AskFirst}. */
export interface AskFirstProps {
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
export function AskFirst({
  open,
  question,
  confirmLabel,
  cancelLabel,
  isLoss = false,
  onConfirm,
  onCancel,
  children,
}: AskFirstProps) {
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
