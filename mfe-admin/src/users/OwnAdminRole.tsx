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
      <p>
        Administration closes to you at once. You cannot take this back: another admin has to give you the role again.
      </p>
    </ConfirmDialog>
  );
}
