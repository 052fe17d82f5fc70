import { ConfirmDialog } from '@cytocomm/kit/dashboard';

/** Properties of {@link OwnAdminRole}. */
export interface OwnAdminRoleProps {
  readonly open: boolean;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Asks an admin before they take the role from themselves: they could not give it back. */
export function OwnAdminRole({ open, onTake, onKeep }: OwnAdminRoleProps) {
  return (
    <ConfirmDialog
      open={open}
      question="Give up your own admin role?"
      confirmLabel="Give it up"
      cancelLabel="Stay admin"
      isLoss
      onConfirm={onTake}
      onCancel={onKeep}
    >
      <p>You lose access to Administration at once and cannot undo this: another admin must give you the role again.</p>
    </ConfirmDialog>
  );
}
